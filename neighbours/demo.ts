/** Runs Preflight and its three neighbours on loopback and takes one proposal through all of them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNeighbourhood } from "./demo/neighbourhood.ts";
import { walk } from "./demo/walk.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-demo-"));
let ending = false;
let end: () => Promise<void> = async () => undefined;

const stop = async (code: number): Promise<void> => {
  if (ending) return;
  ending = true;
  await end().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};
process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));

try {
  console.log("Starting the identity, voting and target product services and Preflight …");
  const neighbourhood = await startNeighbourhood(folder);
  end = neighbourhood.close;
  await walk(neighbourhood);
  if (process.argv.includes("--once")) await stop(0);
  else console.log("\nEverything is still running. Ctrl-C ends it.");
} catch (error) {
  if (!ending) console.error("The demo failed:", error instanceof Error ? error.message : error);
  await stop(1);
}
