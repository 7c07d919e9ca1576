/**
 * `npm run mutate -- [file…] [--all] [--since REF] [--minutes N] [--seed N]`: changes the code in small ways, one at a
 * time, and runs the tests that reach the change. A mutant that no test notices is a promise that nothing guards.
 *
 * Without files it takes what changed since REF (default: the commit before the last one). `--all` takes a random sample
 * of lines of everything that must be guarded, as much as fits into the time. Mutants that may survive are listed with
 * the reason in test/mutation/survivors.json. Stryker needs a newer Node, so both are installed into .cache.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureNpmTools } from "./npm-tools.mjs";

const GUARDED = [
  "src/core/",
  "src/operations/",
  "src/adapters/keys/",
  "src/adapters/limiter/",
  "src/adapters/shared/",
  "src/adapters/signed-calls/",
  "src/adapters/upstream/",
];
/** Tables and types: changing them says nothing about the tests. */
const LEFT_OUT = ["src/core/text/unicode-tables.ts", "src/core/types.ts", "src/core/index.ts"];
const SAMPLED_LINES = 12;

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, ".cache");
const results = join(cache, "mutants.jsonl");

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    since: { type: "string", default: "HEAD~1" },
    minutes: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(options.minutes);
const seed = Number(options.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error("Usage: npm run mutate -- [file…] [--all] [--since REF] [--minutes N] [--seed N]");
  process.exit(2);
}

const ranges = options.all ? sampleLines() : positionals.length > 0 ? positionals : changedFiles();
if (ranges.length === 0) {
  console.log("Nothing that must be guarded has changed. Name files, or use --all.");
  process.exit(0);
}

const tools = await ensureNpmTools("mutate", {
  "@stryker-mutator/core": "10.1.1",
  "@stryker-mutator/vitest-runner": "10.1.1",
});
if (!tools.ok) {
  console.error(tools.reason);
  process.exit(1);
}
useVitestOfProject();
const stopped = await runStryker();
report(stopped);

function isGuarded(path) {
  return (
    path.endsWith(".ts") &&
    !LEFT_OUT.includes(path) &&
    GUARDED.some((folder) => path.startsWith(folder)) &&
    existsSync(join(root, path))
  );
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}

function changedFiles() {
  const changed = [
    ...git("diff", "--name-only", options.since),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(changed)].filter(isGuarded);
}

/** Windows of lines in random order, few enough to be tested in the time there is. */
function sampleLines() {
  const windows = git("ls-files", "src")
    .filter(isGuarded)
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), "utf8").split("\n").length;
      const starts = Array.from(
        { length: Math.ceil(lines / SAMPLED_LINES) },
        (_, at) => at * SAMPLED_LINES + 1,
      );
      return starts.map((start) => `${path}:${start}-${Math.min(start + SAMPLED_LINES - 1, lines)}`);
    });
  const random = randomFrom(seed);
  const shuffled = windows.map((range) => [random(), range]).sort(([a], [b]) => a - b);
  // About ten mutants a window and one mutant a second.
  return shuffled.slice(0, Math.max(3, Math.ceil(minutes * 6))).map(([, range]) => range);
}

/** mulberry32: small, seeded and good enough for sampling. */
function randomFrom(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two copies of Vitest in one process do not find each other's state. */
function useVitestOfProject() {
  const path = join(tools.folder, "node_modules", "vitest");
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  rmSync(path, { recursive: true, force: true });
  symlinkSync(join(root, "node_modules", "vitest"), path);
}

async function runStryker() {
  const plugin = (name) => join(tools.folder, "node_modules", name, "dist", "src", "index.js");
  const config = join(cache, "stryker.json");
  mkdirSync(cache, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: "vitest",
      plugins: [plugin("@stryker-mutator/vitest-runner"), join(root, "test/mutation/reporter.mjs")],
      vitest: { configFile: "test/mutation/vitest.config.ts", related: true },
      mutate: ranges,
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      reporters: ["lines"],
      tempDirName: ".cache/stryker-tmp",
      ignorePatterns: ["dist", "dist-dev", ".cache"],
      // Stryker would rewrite it with the compiler's API, which TypeScript 7 does not have.
      tsconfigFile: "no-tsconfig.json",
      timeoutMS: 20_000,
    }),
  );
  writeFileSync(results, "");
  console.log(
    `${ranges.length} ${options.all ? `windows of lines (seed ${seed})` : "files"}, at most ${minutes} minutes`,
  );
  const stryker = spawn(
    tools.node,
    [join(tools.folder, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", relative(root, config)],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, MUTANTS_FILE: results } },
  );
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stryker.kill("SIGINT");
  }, minutes * 60_000);
  const code = await new Promise((done) => stryker.on("exit", done));
  clearTimeout(timer);
  if (!late && code !== 0) process.exit(1);
  return late;
}

function report(stopped) {
  const tested = readFileSync(results, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const accepted = JSON.parse(readFileSync(join(root, "test/mutation/survivors.json"), "utf8"));
  const counts = { killed: 0, survived: 0, accepted: 0 };
  for (const mutant of tested) {
    const path = relative(root, resolve(root, mutant.fileName));
    if (mutant.status === "Killed" || mutant.status === "Timeout") counts.killed += 1;
    else if (mutant.status === "Survived" || mutant.status === "NoCoverage") {
      const { line, before } = sourceOf(path, mutant.location);
      const { replacement } = mutant;
      if (
        accepted.some(
          (entry) => entry.file === path && entry.before === before && entry.after === replacement,
        )
      )
        counts.accepted += 1;
      else {
        counts.survived += 1;
        console.log(`${path}:${line}  ${mutant.mutatorName}\n  - ${before}\n  + ${replacement}`);
      }
    }
  }
  const judged = counts.killed + counts.survived;
  const share = judged === 0 ? 100 : (100 * counts.killed) / judged;
  console.log(
    `\n${judged} mutants, ${counts.killed} killed (${share.toFixed(1)} %), ${counts.survived} survived, ` +
      `${counts.accepted} may survive${stopped ? "; stopped when the time was up" : ""}`,
  );
}

function sourceOf(path, { start, end }) {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const first = lines[start.line - 1] ?? "";
  const before =
    start.line === end.line
      ? first.slice(start.column - 1, end.column - 1)
      : [first.slice(start.column - 1), ...lines.slice(start.line, end.line)].join("\n").trim();
  return { line: start.line, before };
}
