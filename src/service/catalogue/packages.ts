/** The spec packages of products: proven in a thread, since that may take long, and compiled here: no thread sends closures. */
import { createHash } from "node:crypto";
import { canonicalize } from "../../core/json/values.ts";
import { compileDocument, loadSpecPackage } from "../../core/publishing/load.ts";
import { readKnownJson } from "../../core/reader/read-json.ts";
import { createShared } from "../../core/schema/sharing.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { DomainName } from "../operations/ports.ts";
import { failed, type fetchBytes, parseJson, sameTag } from "../shared/bounded-fetch.ts";
import { createThread } from "../shared/thread.ts";
import type { Reading } from "./follower.ts";
import type { RegistryFollowers } from "./registries.ts";

/** One entry of the domains file. The URLs are absolute, http or https, without user name or password. */
export interface ConfiguredDomain extends DomainName {
  readonly specPackageUrl: string;
  /** The product's own registry; left out if its rules ask none. */
  readonly registryUrl?: string;
  /** The member of that registry's response that lists the entries. */
  readonly registryMember: string;
  /** Where the registries are that the spec package declares by name. */
  readonly registries?: Readonly<Record<string, string>>;
  readonly submissionUrl: string;
  /** How a new version of the spec package takes over. Left out: at once. */
  readonly rollout?: Rollout;
}

/** When a new version of a spec package takes over. */
export interface Rollout {
  /** The only version (`1.2.0`) or digest (`sha256:…`) that is taken. */
  readonly pin?: string;
  /** How long a new version must have been published. */
  readonly delaySeconds?: number;
}

export type SpecPackageProof = ReturnType<typeof proveSpecPackage>;

/** The code of packages that could not be proven in time. Somebody has to look, but it may work the next time. */
const UNPROVEN = "spec-package-unproven";

/** Compiles a spec package and runs its examples, and reports every reason to refuse it. `bytes`: as received. */
export function proveSpecPackage(bytes: Uint8Array) {
  const document = parseJson(bytes, readKnownJson);
  if (document === undefined) return failed("invalid-json", "the response is not valid JSON in UTF-8");
  // The digest is made here, since Node makes one in a tenth of the time.
  const loaded = loadSpecPackage(document, "");
  if (!loaded.ok) {
    const { reasons } = loaded;
    const message = `the spec package was refused (number of reasons: ${reasons.length})`;
    return failed("spec-package-refused", message, reasons);
  }
  const { targetProduct, domainId, version, rules } = loaded.spec;
  const { main, named } = rules.registries;
  const digest = `sha256:${createHash("sha256").update(canonicalize(document)).digest("hex")}`;
  // `asked`: the registries that its rules ask, the product's own and others by name.
  return { status: "proven" as const, targetProduct, domainId, version, digest, asked: { main, named } };
}

export function createSpecPackageThread(
  timeLimitMs: () => number,
  script = new URL("./worker.js", import.meta.url),
) {
  return createThread<Uint8Array, SpecPackageProof>({
    name: "spec-package",
    script,
    // One at a time, so that only the package at work can be to blame when the thread hangs.
    concurrency: 1,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
    // Packages change rarely, and the thread takes as much memory as a thousand of them.
    idleMs: 5_000,
    timeLimitMs,
    patience: 6,
    failed: (message) =>
      failed(UNPROVEN, `${message} on the spec package, which may take at most ${timeLimitMs()} ms`),
  });
}

/** The parts that nothing is compiled from. */
const UNCOMPILED = new Set(
  "$schema targetProduct domainId version title description notes examples".split(" "),
);

/**
 * Compiles what was proven when it is first asked for. Nothing is checked again, which may take seconds. Tenants of one platform
 * often publish the same rules under many names. What is equal is kept once: parts of documents, and the compiled form.
 */
export function createProvenCompiler() {
  const parts = createShared<object>();
  const compiled = createShared<SpecPackage>();

  /** `document`: what the very bytes hold that were proven, and `digest` is of them. */
  return (document: SpecPackageDocument, digest: string) => {
    const rules = createHash("sha256");
    const shared = Object.fromEntries(
      Object.entries(document).map(([name, part]) => {
        // With the order of members, which messages and placeholders follow.
        const text = JSON.stringify(part);
        if (!UNCOMPILED.has(name)) rules.update(`${name} ${text}\n`);
        if (typeof part !== "object") return [name, part];
        const key = createHash("sha256").update(text).digest("base64");
        return [name, parts.find(key) ?? parts.keep(key, part)];
      }),
    ) as unknown as SpecPackageDocument;
    const key = rules.digest("base64");
    return provenPackage(shared, digest, () => {
      const known = compiled.find(key);
      if (known !== undefined) return known;
      const made = compileDocument(shared, digest);
      if (!made.ok) throw new Error("a spec package was proven, but cannot be compiled");
      return compiled.keep(key, made.spec);
    });
  };
}

/** What a spec package has beyond its document. */
const COMPILED = ["codes", "schema", "rules", "normalization", "lists"] as const;

function provenPackage(document: SpecPackageDocument, digest: string, make: () => SpecPackage): SpecPackage {
  const { targetProduct, domainId, version, title } = document;
  const spec = { document, digest, targetProduct, domainId, version, title };
  let made: SpecPackage | undefined;
  for (const name of COMPILED)
    Object.defineProperty(spec, name, {
      enumerable: true,
      get() {
        made ??= make();
        return made[name];
      },
    });
  return spec as SpecPackage;
}

