/** The file that `PREFLIGHT_DOMAINS` names. What it may say is a spec package: it is checked as proposals are. */
import { readFileSync } from "node:fs";
import { isPlainObject, pointerOf } from "../../core/json/pointer.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { compileDocument } from "../../core/publishing/load.ts";
import { describeFault } from "../../core/reader/parse.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { SPEC_PACKAGE_FORMAT } from "../../core/spec-package/format.ts";
import type { ConfiguredDomain } from "../catalogue/packages.ts";
import { Faults } from "../shared/faults.ts";

/** The member of a registry's response that lists the entries, unless a domain names another one. */
const DEFAULT_REGISTRY_MEMBER = "generators";

/** Faults have their places. Addresses may hold secrets and are not quoted. */
export function readDomainsFile(path: string): readonly ConfiguredDomain[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new Faults(": ", `the file cannot be read${code}.`);
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Faults(": ", `the file is not JSON: ${describeFault(text)}.`);
  }
  const faults = [...shapeFaults(document), ...addressFaults(document), ...repeats(document)];
  if (faults.length > 0) throw new Faults(": ", ...faults);
  const { domains } = document as { domains: Omit<ConfiguredDomain, "registryMember">[] };
  return domains.map((domain) => ({ registryMember: DEFAULT_REGISTRY_MEMBER, ...domain }));
}

// They become path segments of this service's URLs.
const NAME = {
  type: "string",
  maxLength: 128,
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  form: 'letters, digits, ".", "_" and "-"',
};
/** Its form is looked at in `addressFaults`, which quotes nothing. */
const ADDRESS = { type: "string", maxLength: 10_000 };

const SCHEMA = {
  type: "object",
  properties: {
    domains: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          targetProduct: NAME,
          domainId: NAME,
          specPackageUrl: ADDRESS,
          registryUrl: ADDRESS,
          registryMember: {
            type: "string",
            maxLength: 100,
            pattern: "^[^\\p{Cc}]+$",
            form: "text without control characters",
            // The URL of the next page.
            not: { const: "next" },
          },
          registries: {
            type: "object",
            propertyNames: {
              maxLength: 100,
              pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
              form: "lower-case words joined by hyphens",
            },
            additionalProperties: ADDRESS,
          },
          submissionUrl: ADDRESS,
          rollout: {
            type: "object",
            properties: {
              pin: {
                type: "string",
                maxLength: 80,
                pattern: "^(\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}|sha256:[0-9a-f]{64})$",
                form: 'a version such as "1.2.0" or a digest "sha256:…"',
              },
              delaySeconds: { type: "integer", minimum: 1, maximum: 2_592_000 },
            },
            additionalProperties: false,
            // A version that stays needs no plan for the next one.
            dependentSchemas: { pin: { maxProperties: 1 } },
          },
        },
        required: ["targetProduct", "domainId", "specPackageUrl", "submissionUrl"],
        additionalProperties: false,
      },
    },
  },
  required: ["domains"],
  additionalProperties: false,
};

/** Nothing is proven here, so it needs no examples: a test runs some. */
const PACKAGE: SpecPackageDocument = {
  format: SPEC_PACKAGE_FORMAT,
  targetProduct: "preflight",
  domainId: "domains-file",
  version: "1.0.0",
  title: "Domains that Preflight serves",
  schema: SCHEMA,
  rules: [],
  docs: {},
  examples: { valid: [], invalid: [] },
};

function shapeFaults(document: unknown): string[] {
  const loaded = compileDocument(PACKAGE, "");
  if (!loaded.ok) throw new Error(loaded.reasons.map(({ message }) => message).join("\n"));
  const { diagnostics, omitted } = checkCandidate(loaded.spec, document, {
    registry: EMPTY_REGISTRY,
    now: 0,
  });
  const faults = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ pointer, message }) => `${pointer || "the file"}: ${message}`);
  return omitted === 0 ? faults : [...faults, `the file has ${omitted} more faults.`];
}

function entriesOf(document: unknown): [Record<string, unknown>, number][] {
  const list = isPlainObject(document) && Array.isArray(document.domains) ? document.domains : [];
  return list.map((entry, index) => [isPlainObject(entry) ? entry : {}, index]);
}

function addressFaults(document: unknown): string[] {
  return entriesOf(document).flatMap(([{ registries, ...entry }, index]) => {
    const named = isPlainObject(registries) ? Object.entries(registries) : [];
    const addresses: [string[], unknown][] = [
      ...["specPackageUrl", "registryUrl", "submissionUrl"].map((name): [string[], unknown] => [
        [name],
        entry[name],
      ]),
      ...named.map(([name, value]): [string[], unknown] => [["registries", name], value]),
    ];
    return addresses.flatMap(([place, value]) => {
      // Other values are reported as such.
      if (typeof value !== "string") return [];
      const where = pointerOf(["domains", index, ...place]);
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url?.protocol !== "http:" && url?.protocol !== "https:")
        return [`${where}: This must be an absolute http or https URL.`];
      return url.username === "" && url.password === ""
        ? []
        : [`${where}: This must not have a user name or password.`];
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
