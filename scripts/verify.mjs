/**
 * `npm run verify [-- part [arguments] …]`: what takes too long for `npm test` or needs tools of others. Without a name, every
 * part runs: first the test files that need nothing special, in one run of Vitest, then the others one after the other. A
 * part that is skipped has failed. The reports are in .cache/reports.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureJsonSchemaSuite } from "./json-schema-suite.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const reports = join(root, ".cache", "reports");

/** Each part: what it does, and how it is run. */
const parts = {
  suite: tests("the official test suite of JSON Schema", ["test/core/schema/official-suite.test.ts"], {
    prepare: ensureJsonSchemaSuite,
  }),
  values: tests(
    "odd values at every place of the examples, large candidates, and imports of public schemas",
    [
      "test/core/proposal/large-candidates.test.ts",
      "test/examples/bad-input.test.ts",
      "test/import/public-schemas.test.ts",
    ],
  ),
  mcp: tests("the official MCP conformance suite, the Inspector and the standard handler of the SDK", [
    "test/mcp/conformance.test.ts",
    "test/mcp/inspector.test.ts",
    "test/mcp/sdk-parity.test.ts",
  ]),
  clients: tests("clients made by generators, and the Python client of MCP", [
    "test/interop/",
    "test/cli/mcp-python.test.ts",
  ]),
  openapi: script(
    "[tool …]: linters, a validating proxy, Schemathesis and generated clients on the description of two services",
    "openapi.mjs",
  ),
  runtimes: tests("the handler under workerd, Deno, Bun, Hono and Express, asked what the service is asked", [
    "test/fetch/runtimes.test.ts",
  ]),
  restarts: tests(
    "twenty rolling restarts of two replicas behind nginx and HAProxy, under load",
    ["test/deploy/restarts.test.ts"],
    { alone: true },
  ),
  redis: tests(
    "two replicas that count in Redis behind Sentinels and in a Redis Cluster, while servers fail",
    ["test/limiter/failover.test.ts"],
    { alone: true },
  ),
  operations: tests(
    "load, slow callers, replicas, and clocks, names, certificates, files and products that fail; alerts and balancers",
    [
      "test/http/failures.test.ts",
      "test/http/overload.test.ts",
      "test/http/redis-kinds.test.ts",
      "test/http/replicas.test.ts",
      "test/http/slow-readers.test.ts",
      "test/http/slow-senders.test.ts",
      "test/http/surroundings.test.ts",
      "test/deploy/alerts.test.ts",
      "test/deploy/balancers.test.ts",
      "test/products/catalogue-threads.test.ts",
    ],
  ),
  pages: tests(
    "the core in a browser, the page with whatever is put into it and products answer, the studio, and walks",
    [
      "test/browser/core.test.ts",
      "test/browser/studio.test.ts",
      "test/browser/walks.test.ts",
      "test/browser/workbench-accessibility.test.ts",
      "test/browser/workbench-answers.test.ts",
      "test/browser/workbench-bad-input.test.ts",
      "test/browser/workbench-calm.test.ts",
      "test/browser/workbench-editor.test.ts",
      "test/browser/workbench-forms.test.ts",
      "test/browser/workbench-keeps.test.ts",
    ],
  ),
  corpus: tests(
    "the benchmark of repairs through the service and every surface, as npm test asks the library",
    ["test/corpus/service.test.ts", "test/corpus/text-forms.test.ts"],
  ),
  files: tests("large files, and files of many records on threads", [
    "test/cli/large.test.ts",
    "test/cli/threads.test.ts",
  ]),
  promises: tests("a sample of random packages, which the part of that name draws by the thousand", [
    "test/packages/packages.test.ts",
  ]),
  neighbours: tests("the example product killed amid submissions, and the demo", [
    "test/products/crash.test.ts",
    "test/products/demo.test.ts",
  ]),
  package: tests("the package as it is installed; publint, are-the-types-wrong and yarn about it", [
    "test/package/package.test.ts",
    "test/package/other-tools.test.ts",
  ]),
  hooks: tests("pre-commit from a clone; lint-staged, a hook of Git and the action from the packed package", [
    "test/package/hooks.test.ts",
  ]),
  audit: script(
    "licences, install scripts, the lock file, the list of parts and known advisories",
    "audit.mjs",
  ),
  reproducible: tests("two packages from two clean folders, which must be the same bytes", [
    "test/package/reproducible.test.ts",
  ]),
  receivers: script(
    "[language …]: the programs of docs/receiving.md on every conformance case",
    "receivers.mjs",
  ),
  repositories: script(
    "[example=folder …]: public repositories by the rules in examples, every file and a commit that changes twenty",
    "repositories.mjs",
  ),
  editors: script(
    "[folder]: a session in VS Code (code-server) with pictures: problems, a fix, a saved file",
    "code-server.mjs",
  ),
  vscode: script("the extension for VS Code can be packaged", "vscode.mjs"),
  random: tests(
    "other random cases than npm test draws, and several hundred times as many, in every test that draws",
    findDrawing(),
    { env: { SHARE_OF_DRAWS: "20", FC_SEED: "any" } },
  ),
  edits: {
    about:
      "[count] [seed]: other files of YAML and JSON than npm test draws, edited by fixes and read back; lists what is not kept",
    run: (name, [count = "2000", seed = "any"]) =>
      runVitest(name, ["test/cli/anchors.test.ts", "test/cli/edits.test.ts"], {
        ...{ EDITS: count, SHARE_OF_DRAWS: String(Number(count) / 150), FC_SEED: seed },
      }),
  },
  schemas: tests(
    "102,000 candidates by the JSON Schema of their domain and by its package",
    ["test/core/candidate-schema.test.ts"],
    { env: { SHARE_OF_DRAWS: "8.5", FC_SEED: "any" } },
  ),
  versions: tests(
    "100,000 pairs of package versions, with candidates on both sides of each difference",
    ["test/core/publishing/promises.test.ts"],
    { env: { SHARE_OF_DRAWS: "100", FC_SEED: "any" } },
  ),
  oracle: script(
    "[candidates] [seed] [examples]: a second implementation judges random candidates",
    "oracle.mjs",
  ),
  packages: script("[count] [seed] [only]: whether random spec packages keep every promise", "packages.mjs"),
  expressions: script(
    "[count] [seed]: cel-python evaluates random expressions, and refused ones fail on some candidate",
    "expressions.mjs",
  ),
  hostile: script(
    "[seconds] [seed]: looks for bodies that cost a check much more than they are worth",
    "hostile.mjs",
  ),
  drafts: script(
    "[count] [seed]: whether repairs of random drafts keep what their author meant",
    "drafts.mjs",
  ),
  torture: script("[seconds] [seed]: random calls while everything around the service fails", "torture.mjs"),
  scale: script(
    "[measure | callers domains replicas]: what replicas cost everyone they ask, and which part reaches its limit first",
    "scale.mjs",
  ),
  records: script(
    "[count] [run …]: many records through the command, one thread and two, beside Ajv in a loop",
    "records.mjs",
  ),
  mutate: script(
    "[paths] [--all] [--minutes N] …: small changes to the code that no test notices",
    "mutate.mjs",
  ),
};

