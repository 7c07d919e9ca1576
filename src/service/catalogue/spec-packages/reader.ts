/** Reads the spec package of one configured domain and decides whether it may replace the one in use. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { SpecPackageDocument } from "../../../core/spec-package/format/document.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";
import {
  type FetchHead,
  type FetchLimits,
  sameTag,
  type UpstreamProblem,
} from "../../shared/bounded-fetch.ts";
import { fetchBytes, parseJson } from "../../shared/json-document.ts";
import type { Slot, Slots } from "../../shared/slots.ts";
import type { ConfiguredDomain } from "../configured-domain.ts";
import type { Reading } from "../follower.ts";
import { registryProblem } from "../registries/named-registries.ts";
import { isPinned } from "../rollout.ts";
import type { CompileProven } from "./compile-proven.ts";
import { type ProvenPackage, type SpecPackageThread, UNPROVEN } from "./thread.ts";

export interface SpecPackageCopy {
  spec: SpecPackage;
  /** The registries that its rules ask by name. */
  registries: readonly string[];
  etag: string | undefined;
  bodyHash: string;
}

type SpecPackageReader = (
  current: SpecPackageCopy | undefined,
  unconditional: boolean,
) => Promise<Reading<SpecPackageCopy>>;

interface SpecPackageSource {
  domain: ConfiguredDomain;
  limits: FetchLimits;
  /** For a package that was never loaded, until it is compiled, so that few documents wait for their proof in memory. */
  firstSlot: Slots;
  /** For fetching the others, which must not wait for proofs. */
  fetchSlot: Slots;
  compileSlot: Slots;
  thread: Pick<SpecPackageThread, "prove">;
  compileProven: CompileProven;
  /** Whether packages are compiled before they are used, or with the first call that needs them. */
  compilesAtOnce(): boolean;
  signal: AbortSignal;
}

