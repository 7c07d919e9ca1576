/** Reads the file that `PREFLIGHT_DOMAINS` names. */
import { readFileSync } from "node:fs";
import type { ConfiguredDomain } from "../adapters/catalogue/configured-domain.ts";
import { isPlainObject } from "../core/json/pointer.ts";

export type DomainsReading =
  | { readonly ok: true; readonly domains: readonly ConfiguredDomain[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const NAMES = ["targetProduct", "domainId"] as const;
const ADDRESSES = ["specPackageUrl", "registryUrl", "submissionUrl"] as const;
const MEMBERS: readonly string[] = [...NAMES, ...ADDRESSES, "registryMember", "registries"];

/** The member of a registry's response that lists the entries, unless a domain names another one. */
export const DEFAULT_REGISTRY_MEMBER = "generators";

export function readDomainsFile(path: string): DomainsReading {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return { ok: false, faults: [`the file cannot be read${code}.`] };
  }
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, faults: ["the file is not JSON."] };
  }
  const list = isPlainObject(document) ? document.domains : undefined;
  if (!Array.isArray(list) || list.length === 0)
    return { ok: false, faults: ['the file must be { "domains": [ … ] } with at least one domain.'] };
  const faults = [...list.flatMap(faultsOf), ...repeats(list)];
  if (faults.length > 0) return { ok: false, faults };
  const withDefaults = list.map((entry) => ({ registryMember: DEFAULT_REGISTRY_MEMBER, ...entry }));
  return { ok: true, domains: withDefaults as ConfiguredDomain[] };
}

function faultsOf(entry: unknown, index: number): string[] {
  const place = `domains[${index}]`;
  if (!isPlainObject(entry)) return [`${place} must be an object.`];
  const faults: string[] = [];
  for (const name of NAMES) {
    const value = entry[name];
    // They become path segments of this service's URLs.
    if (typeof value !== "string" || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value))
      faults.push(`${place}.${name} must be a string of letters, digits, ".", "_" and "-".`);
  }
  for (const name of ADDRESSES) {
    // The product's own registry can be left out if others are named.
    if (name === "registryUrl" && entry.registryUrl === undefined && entry.registries !== undefined) continue;
    faults.push(...urlFaults(entry[name], `${place}.${name}`));
  }
  faults.push(...registriesFaults(entry.registries, `${place}.registries`));
  // `next` is the URL of the next page.
  const { registryMember = DEFAULT_REGISTRY_MEMBER } = entry;
  if (typeof registryMember !== "string" || !/^(?!next$)[^\p{Cc}\p{Cs}]{1,100}$/u.test(registryMember))
    faults.push(
      `${place}.registryMember must be a string of 1 to 100 characters other than "next", without control characters.`,
    );
  for (const name of Object.keys(entry))
    if (!MEMBERS.includes(name))
      faults.push(`${place} has an unknown member ${JSON.stringify(name.slice(0, 60))}.`);
  return faults;
}

function urlFaults(value: unknown, place: string): string[] {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    return [`${place} must be an absolute http or https URL.`];
  return url.username === "" && url.password === ""
    ? []
    : [`${place} must not have a user name or password.`];
}

function registriesFaults(registries: unknown, place: string): string[] {
  if (registries === undefined) return [];
  if (!isPlainObject(registries)) return [`${place} must be an object: { "<name>": "<URL>" }.`];
  return Object.entries(registries).flatMap(([name, url]) =>
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
      ? urlFaults(url, `${place}.${name}`)
      : [
          `${place} has a name that is not lower-case words joined by hyphens: ${JSON.stringify(name.slice(0, 60))}.`,
        ],
  );
}

function repeats(list: readonly unknown[]): string[] {
  const seen = new Set<string>();
  return list.flatMap((entry, index) => {
    if (!isPlainObject(entry)) return [];
    const pair = JSON.stringify([entry.targetProduct, entry.domainId]);
    if (seen.has(pair)) return [`domains[${index}] has the same product and domain as an earlier entry.`];
    seen.add(pair);
    return [];
  });
}
