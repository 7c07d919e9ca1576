/**
 * `npm run verify -- editors [folder]`: a session in VS Code, which code-server shows in a browser: a faulty draft is opened,
 * its problems are shown, a fix is chosen and the file is saved. Pictures of each step are written into the folder
 * (.cache/editors). Neovim has such a session in test/cli/neovim.test.ts.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ensurePrograms } from "./ensure-test-servers.mjs";
import { ensureNpmTools } from "./npm-tools.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const pictures = resolve(process.argv[2] ?? join(root, ".cache", "editors"));
const PATIENCE_MS = 180_000;
const DRAFT = `# The proposal of the shop team.
owner: { kind: human, id: ada@example.org }
generatorId: loyalty-card     # must be free
generatorName: Loyalty card
descripton: Membership cards of a shop, with the tier of the member.
outputFields:
  - name: tier
    type: string
    description: bronze, silver or gold.
supportedStrategies: [ fast,   realistic ]
sampleRecords:
  - { tier: silver }
rationaleNotes: Retail teams ask for loyalty data in nearly every demo.
`;

const tools = await ensureNpmTools("node-24", {});
if (!tools.ok) throw new Error(tools.reason);
const installed = install();
if (ensurePrograms(["chromium"]).length > 0) throw new Error("A browser is needed.");
const work = mkdtempSync(join(tmpdir(), "preflight-editors-"));
mkdirSync(pictures, { recursive: true });
const workspace = join(work, "workspace");
const extension = join(work, "extensions", "proposal-preflight.preflight-vscode-1.0.0");
write(join(workspace, "draft.yaml"), DRAFT);
write(join(workspace, "preflight.config.json"), '{ "files": [{ "include": ["*.yaml"] }] }');
const command = [process.execPath, join(root, "bin", "preflight.mjs")];
write(
  join(work, "user", "User", "settings.json"),
  JSON.stringify({ "preflight.command": command, "chat.disableAIFeatures": true }),
);
cpSync(join(root, "editors", "vscode"), extension, { recursive: true });
run("npm", ["ci", "--silent", "--omit=dev"], extension);
const server = spawn(
  tools.node,
  [
    join(installed, "out/node/entry.js"),
    ...["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"],
    ...["--disable-workspace-trust", "--user-data-dir", join(work, "user")],
    ...["--extensions-dir", join(work, "extensions"), workspace],
  ],
  { env: { ...process.env, HOME: work }, stdio: ["ignore", "pipe", "pipe"] },
);
try {
  await session(await addressOf(server));
} finally {
  server.kill();
  rmSync(work, { recursive: true, force: true });
}

/** Without the scripts that build what a session does without, such as terminals. */
function install() {
  const folder = join(root, ".cache", "code-server");
  const program = join(folder, "node_modules", "code-server");
  const options = [
    "install",
    "--ignore-scripts",
    "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  if (existsSync(join(folder, "done"))) return program;
  rmSync(folder, { recursive: true, force: true });
  write(join(folder, "package.json"), '{ "private": true }');
  run("npm", [...options, "code-server@4.139.1"], folder);
  run("npm", options, join(program, "lib", "vscode"));
  run("npm", options, join(program, "lib", "vscode", "extensions"));
  write(join(folder, "done"), "");
  return program;
}

async function session(address) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await page.goto(`${address}/?folder=${encodeURIComponent(workspace)}`);
    await page.getByText("draft.yaml").first().dblclick();
    await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
    await page.screenshot({ path: join(pictures, "1-problems.png") });
    await page.locator(".monaco-editor").first().click();
    await page.keyboard.press("F8");
    await page.getByText("There is no member").first().waitFor();
    await page.screenshot({ path: join(pictures, "2-problem.png") });
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+.");
    await page.getByText('Rename it to "description"').first().waitFor();
    await page.screenshot({ path: join(pictures, "3-fixes.png") });
    await page.keyboard.press("Enter");
    await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await page.keyboard.press("Control+s");
    await saved();
    await page.screenshot({ path: join(pictures, "4-saved.png") });
    console.log(`Shown, fixed and saved. The pictures are in ${pictures}.`);
  } catch (error) {
    await page.screenshot({ path: join(pictures, "failed.png") }).catch(() => {});
    throw error;
  } finally {
    await browser.close();
  }
}

async function saved() {
  for (let tries = 0; tries < 300; tries++) {
    const text = readFileSync(join(workspace, "draft.yaml"), "utf8");
    if (text === DRAFT.replace("descripton", "description")) return;
    if (text !== DRAFT) throw new Error(`Something else was saved:\n${text}`);
    await sleep(200);
  }
  throw new Error("Nothing was saved.");
}

function addressOf(started) {
  return new Promise((found, failed) => {
    let said = "";
    const onData = (data) => {
      said += data;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (address !== undefined) found(address);
    };
    started.stdout.on("data", onData);
    started.stderr.on("data", onData);
    started.on("exit", () => failed(new Error(`code-server did not start:\n${said}`)));
  });
}

function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
}

function write(path, text) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}
