/** The threads of the catalogue, so that no request waits for what a product publishes. An index is transferred, not copied. */
import { registryBuffers } from "../../core/registry/registry.ts";
import { failed } from "../shared/bounded-fetch.ts";
import { serveJobs } from "../shared/thread.ts";
import { proveSpecPackage, type SpecPackageProof } from "./packages.ts";
import { type RegistryAnswer, type RegistryJob, readRegistry } from "./registries.ts";

serveJobs<Uint8Array | RegistryJob, SpecPackageProof | RegistryAnswer>(async (job) => {
  if (job instanceof Uint8Array) return { answer: proveSpecPackage(job) };
  const answer = await readRegistry(job).catch((error: unknown): RegistryAnswer => {
    const kind = error instanceof Error ? error.name : "unknown";
    return failed("internal", `reading the registry failed (${kind})`);
  });
  return { answer, transfer: answer.status === "loaded" ? [...registryBuffers(answer.data)] : [] };
});
