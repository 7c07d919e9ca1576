/** Fetches the spec package of a domain, which is not counted as a call, and has the worker load it. */

import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import type { RegistryEntry } from "../../src/core/types.ts";
import type { RulesChecker } from "../worker/client.ts";
import type { DomainInfo } from "./boot.ts";
import type { Rules } from "./state.ts";

export type FetchedRules =
  | { readonly kind: "new"; readonly rules: Rules }
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly reason: string };

/** The worker has one set of rules: what is no longer wanted when it arrives must not take the place of others. */
export type FetchRules = (
  domain: DomainInfo,
  known: string | undefined,
  isWanted: () => boolean,
) => Promise<FetchedRules>;

export type FindEntries = (
  domain: DomainInfo,
  registry: string | undefined,
  text: string,
) => Promise<readonly RegistryEntry[]>;

/** Calls of the budget are not spent on that. */
export function createFindEntries(base: string): FindEntries {
  return async (domain, registry, text) => {
    const url = new URL(`registries/${nameOf(domain)}`, base);
    if (registry !== undefined) url.searchParams.set("registry", registry);
    url.searchParams.set("search", text);
    const response = await fetch(url);
    return response.ok ? ((await response.json()).entries as RegistryEntry[]) : [];
  };
}

const failed = (reason: string): FetchedRules => ({ kind: "failed", reason });

export function createFetchRules(base: string, checker: RulesChecker): FetchRules {
  return async (domain, known, isWanted) => {
    let document: SpecPackageDocument;
    let digest: string | undefined;
    try {
      const url = new URL(`spec-packages/${nameOf(domain)}`, base);
      const response = await fetch(url, { cache: "no-cache" });
      if (response.status === 503)
        return failed("The product does not answer at the moment, so its rules are not known here.");
      if (!response.ok) return failed("The service does not have the rules of this domain.");
      digest = /"(sha256:[0-9a-f]{64})"/.exec(response.headers.get("ETag") ?? "")?.[1];
      if (known !== undefined && digest === known) return { kind: "same" };
      document = await response.json();
      // Some proxies drop the header.
      digest ??= (await import("../../src/core/json/digest.ts")).digestOf(document);
    } catch {
      return failed("The service does not answer.");
    }
    if (!isWanted()) return { kind: "same" };
    try {
      const model = await checker.load(document, digest, new URL("rules", base).href);
      if (digest === known) return { kind: "same" };
      const { version } = document;
      const { places } = checker;
      return { kind: "new", rules: { document, digest, model, version, places } };
    } catch {
      return failed("This page cannot read the rules of this domain. Reload it for the newest page.");
    }
  };
}