export function createSpecPackageReader(source: SpecPackageSource): SpecPackageReader {
  const { domain, limits, signal } = source;
  const url = new URL(domain.specPackageUrl);
  /** The digest of each version seen: while this process runs, a version may not change its content. */
  const published = new Map<string, string>();
  /**
   * What was read last and is not in use, so that it is not proven again on every refresh. One that could not be proven in
   * time gets another chance now and then, and with every refresh while there is nothing else to use: perhaps only the
   * machine was busy.
   */
  let last: { key: string; reading: Reading<SpecPackageCopy> } | undefined;

  const read = async (
    current: SpecPackageCopy | undefined,
    unconditional: boolean,
    held?: Slot,
  ): Promise<Reading<SpecPackageCopy>> => {
    const etag = unconditional ? undefined : current?.etag;
    const ask = (slot: Slot) => fetchBytes({ url, limits, etag, signal, slot });
    const answer = await (held === undefined ? source.fetchSlot(ask) : ask(held));
    if (answer.status === "failed") {
      const { problem, retryAfterSeconds } = answer;
      return { status: "failed", problem, retryAfterMs: retryAfterSeconds && retryAfterSeconds * 1_000 };
    }
    const { head } = answer;
    const ageMs = head.ageSeconds * 1_000;
    if (answer.status === "ok") return { ...(await judge(answer.body, head, current, unconditional)), ageMs };
    if (current !== undefined && (head.etag === undefined || sameTag(head.etag, etag ?? "")))
      return { status: "confirmed", value: current, ageMs };
    return read(current, true, held);
  };

  const judge = async (
    bytes: Buffer,
    { etag }: FetchHead,
    current: SpecPackageCopy | undefined,
    unconditional: boolean,
  ): Promise<Reading<SpecPackageCopy>> => {
    const bodyHash = createHash("sha256").update(bytes).digest("hex");
    if (current !== undefined && current.bodyHash === bodyHash)
      return { status: "confirmed", value: { ...current, etag } };
    const key = JSON.stringify([bodyHash, domain.rollout?.pin]);
    const isDue = unconditional || current === undefined;
    if (last?.key === key && !(isDue && isUnproven(last.reading))) return last.reading;
    const reading = await admit(bytes, etag, bodyHash, current);
    last = reading.status === "confirmed" ? undefined : { key, reading };
    return reading;
  };

  const admit = async (
    bytes: Buffer,
    etag: string | undefined,
    bodyHash: string,
    current: SpecPackageCopy | undefined,
  ): Promise<Reading<SpecPackageCopy>> => {
    const proof = await source.thread.prove(bytes);
    if (proof.status === "failed") return proof;
    const { proven } = proof;
    const problem =
      identityProblem(domain, proven) ??
      versionProblem(published, proven) ??
      (current === undefined ? pinProblem(domain, proven) : undefined);
    if (problem !== undefined) return { status: "failed", problem };
    published.set(proven.version, proven.digest);
    // White space and the order of members do not matter: it is the same package.
    if (current !== undefined && current.spec.digest === proven.digest)
      return { status: "confirmed", value: { ...current, etag, bodyHash } };
    const { asked } = proven;
    const lacking = registryProblem(domain, asked);
    if (lacking !== undefined) return { status: "failed", problem: lacking };
    const document = parseJson(bytes) as { value: SpecPackageDocument };
    const spec = source.compileProven(document.value, proven.digest);
    // A call that was answered at once with the package before must not wait for the next one.
    if (current !== undefined || source.compilesAtOnce())
      await source.compileSlot(async () => {
        // One package per event loop turn, so that requests are answered in between.
        await nextTurn();
        spec.compile();
      });
    const value = { spec, registries: asked.named, etag, bodyHash };
    const isWanted = domain.rollout?.pin !== undefined && isPinned(domain, spec);
    const older = current && !isWanted ? olderProblem(current.spec, spec) : undefined;
    return older === undefined
      ? { status: "replaced", value }
      : { status: "suspected", value, problem: older };
  };

  return (current, unconditional) =>
    current === undefined
      ? source.firstSlot((slot) => read(current, unconditional, slot))
      : read(current, unconditional);
}

function isUnproven(reading: Reading<unknown>): boolean {
  return "problem" in reading && reading.problem.code === UNPROVEN;
}

/** With a copy in use, another version than the pinned one only waits. */
function pinProblem(domain: ConfiguredDomain, spec: ProvenPackage): UpstreamProblem | undefined {
  if (isPinned(domain, spec)) return undefined;
  const message = `the product publishes version ${spec.version} (${spec.digest}), but ${domain.rollout?.pin} is pinned`;
  return { code: "spec-package-not-pinned", message };
}

function identityProblem(domain: ConfiguredDomain, spec: ProvenPackage): UpstreamProblem | undefined {
  if (spec.targetProduct === domain.targetProduct && spec.domainId === domain.domainId) return undefined;
  return {
    code: "spec-package-of-another-domain",
    message: `the spec package is for ${spec.targetProduct}/${spec.domainId}, but ${domain.targetProduct}/${domain.domainId} is configured`,
  };
}

function olderProblem(current: SpecPackage, next: SpecPackage): UpstreamProblem | undefined {
  const [was, is] = [current, next].map(({ version }) => version.split(".").map(Number)) as [
    number[],
    number[],
  ];
  const at = was.findIndex((part, index) => part !== is[index]);
  if (at < 0 || is[at]! > was[at]!) return undefined;
  const message = `version ${next.version} of the rules is older than ${current.version}`;
  return { code: "spec-package-older", message };
}

function versionProblem(published: Map<string, string>, spec: ProvenPackage): UpstreamProblem | undefined {
  const before = published.get(spec.version);
  if (before === undefined || before === spec.digest) return undefined;
  return {
    code: "spec-package-version-reused",
    message: `version ${spec.version} was published before with other content (${before}, now ${spec.digest}); publish a new version`,
  };
}
