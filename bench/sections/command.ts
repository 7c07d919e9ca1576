/**
 * The command: how long it takes to start beside other linters, and what checking many files at once saves. Times are
 * processor time, user and system, of the whole process.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { candidates } from "../candidates.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { rounds } from "../rounds.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

const FILES = 1_000;
/** One round of single runs; a thousand of them would take minutes and tell no more. */
const SINGLE_RUNS = 10;

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What has to be there. */
  readonly needs: string;
}

export const title = "Command line";

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-command-"));
  try {
    writeFiles(folder);
    startUp(folder, report);
    manyFiles(folder, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFiles(folder: string): void {
  mkdirSync(join(folder, "many"));
  const text = JSON.stringify(candidates.small(), null, 2);
  writeFileSync(join(folder, "one.json"), text);
  writeFileSync(join(folder, "one.js"), "export const one = 1;\n");
  writeFileSync(join(folder, "eslint.config.js"), "export default [];\n");
  for (let index = 0; index < FILES; index++) writeFileSync(join(folder, "many", `${index}.json`), text);
}

function programs(): Program[] {
  const node = process.execPath;
  const compiled = path("dist/cli/main.js");
  const bundled = path("dist/bundle/preflight.js");
  const biome = path("node_modules/@biomejs/biome/bin/biome");
  const eslint = path("bench/node_modules/eslint/bin/eslint.js");
  const of = (name: string, script: string, ...args: string[]): Program => ({
    name,
    command: node,
    args: [script, ...args],
    needs: script,
  });
  return [
    { name: "node, doing nothing", command: node, args: ["-e", "0"], needs: node },
    of("preflight --version", compiled, "--version"),
    of("preflight validate, 1 file", compiled, "validate", "one.json"),
    of("preflight --version, as published", bundled, "--version"),
    of("preflight validate, 1 file, as published", bundled, "validate", "one.json"),
    of("biome --version", biome, "--version"),
    of("biome lint, 1 file", biome, "lint", "one.js"),
    of("eslint, 1 file", eslint, "one.js"),
  ];
}

function startUp(folder: string, report: Report): void {
  bundle();
  const all = programs();
  const present = all.filter(({ needs }) => existsSync(needs));
  for (const { name, needs } of all)
    if (!present.some((program) => program.name === name))
      report.note(`${name}: skipped, ${needs.replace(path("."), "")} is missing`);
  const samples = new Map(present.map(({ name }) => [name, [] as { cpu: number; wall: number }[]]));
  for (let round = 0; round < rounds; round++)
    for (const { name, command, args } of present) samples.get(name)!.push(measure(command, args, folder));
  const rows = present.map(({ name }) => {
    const taken = samples.get(name)!;
    return [
      name,
      spread(
        taken.map(({ cpu }) => cpu),
        0,
      ),
      spread(
        taken.map(({ wall }) => wall),
        0,
      ),
    ];
  });
  report.table("Start, milliseconds", ["", "processor", "wall"], rows);
  const cpu = (name: string) => samples.get(name)?.map((sample) => sample.cpu) ?? [];
  report.figure(
    "preflight --version, of biome --version",
    "x",
    ratios(cpu("preflight --version"), cpu("biome --version")),
    {
      atMost: 1,
    },
  );
  if (cpu("eslint, 1 file").length > 0)
    report.figure(
      "preflight validate, of eslint on 1 file",
      "x",
      ratios(cpu("preflight validate, 1 file"), cpu("eslint, 1 file")),
      {
        atMost: 1,
      },
    );
}

/** What `npm pack` ships. */
function bundle(): void {
  const script = new URL("scripts/package/bundle.mjs", root).href;
  spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `const { bundle } = await import("${script}"); await bundle();`],
    {
      cwd: path("."),
      stdio: "ignore",
    },
  );
}

function manyFiles(folder: string, report: Report): void {
  const command = path("dist/cli/main.js");
  const together: number[] = [];
  const single: number[] = [];
  for (let round = 0; round < rounds; round++) {
    together.push(measure(process.execPath, [command, "validate", "many"], folder).cpu);
    const runs = Array.from({ length: SINGLE_RUNS }, (_, index) =>
      measure(process.execPath, [command, "validate", `many/${index}.json`], folder),
    );
    single.push(median(runs.map(({ cpu }) => cpu)) * FILES);
  }
  report.table(
    `${FILES} files, milliseconds of processor time`,
    ["", "time"],
    [
      ["one run", spread(together, 0)],
      ["1,000 runs (1,000 times the median of 10)", spread(single, 0)],
    ],
  );
  report.figure("1,000 files in one run, of 1,000 runs", "x", ratios(single, together), { atLeast: 20 });
}

/** Runs a program by bash, which knows what its children used. */
function measure(command: string, args: readonly string[], cwd: string): { cpu: number; wall: number } {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  const script = `TIMEFORMAT='%R %U %S'; time ${words} >/dev/null 2>&1`;
  const { stderr } = spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
  const [wall = 0, user = 0, system = 0] = stderr.trim().split(" ").map(Number);
  return { cpu: (user + system) * 1_000, wall: wall * 1_000 };
}
