/**
 * `npm run verify -- mutate [file or folder…] [--all] [--since REF] [--minutes N] [--seed N] [--tests PATHS] [--total]`: changes the code in
 * small ways, one at a time, and runs the tests that reach the change. A mutant that no test notices is a promise that
 * nothing guards.
 *
 * Without files it takes what changed since REF (default: the commit before the last one). `--all` takes a random sample
 * of lines of everything that must be guarded, or of the folders that are named, as much as fits into the time. The last
 * result of each whole file is kept in .cache/mutants; `--total` adds these up without running anything. Mutants that
 * may survive are listed with the reason in test/mutation/survivors.json. Stryker needs a newer Node, so both are
 * installed into .cache.
 *
 * Mutants of the core are tested in one process by test/mutation/core, the others by Vitest. For the core,
 * `--tests test/core/pattern,test/core/json` runs only the tests there: quick, but others might kill more.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureNpmTools } from "./npm-tools.mjs";

const GUARDED = [
  "src/core/",
  "src/service/operations/",
  "src/service/budget/",
  "src/service/shared/",
  "src/service/identity/",
  "src/service/catalogue/registries.ts",
];
/** Tables and types: changing them says nothing about the tests. */
const LEFT_OUT = ["src/core/unicode/unicode-tables.ts", "src/core/types.ts", "src/core/index.ts"];
const SAMPLED_LINES = 12;

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, ".cache");
const kept = join(cache, "mutants");
const accepted = JSON.parse(readFileSync(join(root, "test/mutation/survivors.json"), "utf8"));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    total: { type: "boolean", default: false },
    since: { type: "string", default: "HEAD~1" },
    minutes: { type: "string", default: "20" },
    tests: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(options.minutes);
const seed = Number(options.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error(
    "Usage: npm run verify -- mutate [file or folder…] [--all] [--since REF] [--minutes N] [--seed N] [--tests PATHS] [--total]",
  );
  process.exit(2);
}
const named = positionals.map((path) => relative(root, resolve(path)));
if (options.total) {
  printTotal();
  process.exit(0);
}

const isSample = options.all;
const ranges = isSample ? sampleLines() : named.length > 0 ? guardedFiles() : changedFiles();
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
console.log(
  `${ranges.length} ${isSample ? `windows of lines (seed ${seed})` : "files"}, at most ${minutes} minutes`,
);
const end = Date.now() + minutes * 60_000;
const ofCore = ranges.filter((path) => path.startsWith("src/core/"));
const ofOthers = ranges.filter((path) => !path.startsWith("src/core/"));
// Mutants of the core are many and quick; in a sample the others still get their share of the time.
const share = isSample ? ofCore.length / ranges.length : 1;
const core = await testMutants("core", ofCore, Date.now() + share * (end - Date.now()));
const others = await testMutants("vitest", ofOthers, end);
const tested = [...core.mutants, ...others.mutants];
const isLate = core.isLate || others.isLate;
if (!isSample && !isLate) keepResults();
printSurvivors(tested);
if (ofCore.length > 0 && ofOthers.length > 0) {
  printCounts(core.mutants, " in the core");
  printCounts(others.mutants, " elsewhere");
}
printCounts(tested, isLate ? "; stopped when the time was up" : "");

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

/** The files that must be guarded, or those of them that are named themselves or by a folder. */
function guardedFiles() {
  return git("ls-files", "--cached", "--others", "--exclude-standard", "src").filter(
    (path) =>
      isGuarded(path) &&
      (named.length === 0 || named.some((name) => path === name || path.startsWith(`${name}/`))),
  );
}

