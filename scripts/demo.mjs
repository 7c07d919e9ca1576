/**
 * `npm run demo [-- --once]`: builds, starts Preflight and its three neighbours on loopback, and takes a proposal
 * through all of them. Ctrl-C ends it. With `--once` it ends after the last step.
 */
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const build = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
if (build.status !== 0) process.exit(build.status ?? 1);

const demo = spawn(process.execPath, ["dist-dev/neighbours/demo.js", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
// Ctrl-C reaches the whole process group. A signal that is sent only to this process is passed on.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => demo.kill("SIGTERM"));
demo.on("exit", (code) => process.exit(code ?? 1));
