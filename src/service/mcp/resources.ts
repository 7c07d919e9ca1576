/** The spec packages in use and their codes as MCP resources, for hosts that speak nothing but MCP. */
import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { once } from "../../core/json/values.ts";
import { nameOf, type SpecPackage, specPackageText } from "../../core/spec-package/spec-package.ts";
import { codesOf, explainCode } from "../describe/codes.ts";
import type { Catalogue, DomainName } from "../operations/ports.ts";
import { upstreamUnavailable } from "../operations/problems.ts";

/** Where resources come from. A server on standard input and output may get them from a service elsewhere. */
export interface Resources {
  list(): readonly Resource[] | Promise<readonly Resource[]>;
  /** As JSON; undefined if there is no such resource, and what to tell the caller if it cannot be had now. */
  read(uri: string): ResourceRead | Promise<ResourceRead>;
}

type ResourceRead = string | { readonly unavailable: string } | undefined;

/** The same for every server, whether it has an address or not. */
const SCHEMES = { rules: "preflight://spec-packages/", codes: "preflight://codes/" };
export const MEDIA_TYPE = "application/json";

export const TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${SCHEMES.rules}{targetProduct}/{domainId}`,
    name: "spec-package",
    title: "Rules of a domain",
    description:
      "The spec package of a domain: the schema of its candidates, its rules, what each diagnostic code means, and examples.",
    mimeType: MEDIA_TYPE,
  },
  {
    uriTemplate: `${SCHEMES.codes}{targetProduct}/{domainId}/{code}`,
    name: "code",
    title: "A code explained",
    description: "What a code of an answer means for a domain, and what to do about it.",
    mimeType: MEDIA_TYPE,
  },
];

/** In bytes. */
const sizeOf = once((spec: SpecPackage) => new TextEncoder().encode(specPackageText(spec)).length);

export function createResources(catalogue: Catalogue): Resources {
  return {
    list: () =>
      catalogue.list().flatMap((state) => {
        if (state.status !== "ready") return [];
        const [rules, codes] = describeResources(state.description, state.spec.version);
        return [{ ...rules, size: sizeOf(state.spec) }, codes];
      }),
    read(uri) {
      const state = catalogue.list().find(({ description }) => isAbout(uri, description));
      if (state === undefined) return undefined;
      if (state.status === "unavailable")
        return { unavailable: upstreamUnavailable("The spec package", state.retryAfterSeconds).detail };
      const { description, spec } = state;
      return uri === uriOf("rules", description) ? specPackageText(spec) : readCodes(uri, description, spec);
    },
  };
}

/** Of one domain: its rules, and its codes. */
export function describeResources(domain: DomainName & { readonly title: string }, version: string) {
  const resource = (what: keyof typeof SCHEMES, name: string, title: string, description: string) => ({
    ...{ uri: uriOf(what, domain), name, title: `${title} for: ${domain.title}`, description },
    mimeType: MEDIA_TYPE,
  });
  const rules = `Spec package ${version}: the schema of candidates, the rules, what each diagnostic code means, and examples.`;
  const codes = "Every code that an answer can have, with the URI of its explanation.";
  const name = nameOf(domain);
  const codesName = `codes of ${name}`;
  return [resource("rules", name, "Rules", rules), resource("codes", codesName, "Codes", codes)] as const;
}

/** All codes of a domain, or one of them. */
export function readCodes(uri: string, domain: DomainName, spec: SpecPackage): string | undefined {
  const all = uriOf("codes", domain);
  if (uri !== all) return JSON.stringify(explainCode(spec, uri.slice(all.length + 1)));
  const codes = codesOf(spec).map(({ code, severity, summary }) => ({
    ...{ code, severity, summary, uri: `${all}/${code}` },
  }));
  return JSON.stringify({ codes });
}

export function uriOf(what: keyof typeof SCHEMES, { targetProduct, domainId }: DomainName): string {
  return `${SCHEMES[what]}${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
}

/** Whether it is a resource of this domain, if it is one. */
export function isAbout(uri: string, domain: DomainName): boolean {
  const codes = uriOf("codes", domain);
  return uri === uriOf("rules", domain) || uri === codes || uri.startsWith(`${codes}/`);
}