/** Windows of lines in random order, few enough to be tested in the time there is. */
function sampleLines() {
  const windows = guardedFiles().flatMap((path) => {
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

/** Runs Stryker and returns what became of each mutant, as far as the time allowed. */
async function testMutants(runner, mutate, deadline) {
  if (mutate.length === 0 || Date.now() >= deadline) return { mutants: [], isLate: mutate.length > 0 };
  const plugin = (name) => join(tools.folder, "node_modules", name, "dist", "src", "index.js");
  // Several runs at once must not share them.
  const run = join(cache, `mutate-${process.pid}`);
  const config = join(run, "stryker.json");
  const results = join(run, "mutants.jsonl");
  mkdirSync(run, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: runner,
      plugins: [
        runner === "vitest"
          ? plugin("@stryker-mutator/vitest-runner")
          : join(root, "test/mutation/core/runner.mjs"),
        join(root, "test/mutation/reporter.mjs"),
      ],
      ...(runner === "vitest"
        ? { vitest: { configFile: "test/mutation/vitest.config.ts", related: true } }
        : {}),
      mutate,
      coverageAnalysis: "perTest",
      ignoreStatic: true,
      dryRunTimeoutMinutes: 20,
      concurrency: runner === "vitest" ? 2 : 1,
      reporters: ["lines"],
      tempDirName: ".cache/stryker-tmp",
      ignorePatterns: [
        ...["dist", "dist-dev", ".cache"],
        // What the tests of the core never read.
        ...(runner === "core" ? ["web", "deploy", "docs/images", "neighbours"] : []),
      ],
      // Stryker would rewrite it with the compiler's API, which TypeScript 7 does not have.
      tsconfigFile: "no-tsconfig.json",
      timeoutMS: runner === "vitest" ? 20_000 : 5_000,
    }),
  );
  writeFileSync(results, "");
  const suite = ["../shared", "../../shared", ".cache"]
    .map((folder) => join(root, folder, "json-schema-test-suite"))
    .find((folder) => existsSync(folder));
  const stryker = spawn(
    tools.node,
    [join(tools.folder, "node_modules/@stryker-mutator/core/bin/stryker.js"), "run", relative(root, config)],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        MUTANTS_FILE: results,
        ...(options.tests === undefined ? {} : { MUTATION_TESTS: options.tests }),
        ...(suite === undefined ? {} : { JSON_SCHEMA_TEST_SUITE: suite }),
      },
    },
  );
  const stop = () => stryker.kill("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  const timer = setTimeout(stop, deadline - Date.now());
  const code = await new Promise((done) => stryker.on("exit", done));
  clearTimeout(timer);
  const isLate = Date.now() >= deadline;
  if (!isLate && code !== 0) process.exit(1);
  const lines = readFileSync(results, "utf8").split("\n").filter(Boolean);
  rmSync(run, { recursive: true });
  return { mutants: lines.map((line) => describeMutant(JSON.parse(line))), isLate };
}

/** Where a mutant is and what it changes, in a form that does not depend on line numbers. */
function describeMutant({ fileName, location: { start, end }, mutatorName, replacement, status, killedBy }) {
  const file = relative(root, resolve(root, fileName));
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const first = lines[start.line - 1] ?? "";
  const before =
    start.line === end.line
      ? first.slice(start.column - 1, end.column - 1)
      : [
          first.slice(start.column - 1),
          ...lines.slice(start.line, end.line - 1),
          lines[end.line - 1].slice(0, end.column - 1),
        ].join("\n");
  return {
    file,
    at: start.line,
    line: first.trim(),
    mutator: mutatorName,
    before,
    after: replacement,
    status,
    killedBy,
  };
}

/**
 * Each entry gives a file or the start of its path, and any of `line` (the text of the mutant's first line), `mutator`,
 * `before` and `after`. A member that ends in `Pattern` is a regular expression for the one that it is named after.
 */
function isAccepted(mutant) {
  return accepted.some(
    (entry) =>
      mutant.file.startsWith(entry.file) &&
      ["line", "mutator", "before", "after", "status"].every(
        (name) =>
          (entry[name] === undefined || entry[name] === mutant[name]) &&
          (entry[`${name}Pattern`] === undefined || new RegExp(entry[`${name}Pattern`]).test(mutant[name])),
      ),
  );
}

function isKilled({ status }) {
  return status === "Killed" || status === "Timeout";
}

function isSurvivor({ status }) {
  return status === "Survived" || status === "NoCoverage";
}

function keepResults() {
  for (const file of new Set(tested.map((mutant) => mutant.file))) {
    const path = join(kept, `${file}.json`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(tested.filter((mutant) => mutant.file === file)));
  }
}

function printSurvivors(mutants) {
  for (const mutant of mutants) {
    if (!isSurvivor(mutant) || isAccepted(mutant)) continue;
    console.log(
      `${mutant.file}:${mutant.at}  ${mutant.mutator}${mutant.status === "NoCoverage" ? " (no test)" : ""}`,
    );
    console.log(`  - ${mutant.before}\n  + ${mutant.after}`);
  }
}

function printTotal() {
  const files = guardedFiles().filter((file) => existsSync(join(kept, `${file}.json`)));
  const mutants = files.flatMap((file) => {
    const some = JSON.parse(readFileSync(join(kept, `${file}.json`), "utf8"));
    printCounts(some, `  ${file}`);
    return some;
  });
  printCounts(mutants, ` in ${files.length} of ${guardedFiles().length} files`);
}

function printCounts(mutants, suffix) {
  const killed = mutants.filter(isKilled).length;
  const survivors = mutants.filter(isSurvivor);
  const mayLive = survivors.filter(isAccepted).length;
  const judged = killed + survivors.length - mayLive;
  const share = judged === 0 ? 100 : (100 * killed) / judged;
  console.log(
    `${judged} mutants, ${killed} killed (${share.toFixed(1)} %), ${judged - killed} survived, ` +
      `${mayLive} may survive${suffix}`,
  );
}
