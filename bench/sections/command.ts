/**
 * The command: how long it takes to start beside other linters, what checking many files at once saves, and how soon an
 * editor is answered. Times of runs are processor time, user and system, of the whole process.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { stringify } from "yaml";
import { candidates } from "../candidates.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { rounds } from "../rounds.ts";

const root = new URL("../../../", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));

const BIOME = path("node_modules/@biomejs/biome/bin/biome");
const FILES = 1_000;
/** One round of single runs; a thousand of them would take minutes and tell no more. */
const SINGLE_RUNS = 10;
const EDITS = 40;

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
    const published = install(folder);
    startUp(folder, published, report);
    manyFiles(folder, published, report);
    await edits(folder, published, report);
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
  writeFileSync(join(folder, "biome.json"), '{ "formatter": { "indentStyle": "space" } }');
  // Otherwise biome would spend its time on showing how it would write them.
  spawnSync(process.execPath, [BIOME, "format", "--write", "many"], { cwd: folder, stdio: "ignore" });
}

const PUBLISHED = "preflight validate, 1 file, as published";

const COMPILED = path("bin/preflight.mjs");

function programs(published: string): Program[] {
  const node = process.execPath;
  const eslint = path("bench/node_modules/eslint/bin/eslint.js");
  const of = (name: string, script: string, ...args: string[]): Program => ({
    name,
    command: node,
    args: [script, ...args],
    needs: script,
  });
  return [
    { name: "node, doing nothing", command: node, args: ["-e", "0"], needs: node },
    of("preflight --version", COMPILED, "--version"),
    of("preflight validate, 1 file", COMPILED, "validate", "one.json"),
    of(PUBLISHED, published, "validate", "one.json"),
    of("biome --version", BIOME, "--version"),
    of("biome lint, 1 file", BIOME, "lint", "one.js"),
    of("eslint, 1 file", eslint, "one.js"),
  ];
}

function startUp(folder: string, published: string, report: Report): void {
  const all = programs(published);
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
  report.figure(`${PUBLISHED}, processor time`, "ms", cpu(PUBLISHED), { atMost: 200 });
  if (cpu("eslint, 1 file").length > 0)
    report.figure(
      "preflight validate, of eslint on 1 file",
      "x",
      ratios(cpu(PUBLISHED), cpu("eslint, 1 file")),
      {
        atMost: 1,
      },
    );
}

/** The command of the package, packed and unpacked as npm would. */
function install(folder: string): string {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  spawnSync("npm", ["pack", "--pack-destination", folder], { cwd: path("."), stdio: "ignore" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no package.");
  spawnSync("tar", ["-xzf", join(folder, tarball), "--transform", "s/^package/proposal-preflight/"], {
    cwd: modules,
  });
  return join(modules, "proposal-preflight", "bin", "preflight.mjs");
}

function manyFiles(folder: string, installed: string, report: Report): void {
  const together: number[] = [];
  const published: number[] = [];
  const biome: number[] = [];
  const single: number[] = [];
  for (let round = 0; round < rounds; round++) {
    published.push(measure(process.execPath, [installed, "validate", "many"], folder).cpu);
    biome.push(measure(process.execPath, [BIOME, "check", "many"], folder).cpu);
    together.push(measure(process.execPath, [COMPILED, "validate", "many"], folder).cpu);
    const runs = Array.from({ length: SINGLE_RUNS }, (_, index) =>
      measure(process.execPath, [COMPILED, "validate", `many/${index}.json`], folder),
    );
    single.push(median(runs.map(({ cpu }) => cpu)) * FILES);
  }
  report.table(
    `${FILES} files, milliseconds of processor time`,
    ["", "time"],
    [
      ["one run", spread(together, 0)],
      ["one run, as published", spread(published, 0)],
      ["biome check on the same files", spread(biome, 0)],
      ["1,000 runs (1,000 times the median of 10)", spread(single, 0)],
    ],
  );
  report.figure("1,000 files, of biome check on them", "x", ratios(published, biome), { atMost: 1.5 });
  report.figure("1,000 files in one run, of 1,000 runs", "x", ratios(single, together), { atLeast: 20 });
}

/** From a change of a text of 60 KB to the diagnostics about it, as an editor sees it. */
async function edits(folder: string, published: string, report: Report): Promise<void> {
  const server = spawn(process.execPath, [published, "lsp", "--domain", "datagen/generator-option"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  let onAnswer = (_version: number) => {};
  connection.onNotification("textDocument/publishDiagnostics", ({ version }) => onAnswer(version));
  connection.listen();
  await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  const texts = {
    JSON: JSON.stringify(candidates.large(), null, 2),
    YAML: stringify(candidates.large()),
  };
  const rows: string[][] = [];
  for (const [language, text] of Object.entries(texts)) {
    const uri = pathToFileURL(join(folder, `large.${language.toLowerCase()}`)).href;
    let version = 0;
    const send = async (method: string, params: object): Promise<number> => {
      const start = performance.now();
      await new Promise<void>((resolve) => {
        onAnswer = (answered) => {
          if (answered === version) resolve();
        };
        void connection.sendNotification(method, params);
      });
      return performance.now() - start;
    };
    await send("textDocument/didOpen", { textDocument: { uri, languageId: "json", version, text } });
    const times: number[] = [];
    for (let count = 0; count < EDITS; count++) {
      version++;
      // Every second time a member that does not exist, with one letter more.
      const name = count % 2 === 0 ? "description" : `description${"x".repeat(count)}`;
      const contentChanges = [{ text: text.replace("description", name) }];
      times.push(await send("textDocument/didChange", { textDocument: { uri, version }, contentChanges }));
    }
    rows.push([`${Math.round(text.length / 1_000)} KB of ${language}`, spread(times, 1)]);
    report.figure(`an edit in 60 KB of ${language}, answered by the language server`, "ms", times, {
      atMost: 50,
    });
  }
  server.kill();
  report.table("An edit, milliseconds until it is answered", ["", "wall"], rows);
}

/** Runs a program by bash, which knows what its children used. */
function measure(command: string, args: readonly string[], cwd: string): { cpu: number; wall: number } {
  const words = [command, ...args].map((word) => `'${word}'`).join(" ");
  const script = `TIMEFORMAT='%R %U %S'; time ${words} >/dev/null 2>&1`;
  // Node reads these at every start, which may take longer than all else that it does.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { stderr } = spawnSync("bash", ["-c", script], { cwd, env, encoding: "utf8" });
  const [wall = 0, user = 0, system = 0] = stderr.trim().split(" ").map(Number);
  return { cpu: (user + system) * 1_000, wall: wall * 1_000 };
}
