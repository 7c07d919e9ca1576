/** Reads the file that `PREFLIGHT_DOMAINS` names. */
import { readFileSync } from "node:fs";
import type { ConfiguredDomain } from "../../adapters/catalogue/configured-domain.ts";
import { isPlainObject } from "../../core/json/pointer.ts";

type DomainsReading =
  | { readonly ok: true; readonly domains: readonly ConfiguredDomain[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const NAMES = ["targetProduct", "domainId"] as const;
const ADDRESSES = ["specPackageUrl", "registryUrl", "submissionUrl"] as const;
const MEMBERS: readonly string[] = [...NAMES, ...ADDRESSES, "registryMember", "registries", "rollout"];

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
  const withDefaults = list.map((entry) => ({
    registryMember: DEFAULT_REGISTRY_MEMBER,
    ...entry,
    ...(entry.rollout?.canary && {
      rollout: { ...entry.rollout, canary: { ...CANARY_DEFAULTS, ...entry.rollout.canary } },
    }),
  }));
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
  faults.push(...rolloutFaults(entry.rollout, `${place}.rollout`));
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

/** A domain with few calls is decided after a day. */
const CANARY_DEFAULTS = { calls: 1_000, seconds: 86_400 };
const PIN = /^(?:\d{1,9}\.\d{1,9}\.\d{1,9}|sha256:[0-9a-f]{64})$/;

function rolloutFaults(rollout: unknown, place: string): string[] {
  if (rollout === undefined) return [];
  if (!isPlainObject(rollout))
    return [`${place} must be an object with pin, or with delaySeconds and canary.`];
  const { pin, delaySeconds, canary, ...others } = rollout;
  const faults = Object.keys(others).map(
    (name) => `${place} has an unknown member ${JSON.stringify(name.slice(0, 60))}.`,
  );
  if (pin !== undefined && (typeof pin !== "string" || !PIN.test(pin)))
    faults.push(`${place}.pin must be a version such as "1.2.0" or a digest "sha256:…".`);
  if (pin !== undefined && (delaySeconds !== undefined || canary !== undefined))
    faults.push(`${place}.pin excludes delaySeconds and canary.`);
  if (delaySeconds !== undefined && !isWhole(delaySeconds, 1, MAX_DELAY_SECONDS))
    faults.push(`${place}.delaySeconds must be a whole number from 1 to ${MAX_DELAY_SECONDS}.`);
  return canary === undefined ? faults : [...faults, ...canaryFaults(canary, `${place}.canary`)];
}

const MAX_DELAY_SECONDS = 2_592_000;

function canaryFaults(canary: unknown, place: string): string[] {
  if (!isPlainObject(canary)) return [`${place} must be an object: { "share": 0.01 }.`];
  const { share, calls = 1, seconds = 1, ...others } = canary;
  const faults = Object.keys(others).map(
    (name) => `${place} has an unknown member ${JSON.stringify(name.slice(0, 60))}.`,
  );
  if (typeof share !== "number" || !(share >= 0 && share <= 1))
    faults.push(`${place}.share must be a number from 0 to 1: which share of the verdicts may change.`);
  if (!isWhole(calls, 1, 1_000_000)) faults.push(`${place}.calls must be a whole number from 1 to 1000000.`);
  if (!isWhole(seconds, 1, MAX_DELAY_SECONDS))
    faults.push(`${place}.seconds must be a whole number from 1 to ${MAX_DELAY_SECONDS}.`);
  return faults;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
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
