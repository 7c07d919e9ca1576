/** The spec package thread. */
import { provideExpressions } from "../../../core/expressions/index.ts";
import { serveJobs } from "../../shared/serve-jobs.ts";
import { proveSpecPackage } from "./prove.ts";
import type { SpecPackageProof } from "./thread.ts";

provideExpressions();

serveJobs<Uint8Array, SpecPackageProof>(async (bytes) => ({ answer: proveSpecPackage(bytes) }));
