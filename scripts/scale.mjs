/**
 * `npm run verify -- scale`: what replicas cost everyone they ask, from one to a thousand of them, which part reaches its limit first, and whether
 * real processes do at two small sizes what the model says. `scale <callers> <domains> <replicas>` shows one size.
 * `scale measure` measures the constants again, and writes test/scale/constants.json and the tables of docs/scaling.md.
 */
import { bundleForNode } from "./bundle-for-node.mjs";
import { ensurePrograms } from "./ensure-test-servers.mjs";

const words = process.argv.slice(2);
const numbers = words.map(Number);
const isSize = words.length === 3 && numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
const isMeasure = words.length === 1 && words[0] === "measure";
if (words.length > 0 && !isSize && !isMeasure) {
  console.error("Usage: npm run verify -- scale [measure | <callers> <domains> <replicas>]");
  process.exit(2);
}
if (ensurePrograms(["redis-server"]).length > 0) process.exit(1);
const { measureAndWrite, show, showSize } = await bundleForNode("scale", "scale");
const isGood = isSize
  ? showSize(numbers, console.log)
  : await (isMeasure ? measureAndWrite : show)(console.log);
process.exit(isGood ? 0 : 1);