export interface SpecPackageCopy {
  spec: SpecPackage;
  /** The registries that its rules ask by name. */
  asked: readonly string[];
  /** Those, and the product's own. None before the package takes over. */
  registries: RegistryFollowers;
  etag: string | undefined;
  bodyHash: string;
}

interface SpecPackageSource {
  domain: ConfiguredDomain;
  /** The one in force now. */
  rollout(): Rollout;
  fetch(etag: string | undefined): ReturnType<typeof fetchBytes>;
  prove(bytes: Uint8Array): Promise<SpecPackageProof>;
  compileProven: ReturnType<typeof createProvenCompiler>;
}

/** Reads the spec package of one configured domain and decides whether it may replace the one in use. */
export function createSpecPackageReader({ domain, rollout, fetch, prove, compileProven }: SpecPackageSource) {
  /** The digest of each version seen: while this process runs, a version may not change its content. */
  const published = new Map<string, string>();
  /**
   * What was read last and is not in use, so that it is not proven with every refresh. One that could not be proven in time gets
   * another chance now and then, and always while there is nothing else: perhaps only the machine was busy.
   */
  let last: { key: string; reading: Reading<SpecPackageCopy> } | undefined;

  return async function read(
    current: SpecPackageCopy | undefined,
    unconditional: boolean,
  ): Promise<Reading<SpecPackageCopy>> {
    const sent = unconditional ? undefined : current?.etag;
    const answer = await fetch(sent);
    if (answer.status === "failed") return answer;
    const { etag, ageSeconds } = answer.head;
    const ageMs = ageSeconds * 1_000;
    if (answer.status === "not-modified")
      return current !== undefined && (etag === undefined || sameTag(etag, sent ?? ""))
        ? { status: "confirmed", value: current, ageMs }
        : read(current, true);
    const bytes = answer.body;
    const bodyHash = createHash("sha256").update(bytes).digest("hex");
    if (current?.bodyHash === bodyHash) return { status: "confirmed", value: { ...current, etag }, ageMs };
    const key = JSON.stringify([bodyHash, rollout()]);
    const isDue = unconditional || current === undefined;
    const isUnproven = last?.reading.status === "failed" && last.reading.problem.code === UNPROVEN;
    if (last?.key === key && !(isDue && isUnproven)) return { ...last.reading, ageMs };
    const reading = await judge(bytes, { etag, bodyHash }, current);
    last = reading.status === "confirmed" ? undefined : { key, reading };
    return { ...reading, ageMs };
  };

  async function judge(
    bytes: Buffer,
    identity: Pick<SpecPackageCopy, "etag" | "bodyHash">,
    current: SpecPackageCopy | undefined,
  ): Promise<Reading<SpecPackageCopy>> {
    const proof = await prove(bytes);
    if (proof.status === "failed") return proof;
    const { targetProduct, domainId, version, digest, asked } = proof;
    if (targetProduct !== domain.targetProduct || domainId !== domain.domainId) {
      const message = `the spec package is for ${nameOf(proof)}, but ${nameOf(domain)} is configured`;
      return failed("spec-package-of-another-domain", message);
    }
    const before = published.get(version) ?? digest;
    if (before !== digest) {
      const contents = `(${before}, now ${digest}); publish a new version`;
      const message = `version ${version} was published before with other content ${contents}`;
      return failed("spec-package-version-reused", message);
    }
    const { pin, delaySeconds = 0 } = rollout();
    const isPinned = pin === undefined || pin === version || pin === digest;
    if (current === undefined && !isPinned) {
      const message = `the product publishes version ${version} (${digest}), but ${pin} is pinned`;
      return failed("spec-package-not-pinned", message);
    }
    published.set(version, digest);
    // White space and the order of members do not matter: it is the same package.
    if (current?.spec.digest === digest) return { status: "confirmed", value: { ...current, ...identity } };
    const { registryUrl, registries = {} } = domain;
    const unknown = asked.named.filter((name) => !Object.hasOwn(registries, name));
    const lacking = unknown.map((name) => `registries.${name}`);
    if (asked.main && registryUrl === undefined) lacking.unshift("registryUrl");
    if (lacking.length > 0) {
      const message = `the rules ask registries that the domains file does not give: ${lacking.join(", ")}`;
      return failed("registry-not-configured", message);
    }
    const spec = compileProven(parseJson(bytes) as SpecPackageDocument, digest);
    const value = { spec, asked: asked.named, registries: new Map(), ...identity };
    if (current === undefined) return { status: "replaced", value };
    // Another version than the pinned one only waits.
    const delay = { of: digest, ms: isPinned ? delaySeconds * 1_000 : Number.POSITIVE_INFINITY };
    if (pin !== undefined || !isOlder(version, current.spec.version))
      return { status: "replaced", value, delay };
    const message = `version ${version} of the rules is older than ${current.spec.version}`;
    return { status: "replaced", value, delay, despite: { code: "spec-package-older", message } };
  }
}

function isOlder(version: string, current: string): boolean {
  const [was, is] = [current, version].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = was.findIndex((part, index) => part !== is[index]);
  return at >= 0 && is[at]! < was[at]!;
}
