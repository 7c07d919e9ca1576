/** Reads one registry, in the registry thread. */
import { openRegistry, type RegistryData } from "../../../core/registry/registry.ts";
import type { Shared } from "../../../core/schema/sharing.ts";
import type { Registry } from "../../../core/types.ts";
import type {
  RegistryAnswer,
  RegistryLimits,
  RegistrySource,
  RegistryTrace,
} from "../../upstream/registry.ts";
import type { RegistryThread } from "../../upstream/registry-thread.ts";
import type { Reading } from "../follower.ts";

export interface RegistryCopy {
  registry: Registry;
  trace: RegistryTrace;
}

/** `indexes`: those in use. Products of one platform often start with the same registry, and then share one. */
export const createRegistryReader =
  (source: RegistrySource, limits: RegistryLimits, thread: RegistryThread, indexes: Shared<RegistryData>) =>
  async (current: RegistryCopy | undefined, unconditional: boolean): Promise<Reading<RegistryCopy>> => {
    const job = { ...source, limits, previous: current?.trace, unconditional };
    let answer = await thread.read(job);
    let data = answer.status === "known" ? indexes.find(keyOf(answer.digest, source.case)) : undefined;
    // Nobody uses that index any more.
    if (answer.status === "known" && data === undefined)
      answer = await thread.read({ ...job, unconditional: true, unshared: true });
    if (answer.status === "failed") return answer;
    if (answer.status === "loaded") {
      const key = keyOf(answer.data.digest, source.case);
      data = indexes.find(key);
      if (data === undefined) indexes.keep(key, answer.data);
      data ??= answer.data;
    }
    return { ...readingOf(answer, data, current), ageMs: answer.ageSeconds * 1_000 };
  };

function keyOf(digest: string, caseRule: RegistrySource["case"] = "ignore"): string {
  return `${digest} ${caseRule}`;
}

function readingOf(
  answer: Exclude<RegistryAnswer, { status: "failed" }>,
  data: RegistryData | undefined,
  current: RegistryCopy | undefined,
): Reading<RegistryCopy> {
  if (data !== undefined && answer.status !== "unchanged") {
    const registry = openRegistry(data, answer.asOf);
    if (registry.digest !== current?.registry.digest) {
      const value = { registry, trace: answer.trace };
      const [before, after] = [current?.registry.size ?? 0, registry.size];
      if (after * 2 >= before) return { status: "replaced", value };
      const message = `the registry shrank from ${before} to ${after} ${after === 1 ? "entry" : "entries"}`;
      // Nothing is taken in an empty registry, so every identifier would pass: only a restart makes it count.
      return after === 0
        ? { status: "failed", problem: { code: "registry-empty", message } }
        : { status: "suspected", value, problem: { code: "registry-shrunken", message } };
    }
  }
  if (current === undefined) throw new Error("a first read cannot be unchanged");
  // Other bytes but the same entries: the snapshot in use stays, and so does its time.
  return { status: "confirmed", value: { registry: current.registry, trace: answer.trace } };
}
