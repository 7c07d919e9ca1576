/** The file that `PREFLIGHT_DOMAINS` names. What it may say is a spec package: it is checked as proposals are. */
import { isPlainObject, pointerOf } from "../../core/json/values.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import type { ConfiguredDomain } from "../catalogue/packages.ts";
import { Faults, readNamedFile } from "../shared/faults.ts";
import { readSettingsRules } from "./settings-rules.ts";

/** The member of a registry's response that lists the entries, unless a domain names another one. */
const DEFAULT_REGISTRY_MEMBER = "generators";

/** Faults have their places. Addresses may hold secrets and are not quoted. */
export function readDomainsFile(path: string): readonly ConfiguredDomain[] {
  const text = readNamedFile(path, ": ").toString();
  const read = readJson(text.replace(/^\uFEFF/, ""));
  if (!read.ok) throw new Faults(": ", `the file is not JSON: ${read.fault}.`);
  const document: unknown = read.value;
  const faults = [...shapeFaults(document), ...addressFaults(document), ...repeats(document)];
  if (faults.length > 0) throw new Faults(": ", ...faults);
  const { domains } = document as { domains: Omit<ConfiguredDomain, "registryMember">[] };
  return domains.map((domain) => ({ registryMember: DEFAULT_REGISTRY_MEMBER, ...domain }));
}

const SCHEMA_FILE = new URL("../../../schemas/preflight.domains.schema.json", import.meta.url);

function shapeFaults(document: unknown): string[] {
  const rules = readSettingsRules(SCHEMA_FILE, "domains-file");
  const { diagnostics, omitted } = checkCandidate(rules, document, { registry: EMPTY_REGISTRY, now: 0 });
  const faults = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, pointer, message }) =>
      // The message quotes the values.
      code === "member-repeated"
        ? `${pointer}: This is there more than once; keep one.`
        : `${pointer || "the file"}: ${message}`,
    );
  return omitted === 0 ? faults : [...faults, `the file has ${omitted} more faults.`];
}

function entriesOf(document: unknown): [Record<string, unknown>, number][] {
  const list = isPlainObject(document) && Array.isArray(document.domains) ? document.domains : [];
  return list.map((entry, index) => [isPlainObject(entry) ? entry : {}, index]);
}

function addressFaults(document: unknown): string[] {
  return entriesOf(document).flatMap(([{ registries, ...entry }, index]) => {
    const addresses: Record<string, unknown> = {};
    for (const name of ["specPackageUrl", "registryUrl", "submissionUrl"])
      addresses[pointerOf(["domains", index, name])] = entry[name];
    for (const [name, value] of Object.entries(isPlainObject(registries) ? registries : {}))
      addresses[pointerOf(["domains", index, "registries", name])] = value;
    return Object.entries(addresses).flatMap(([where, value]) => {
      // Other values are reported as such.
      if (typeof value !== "string") return [];
      // Callers get some of them as they stand here, and not everybody reads `http:host` or passes over white space.
      const url = /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
      if (url === undefined) return [`${where}: This must be an absolute http or https URL.`];
      return url.username || url.password ? [`${where}: This must not have a user name or password.`] : [];
    });
  });
}

function repeats(document: unknown): string[] {
  const seen = new Set<string>();
  return entriesOf(document).flatMap(([{ targetProduct, domainId }, index]) => {
    if (targetProduct === undefined || domainId === undefined) return [];
    const pair = JSON.stringify([targetProduct, domainId]);
    if (seen.has(pair)) return [`/domains/${index}: An earlier entry has the same product and domain.`];
    seen.add(pair);
    return [];
  });
}
