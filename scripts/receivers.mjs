/**
 * `npm run verify -- receivers [language …]`: runs the programs of docs/receiving.md on every case of conformance/receiving.jsonl, and
 * prints how many each answers as it must. A language whose tools are missing is skipped by name; named on the command line, it fails.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
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

const expected = readFileSync(cases, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => JSON.parse(line));
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
  const [program, ...args] = command;
  const answers = new Map(
    run(program, [...args, cases])
      .trim()
      .split("\n")
      .map((line) => line.split(" ")),
  );
  const wrong = expected.filter(({ id, answer }) => answers.get(id) !== answer);
  console.log(`${language.padEnd(12)} ${expected.length - wrong.length} of ${expected.length} cases`);
  for (const { id, why, answer } of wrong.slice(0, 10))
    console.log(`  ${id}: ${answers.get(id)} instead of ${answer}: ${why}`);
  failed ||= wrong.length > 0;
}
process.exit(failed ? 1 : 0);
