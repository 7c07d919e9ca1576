/**
 * Proves spec packages in a thread of their own: see worker.ts. What a product publishes may take long to
 * compile and to run by its examples, and no request may wait for that.
 */
import type { CompiledRules } from "../../../core/spec-package/rules/compiled-rules.ts";
import type { UpstreamProblem } from "../../shared/bounded-fetch.ts";
import { createThread } from "../../shared/thread.ts";

/** What the published document says it is. */
export interface ProvenPackage {
  targetProduct: string;
  domainId: string;
  version: string;
  digest: string;
  /** The registries that its rules ask: the product's own, and others by name. */
  asked: Pick<CompiledRules["registries"], "main" | "named">;
}

export type SpecPackageProof =
  | { status: "proven"; proven: ProvenPackage }
  | { status: "failed"; problem: UpstreamProblem };

export interface SpecPackageThread {
  /** `bytes`: the document as received. */
  prove(bytes: Uint8Array): Promise<SpecPackageProof>;
  close(): Promise<void>;
}

/** The code of packages that could not be proven in time. Somebody has to look, but it may work the next time. */
export const UNPROVEN = "spec-package-unproven";

const IDLE_MS = 5_000;

export function createSpecPackageThread(timeLimitMs: () => number, script?: URL): SpecPackageThread {
  const { run, close } = createThread<Uint8Array, SpecPackageProof>({
    name: "spec-package",
    script: script ?? new URL("./worker.js", import.meta.url),
    // One at a time, so that only the package at work can be to blame when the thread hangs.
    concurrency: 1,
    maxMegabytes: 512,
    maxYoungMegabytes: 8,
    // Packages change rarely, and the thread takes as much memory as a thousand of them.
    idleMs: IDLE_MS,
    timeLimitMs,
    failed: (message) => ({
      status: "failed",
      problem: {
        code: UNPROVEN,
        message: `${message} on the spec package, which may take at most ${timeLimitMs()} ms`,
      },
    }),
    stopped: { status: "failed", problem: { code: "stopped", message: "the service is stopping" } },
  });
  return { prove: run, close };
}