/** With options, a part has a run of its own; `alone` says only that, for parts that load the machine. */
function tests(about, files, options) {
  return {
    about,
    ...(options === undefined && { files }),
    run(name, args) {
      const reason = options?.prepare?.();
      if (reason !== undefined) return fail(name, reason);
      return runVitest(name, [...files, ...args], options?.env);
    },
  };
}

/** The tests that say how many cases they draw. Of packages, the part of that name draws as many as one likes. */
function findDrawing() {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && !path.startsWith("packages"))
    .filter((path) => /support\/random\.ts"/.test(readFileSync(join(root, "test", path), "utf8")))
    .map((path) => `test/${path}`);
}

function runVitest(name, args, env) {
  const report = join(reports, `verify-${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = start("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...args], env);
  return status === 0 ? 0 : start("scripts/test-again.mjs", [report], env);
}

function script(about, file) {
  return {
    about,
    run(name, args) {
      if (Date.now() > Number(process.env.CI_UNTIL ?? Number.POSITIVE_INFINITY) * 1000) return leaveOut(name);
      const status = start(`scripts/${file}`, args);
      return status === 0 ? pass(name) : fail(name, `scripts/${file} ended with ${status}`);
    },
  };
}

function start(program, args, more = {}) {
  const env = { ...process.env, CI: "true", ...more };
  return spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: "inherit", env }).status ?? 1;
}

function pass(name) {
  writeReport(name, "passed", []);
  return 0;
}

function fail(name, reason) {
  writeReport(name, "failed", [reason]);
  return 1;
}

/** What test/support/while-there-is-time.ts does with tests. */
function leaveOut(name) {
  console.log("left out: there is no time left");
  writeReport(name, "skipped", [], { leftOut: true });
  return 0;
}

/** In the form of Vitest, so that all reports can be counted together. */
function writeReport(name, status, failureMessages, meta = {}) {
  const report = {
    numPassedTests: status === "passed" ? 1 : 0,
    numFailedTests: status === "failed" ? 1 : 0,
    numPendingTests: status === "skipped" ? 1 : 0,
    testResults: [
      {
        name: `verify ${name}`,
        status,
        assertionResults: [{ fullName: name, status, failureMessages, meta }],
      },
    ],
  };
  writeFileSync(join(reports, `verify-${name}.json`), JSON.stringify(report));
}

/** The words after a name are its arguments. */
function readArguments(words) {
  const chosen = [];
  for (const word of words) {
    if (Object.hasOwn(parts, word)) chosen.push({ name: word, args: [] });
    else if (chosen.length > 0) chosen.at(-1).args.push(word);
    else return undefined;
  }
  return chosen.length > 0 ? chosen : Object.keys(parts).map((name) => ({ name, args: [] }));
}

/** Test files of several parts share a run, so that one waits for a download while another works. */
function putTogether(chosen) {
  const shared = chosen.filter(({ name, args }) => parts[name].files !== undefined && args.length === 0);
  if (shared.length < 2) return chosen;
  const names = shared.map(({ name }) => name);
  const name = names.join(", ");
  parts[name] = {
    about: "together",
    run: () =>
      runVitest(
        names.join("-"),
        names.flatMap((one) => parts[one].files),
      ),
  };
  return [{ name, args: [] }, ...chosen.filter((one) => !shared.includes(one))];
}

const chosen = readArguments(process.argv.slice(2));
if (chosen === undefined) {
  console.error("Usage: npm run verify [-- part [arguments] …]\n");
  for (const [name, { about }] of Object.entries(parts)) console.error(`  ${name.padEnd(10)} ${about}`);
  process.exit(2);
}
mkdirSync(reports, { recursive: true });
const results = [];
for (const { name, args } of putTogether(chosen)) {
  console.log(`\n== ${[name, ...args].join(" ")}: ${parts[name].about}\n`);
  results.push({ name, isGood: parts[name].run(name, args) === 0 });
}
console.log(
  `\n${results.map(({ name, isGood }) => `${name}: ${isGood ? "no failure" : "FAILED"}`).join("\n")}`,
);
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1);
