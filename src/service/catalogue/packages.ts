/**
 * The spec packages of products. What a product publishes may take long to compile and to run by its examples, so it is
 * proven in a thread of its own. Closures cannot be sent between threads, so what was proven is compiled once more here.
 */
import { createHash } from "node:crypto";
import { canonicalize } from "../../core/json/values.ts";
import { compileDocument, loadSpecPackage } from "../../core/publishing/load.ts";
import { readKnownJson } from "../../core/reader/read-json.ts";
import { createShared } from "../../core/schema/sharing.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { DomainName } from "../operations/ports.ts";
import {
  type FetchHead,
  type FetchLimits,
  failed,
  fetchBytes,
  parseJson,
  sameTag,
} from "../shared/bounded-fetch.ts";
import { createThread, type Slots, STOPPED } from "../shared/thread.ts";
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

/** What the published document says it is. */
type ProvenPackage = Extract<SpecPackageProof, { status: "proven" }>["proven"];

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
    return { status: "failed" as const, problem: { code: "spec-package-refused", message, reasons } };
  }
  const { targetProduct, domainId, version, rules } = loaded.spec;
  const { main, named } = rules.registries;
  const digest = `sha256:${createHash("sha256").update(canonicalize(document)).digest("hex")}`;
  // `asked`: the registries that its rules ask, the product's own and others by name.
  const proven = { targetProduct, domainId, version, digest, asked: { main, named } };
  return { status: "proven" as const, proven };
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
    maxMegabytes: 512,
    maxYoungMegabytes: 8,
    // Packages change rarely, and the thread takes as much memory as a thousand of them.
    idleMs: 5_000,
    timeLimitMs,
    patience: 6,
    failed: (message) =>
      failed(UNPROVEN, `${message} on the spec package, which may take at most ${timeLimitMs()} ms`),
    stopped: STOPPED,
  });
}

/** The parts that nothing is compiled from. */
const UNCOMPILED = new Set(
  "$schema targetProduct domainId version title description silence notes examples".split(" "),
);

/**
 * Compiles what was proven, when it is first asked for what is compiled. Nothing is checked again: an example may take
 * seconds, and no request may wait for that. Tenants of one platform often publish the same rules under many product names,
 * or nearly the same. What is equal is kept once: parts of the documents, and the whole compiled form.
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
        const known = parts.find(key);
        if (known === undefined) parts.keep(key, part);
        return [name, known ?? part];
      }),
    ) as unknown as SpecPackageDocument;
    const key = rules.digest("base64");
    return provenPackage(shared, digest, () => {
      const known = compiled.find(key);
      if (known !== undefined) return known;
      const made = compileDocument(shared, digest);
      if (!made.ok) throw new Error("a spec package was proven, but cannot be compiled");
      compiled.keep(key, made.spec);
      return made.spec;
    });
  };
}

/** What a spec package has beyond its document. */
const COMPILED = ["codes", "schema", "rules", "prose", "normalization", "lists"] as const;

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

type SpecPackageReading = Reading<SpecPackageCopy>;

interface SpecPackageSource {
  domain: ConfiguredDomain;
  /** The one in force now. */
  rollout(): Rollout | undefined;
  limits: FetchLimits;
  /** For fetching. */
  slots: Slots;
  prove(bytes: Uint8Array): Promise<SpecPackageProof>;
  compileProven: ReturnType<typeof createProvenCompiler>;
  signal: AbortSignal;
}

