/**
 * The registry thread: fetches, parses and indexes registries so that a million entries never block a
 * request. Answers with flat buffers, which are transferred rather than copied.
 */
import { registryBuffers } from "../../core/registry/registry.ts";
import { createBoundedMap } from "../shared/bounded-map.ts";
import { serveJobs } from "../shared/serve-jobs.ts";
import { type RegistryAnswer, type RegistryJob, readRegistry } from "./registries.ts";

/** Products of one platform often start with the same registry. */
const loaded = createBoundedMap<string>(10_000);

serveJobs<RegistryJob, RegistryAnswer>(async (job, slot) => {
  const answer = await readRegistry(job, loaded, slot).catch((error: unknown): RegistryAnswer => {
    const kind = error instanceof Error ? error.name : "unknown";
    return {
      status: "failed",
      problem: { code: "internal", message: `reading the registry failed (${kind})` },
    };
  });
  return { answer, transfer: answer.status === "loaded" ? registryBuffers(answer.data) : [] };
});
