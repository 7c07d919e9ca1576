/** The spec package thread. */
import { serveJobs } from "../../shared/serve-jobs.ts";
import { proveSpecPackage } from "./prove.ts";
import type { SpecPackageProof } from "./thread.ts";

serveJobs<Uint8Array, SpecPackageProof>(async (bytes) => ({ answer: proveSpecPackage(bytes) }));