/** Reads the spec package of one configured domain and decides whether it may replace the one in use. */
export function createSpecPackageReader(source: SpecPackageSource) {
  const { domain, limits, signal } = source;
  const url = new URL(domain.specPackageUrl);
  /** The digest of each version seen: while this process runs, a version may not change its content. */
  const published = new Map<string, string>();
  /**
   * What was read last and is not in use, so that it is not proven again on every refresh. One that could not be proven in
   * time gets another chance now and then, and with every refresh while there is nothing else to use: perhaps only the
   * machine was busy.
   */
  let last: { key: string; reading: SpecPackageReading } | undefined;

  async function read(
    current: SpecPackageCopy | undefined,
    unconditional: boolean,
  ): Promise<SpecPackageReading> {
    const etag = unconditional ? undefined : current?.etag;
    const answer = await source.slots(() => fetchBytes({ url, limits, etag, signal }));
    if (answer.status === "failed") return answer;
    const { head } = answer;
    const ageMs = head.ageSeconds * 1_000;
    if (answer.status === "ok") return { ...(await judge(answer.body, head, current, unconditional)), ageMs };
    if (current !== undefined && (head.etag === undefined || sameTag(head.etag, etag ?? "")))
      return { status: "confirmed", value: current, ageMs };
    return read(current, true);
  }

  async function judge(
    bytes: Buffer,
    { etag }: FetchHead,
    current: SpecPackageCopy | undefined,
    unconditional: boolean,
  ): Promise<SpecPackageReading> {
    const bodyHash = createHash("sha256").update(bytes).digest("hex");
    if (current !== undefined && current.bodyHash === bodyHash)
      return { status: "confirmed", value: { ...current, etag } };
    const key = JSON.stringify([bodyHash, source.rollout()]);
    const isDue = unconditional || current === undefined;
    const isUnproven = last?.reading.status === "failed" && last.reading.problem.code === UNPROVEN;
    if (last?.key === key && !(isDue && isUnproven)) return last.reading;
    const reading = await admit(bytes, etag, bodyHash, current);
    last = reading.status === "confirmed" ? undefined : { key, reading };
    return reading;
  }

  async function admit(
    bytes: Buffer,
    etag: string | undefined,
    bodyHash: string,
    current: SpecPackageCopy | undefined,
  ): Promise<SpecPackageReading> {
    const proof = await source.prove(bytes);
    if (proof.status === "failed") return proof;
    const { proven } = proof;
    const refusal = refuse(proven, current === undefined);
    if (refusal !== undefined) return refusal;
    published.set(proven.version, proven.digest);
    // White space and the order of members do not matter: it is the same package.
    if (current !== undefined && current.spec.digest === proven.digest)
      return { status: "confirmed", value: { ...current, etag, bodyHash } };
    const lacking = lackingRegistries(domain, proven.asked);
    if (lacking.length > 0)
      return failed(
        "registry-not-configured",
        `the rules ask registries that the domains file does not give: ${lacking.join(", ")}`,
      );
    const spec = source.compileProven(parseJson(bytes, JSON.parse) as SpecPackageDocument, proven.digest);
    const value = { spec, asked: proven.asked.named, registries: new Map(), etag, bodyHash };
    if (current === undefined) return { status: "replaced", value };
    const rollout = source.rollout();
    // Another version than the pinned one only waits.
    const ms = isPinned(rollout, spec) ? (rollout?.delaySeconds ?? 0) * 1_000 : Number.POSITIVE_INFINITY;
    const delay = { of: spec.digest, ms };
    if (rollout?.pin !== undefined || !isOlder(spec.version, current.spec.version))
      return { status: "replaced", value, delay };
    const message = `version ${spec.version} of the rules is older than ${current.spec.version}`;
    return { status: "replaced", value, delay, despite: { code: "spec-package-older", message } };
  }

  /** Why the package is not one that may be published here. */
  function refuse({ targetProduct, domainId, version, digest }: ProvenPackage, isFirst: boolean) {
    if (targetProduct !== domain.targetProduct || domainId !== domain.domainId)
      return failed(
        "spec-package-of-another-domain",
        `the spec package is for ${nameOf({ targetProduct, domainId })}, but ${nameOf(domain)} is configured`,
      );
    const before = published.get(version);
    if (before !== undefined && before !== digest)
      return failed(
        "spec-package-version-reused",
        `version ${version} was published before with other content (${before}, now ${digest}); publish a new version`,
      );
    const rollout = source.rollout();
    if (!isFirst || isPinned(rollout, { version, digest })) return undefined;
    const message = `the product publishes version ${version} (${digest}), but ${rollout?.pin} is pinned`;
    return failed("spec-package-not-pinned", message);
  }

  return read;
}

function isPinned(rollout: Rollout | undefined, spec: { version: string; digest: string }): boolean {
  return rollout?.pin === undefined || rollout.pin === spec.version || rollout.pin === spec.digest;
}

/** What the rules of a package ask and the domains file does not give. */
function lackingRegistries(
  { registryUrl, registries = {} }: ConfiguredDomain,
  { main, named }: ProvenPackage["asked"],
): string[] {
  const lacking = named
    .filter((name) => !Object.hasOwn(registries, name))
    .map((name) => `registries.${name}`);
  return main && registryUrl === undefined ? ["registryUrl", ...lacking] : lacking;
}

function isOlder(version: string, current: string): boolean {
  const [was, is] = [current, version].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = was.findIndex((part, index) => part !== is[index]);
  return at >= 0 && is[at]! < was[at]!;
}
