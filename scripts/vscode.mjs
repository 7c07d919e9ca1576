/**
 * `npm run vscode`: packages the extension for VS Code as .cache/preflight.vsix. Its tool needs Node 22 or newer, so it
 * is run by npx with Node 24, and nothing of it is installed with the project.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const source = join(root, "editors", "vscode");
const target = join(root, ".cache", "preflight.vsix");

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: source, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(join(root, ".cache"), { recursive: true });
rmSync(target, { force: true });
// The same files as those of the project.
copyFileSync(join(root, "LICENSE"), join(source, "LICENSE"));
copyFileSync(
  join(root, "schemas", "preflight.config.schema.json"),
  join(source, "preflight.config.schema.json"),
);
run("npm", "ci", "--silent", "--omit=dev");
run(
  "npx",
  ...["--yes", "--package=node@24", "--package=@vscode/vsce@4", "--"],
  ...["vsce", "package", "--allow-missing-repository", "--out", target],
);
