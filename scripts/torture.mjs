/**
 * `npm run verify -- torture [seconds] [seed]`: random calls against two replicas behind nginx while the replicas, Redis, the
 * identity service and the product are killed, stopped and restarted. Exits with 1 if any answer is wrong. See test/torture.
 */
import { bundleForNode } from "./bundle-for-node.mjs";
import { ensurePrograms } from "./ensure-test-servers.mjs";

const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (![seconds, seed].every(Number.isSafeInteger) || seconds < 1) {
  console.error("Usage: npm run verify -- torture [seconds] [seed]");
  process.exit(2);
}
if (ensurePrograms(["redis-server", "nginx"]).length > 0) process.exit(1);
const { torture } = await bundleForNode("torture", "torture", "upstream");
process.exit((await torture({ seconds, seed, print: console.log })) ? 0 : 1);
