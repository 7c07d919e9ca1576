/**
 * `npm run verify -- receivers [language …]`: runs the programs of docs/receiving.md on every case of conformance/receiving.jsonl, then on
 * packages that a Preflight beside them checks again, and prints how many each answers as it must. A language whose tools are missing is skipped by name; named on the command line, it fails.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "proposal-preflight";
import { ensurePythonTools } from "./python-tools.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const cases = join(root, "conformance/receiving.jsonl");
const page = readFileSync(join(root, "docs/receiving.md"), "utf8");
const folder = join(root, ".cache/receivers");
mkdirSync(join(folder, "src"), { recursive: true });
for (const [, name, text] of page.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)) {
  if (text.split("\n").length - 1 > 80) throw new Error(`${name} has more than 80 lines`);
  writeFileSync(join(folder, name), text);
}

/** Each prepares its program and returns the command, or throws with the reason. */
const languages = {
  javascript() {
    // Inside the project, so that it finds the package by its name.
    return [process.execPath, join(folder, "receive.mjs")];
  },
  python() {
    const tools = ensurePythonTools("receivers-python", ["PyJWT[crypto]==2.15.1", "rfc8785==0.1.4"]);
    if (!tools.ok) throw new Error(tools.reason);
    return [tools.python, join(folder, "receive.py")];
  },
  go() {
    run("go", ["version"]);
    const modules =
      "module example.org/receive\n\ngo 1.23\n\nrequire (\n\tgithub.com/gowebpki/jcs v1.0.1\n\tgithub.com/lestrrat-go/jwx/v3 v3.0.13\n)\n";
    writeFileSync(join(folder, "go.mod"), modules);
    run("go", ["mod", "tidy"]);
    run("go", ["build", "-o", "receive-go", "receive.go"]);
    return [join(folder, "receive-go")];
  },
  rust() {
    run("cargo", ["--version"]);
    cpSync(join(folder, "receive.rs"), join(folder, "src/main.rs"));
    run("cargo", ["build", "--quiet"]);
    return [join(folder, "target/debug/receive")];
  },
};

function run(program, args, environment = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 1e8,
  });
  if (status === 0) return stdout;
  throw new Error(
    String(error ?? stderr)
      .trim()
      .split("\n")
      .slice(-3)
      .join(" "),
  );
}

/** A service with the embedded product, on a free port. */
async function startPreflight() {
  const PREFLIGHT_API_KEYS = "ai_receivers_0123456789abcdef";
  const env = { ...process.env, HOST: "127.0.0.1", PORT: "0", PREFLIGHT_API_KEYS, LOG_LEVEL: "error" };
  const stdio = ["ignore", "pipe", "inherit"];
  const service = spawn(process.execPath, [join(root, "dist/service/server/main.js")], { env, stdio });
  process.once("exit", () => service.kill());
  const [said] = await once(service.stdout, "data");
  const url = /http:\/\/[\w.:]+/.exec(said)[0];
  return {
    environment: { PREFLIGHT_URL: url, PREFLIGHT_API_KEY: PREFLIGHT_API_KEYS },
    async build(candidate) {
      const answer = await fetch(`${url}/api/build`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${PREFLIGHT_API_KEYS}` },
        body: JSON.stringify({ targetProduct: "datagen", domainId: "generator-option", candidate }),
      });
      return (await answer.json()).proposalPackage;
    },
  };
}

/** Packages without a receipt, whose digests are right: what the rules say of each is left to ask. */
async function casesToAsk({ build }) {
  const { examples } = JSON.parse(
    readFileSync(join(root, "spec-packages/datagen/generator-option.json"), "utf8"),
  );
  const built = await build(examples.valid[0].candidate);
  const altered = (change) => {
    const { digest, ...rest } = { ...built, candidate: { ...built.candidate, ...change } };
    return { ...rest, digest: digestOf(rest) };
  };
  const context = JSON.parse(readFileSync(cases, "utf8").split("\n")[0]);
  const each = [
    ["a package as it was built", "accept", built],
    ["a candidate with an unknown member", "refuse", altered({ unheardOf: true })],
    ["a candidate with a member of the wrong type", "refuse", altered({ outputFields: 1 })],
    [
      "a candidate that is not normalized",
      "refuse",
      altered({ generatorName: ` ${built.candidate.generatorName} ` }),
    ],
  ].map(([why, answer, proposalPackage], index) => ({
    ...{ id: `asked-${index + 1}`, why, now: Math.floor(Date.now() / 1_000), answer },
    body: JSON.stringify({ proposalPackage }),
  }));
  const file = join(folder, "asked.jsonl");
  const lines = [{ ...context, rules: built.specPackage.digest }, ...each];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

/** How many of the cases in a file a program answers as it must. */
function count([program, ...args], file, environment) {
  const [, ...expected] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const printed = run(program, [...args, file], environment)
    .trim()
    .split("\n");
  const answers = new Map(printed.map((line) => line.split(" ")));
  const wrong = expected.filter(({ id, answer }) => answers.get(id) !== answer);
  const complaints = wrong
    .slice(0, 10)
    .map(({ id, why, answer }) => `  ${id}: ${answers.get(id)} instead of ${answer}: ${why}`);
  return { text: `${expected.length - wrong.length} of ${expected.length}`, complaints };
}

const preflight = await startPreflight();
const asked = await casesToAsk(preflight);
const named = process.argv.slice(2);
let failed = false;
for (const [language, prepare] of Object.entries(languages)) {
  if (named.length > 0 && !named.includes(language)) continue;
  let command;
  try {
    command = prepare();
  } catch (error) {
    console.log(`${language.padEnd(12)} skipped: ${error.message}`);
    failed ||= named.length > 0;
    continue;
  }
  const alone = count(command, cases);
  const asking = count(command, asked, preflight.environment);
  console.log(`${language.padEnd(12)} ${alone.text} cases, ${asking.text} when it asks a Preflight`);
  for (const complaint of [...alone.complaints, ...asking.complaints]) {
    console.log(complaint);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
