/** The spec package thread. */
import { serveJobs } from "../shared/serve-jobs.ts";
import { proveSpecPackage, type SpecPackageProof } from "./packages.ts";

serveJobs<Uint8Array, SpecPackageProof>(async (bytes) => ({ answer: proveSpecPackage(bytes) }));
