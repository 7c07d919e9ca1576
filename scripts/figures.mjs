/**
 * `node scripts/figures.mjs [checkout]`: how large the project is and how far a call goes through it, to compare two commits.
 * The checkout, by default this one, must be built. Files are counted where a function of theirs ran.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../", import.meta.url)));

/** What verdicts and spec packages are made of, wherever it lies. */
const CORE = /^src\/(core|importing|authoring\/(advice|diff|impact|importing))\//;

const sources = execFileSync("git", ["ls-files", "src", "web"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const linesOf = (files) => files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
const countIn = (files, pattern) =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const words = (path) => readFileSync(join(root, path), "utf8").split(/\s+/).filter(Boolean).length;

const core = sources.filter(({ path }) => CORE.test(path));
const around = sources.filter(({ path }) => path.startsWith("src/") && !CORE.test(path));
const web = sources.filter(({ path }) => path.startsWith("web/"));
const rows = [
  ["lines of core and importing", linesOf(core)],
  ["lines of src outside of them", linesOf(around)],
  ["lines of src", linesOf(core) + linesOf(around)],
  ["lines of web", linesOf(web)],
  ["files of src", core.length + around.length],
  ["types of the core", countIn(core, /^(?:export )?(?:interface \w|type \w+(?:<.*>)? =)/gm)],
  ["exported types of the core", countIn(core, /^export (?:interface|type) /gm)],
  ["optional members of the core", countIn(core, /^\s+(?:readonly )?\w+\?: /gm)],
  ["words of the docs for product teams", docsForProductTeams()],
  ["files of the core: valid, a wrong type, a misspelt word", await filesOfOneFault()],
  ["files outside the core of one call over REST", await filesOfOneCall()],
  ["files outside the core of one fix of a YAML file", filesOfOneFix()],
];
for (const [what, figure] of rows) console.log(`${String(figure).padStart(8)}  ${what}`);

function docsForProductTeams() {
  return ["spec-packages", "checks", "expressions"].reduce((sum, page) => sum + words(`docs/${page}.md`), 0);
}

/** Of coverage: the files of the project in which a function other than the module itself ran. */
function filesWithCalls(result, isAsked) {
  const paths = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0),
    )
    .map(({ url }) => url.replace(pathToFileURL(join(root, "dist/")).href, "src/"))
    .filter((path) => path.startsWith("src/") && isAsked(path));
  return new Set(paths).size;
}

async function filesOfOneFault() {
  const load = (path) => import(pathToFileURL(join(root, "dist", path)).href);
  const { checkCandidate, createRegistry, loadSpecPackage } = await load("core/index.js");
  const folder = join(root, "spec-packages/datagen");
  const path = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith(".json"),
  );
  const document = JSON.parse(readFileSync(join(folder, path), "utf8"));
  const loaded = loadSpecPackage(document);
  const context = { registry: createRegistry([], 0), now: 0 };
  const valid = document.examples.valid[0].candidate ?? document.examples.valid[0];
  const candidate = { ...valid, generatorName: 5 };
  const misspelt = structuredClone(valid);
  misspelt.outputFields[0].type = "int";
  const figures = [];
  for (const sent of [valid, candidate, misspelt])
    figures.push(await filesDuring(() => checkCandidate(loaded.spec, sent, context), CORE));
  return figures.join(", ");
}

/** The second call of a service in this process: what it sets up for the first one does not count. */
async function filesOfOneCall() {
  const load = (path) => import(pathToFileURL(join(root, "dist/service", path)).href);
  const { startService } = await load("server/service.js");
  const { readConfig } = await load("settings/config.js");
  const { createLog } = await load("observe/log.js");
  const key = "ai_figures_0123456789abcdef";
  const { config } = readConfig({ PORT: "0" });
  const service = await startService({ config, keys: [key], log: createLog("info") });
  const body = JSON.stringify({
    targetProduct: "datagen",
    domainId: "generator-option",
    candidate: { generatorName: 5 },
  });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const call = async () =>
    (await fetch(`${service.url}/api/validate`, { method: "POST", headers, body })).text();
  await call();
  const files = await filesDuring(call, /^src\/(?!core\/)/);
  await service.stop(0);
  return files;
}

async function filesDuring(run, pattern) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  return filesWithCalls(result, (name) => pattern.test(name));
}

function filesOfOneFix() {
  const folder = mkdtempSync(join(tmpdir(), "figures-"));
  try {
    const coverage = join(folder, "coverage");
    writeFileSync(
      join(folder, "draft.yaml"),
      "generatorId: parking-ticket\ngenerator_name: Parking ticket\n",
    );
    try {
      execFileSync(
        process.execPath,
        [join(root, "bin/preflight.mjs"), "validate", "draft.yaml", "--fix=suggested"],
        { cwd: folder, stdio: "ignore", env: { ...process.env, NODE_V8_COVERAGE: coverage } },
      );
    } catch {
      // The draft stays unfinished, so the command ends with 1.
    }
    const result = readdirSync(coverage).flatMap(
      (name) => JSON.parse(readFileSync(join(coverage, name), "utf8")).result,
    );
    return filesWithCalls(result, (name) => !CORE.test(name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
