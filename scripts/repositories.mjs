/**
 * `npm run verify -- repositories [example=folder …]`: checks public repositories by the rules in examples, as their CI would:
 * every file, then what is wrong today as a baseline, then a commit that changes twenty existing files. A folder is a
 * checkout; without one, the repository is cloned, or taken from the package in a registry that has its files.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../", import.meta.url));
const CHANGED = 20;
const frontMatter = (text) => parse(/^---\r?\n([\s\S]*?)\n---/.exec(text)[1]);

/** Each: where it is, which of its files are checked, the registries that they make, and what says which entry is a file's own. */
const repositories = {
  chain: {
    git: "https://github.com/ethereum-lists/chains",
    files: ["_data/chains", /^eip155-\d+\.json$/],
    identity: "/chainId",
    codes: ["chain-id-taken", "name-taken", "short-name-taken"],
    registries(files, folder) {
      const chains = files.map(({ text }) => JSON.parse(text));
      return {
        own: chains.map(({ chainId, name }) => ({ id: String(chainId), name })),
        names: { chains },
        "short-names": { chains },
        icons: {
          icons: readdirSync(join(folder, "_data/icons")).map((name) => ({
            name: name.replace(/\.json$/, ""),
          })),
        },
      };
    },
  },
  eip: {
    git: "https://github.com/ethereum/EIPs",
    files: ["EIPS", /\.md$/],
    identity: "/eip",
    codes: ["number-taken"],
    registries(files) {
      const proposals = files.map(({ text }) => frontMatter(text));
      return {
        own: proposals.map(({ eip, title }) => ({ id: String(eip), name: title ?? "moved" })),
        merged: { proposals: proposals.map(({ eip }) => ({ number: eip })) },
      };
    },
  },
  "home-assistant-manifest": {
    git: "https://github.com/home-assistant/core",
    pypi: "homeassistant==2024.3.3",
    files: ["homeassistant/components", /^manifest\.json$/],
    identity: "/domain",
    codes: ["homekit-model-taken"],
    registries(files) {
      const manifests = files.map(({ text }) => JSON.parse(text));
      const models = manifests.flatMap(({ domain, homekit }) =>
        (homekit?.models ?? []).map((model) => ({ model, name: domain })),
      );
      return {
        own: manifests.map(({ domain }) => ({ id: domain, name: domain })),
        "homekit-models": { models },
        integrations: { integrations: manifests },
      };
    },
  },
};

const given = new Map(process.argv.slice(2).map((word) => word.split("=", 2)));
const scratch = mkdtempSync(join(tmpdir(), "preflight-repositories-"));
let isGood = true;
try {
  for (const name of Object.keys(repositories))
    if (given.size === 0 || given.has(name)) check(name, repositories[name]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

function check(name, { git, pypi, files, identity, codes, registries }) {
  const folder = given.get(name)
    ? resolve(given.get(name))
    : pypi === undefined
      ? clone(name, git)
      : download(name, pypi);
  const found = folder === undefined ? [] : list(folder, ...files);
  if (found.length === 0) {
    console.log(`\n${name}: none of its files could be had. Give a checkout: ${name}=FOLDER`);
    isGood = false;
    return;
  }
  const copy = join(scratch, `${name}-copy`);
  for (const { path, text } of found) write(join(copy, path), text);
  const { own, ...named } = registries(found, folder);
  for (const [key, value] of Object.entries({ own: { entries: own }, ...named }))
    write(join(copy, "preflight", `${key}.json`), JSON.stringify(value));
  cpSync(join(root, "examples", name, "spec-package.json"), join(copy, "preflight", "rules.json"));
  const config = (more) => ({
    files: [
      {
        include: [`${files[0]}/**/*.{json,md}`],
        spec: "preflight/rules.json",
        registry: "preflight/own.json",
        registries: Object.fromEntries(Object.keys(named).map((key) => [key, `preflight/${key}.json`])),
        ...more,
      },
    ],
  });
  const setUp = (more) => write(join(copy, "preflight.config.json"), JSON.stringify(config(more), null, 2));
  setUp({ identity: { by: identity } });
  run("git", ["init", "-q"], copy);
  commit(copy);
  console.log(`\n${name}: ${found.length} files of ${given.get(name) ?? pypi ?? git}`);
  console.log(JSON.stringify(config({ identity: { by: identity } })));
  const all = validate(copy, []);
  report("every file", all);
  if (all.summary.files !== found.length) fault(`${found.length} files were expected`);
  const baseline = ["--baseline", "preflight/baseline.json"];
  validate(copy, [...baseline, "--write-baseline"]);
  const step = Math.floor(found.length / CHANGED);
  for (const [index, { path, text }] of found.entries())
    if (index % step === 0 && index < step * CHANGED) write(join(copy, path), changed(path, text));
  commit(copy);
  const after = validate(copy, ["--changed=HEAD~1", ...baseline]);
  report("a commit that changes existing files", after);
  if (after.summary.files !== CHANGED) fault(`${CHANGED} files were expected`);
  if (after.summary.errors > 0) fault("nothing that the commit did is wrong");
  for (const each of [all, after])
    if (codes.some((code) => each.counts.has(code)))
      fault(`a file is said to be taken by itself: ${codes.filter((code) => each.counts.has(code))}`);
  setUp({});
  const without = validate(copy, ["--changed=HEAD~1"]);
  console.log(
    `  without "identity": ${codes.map((code) => `${without.counts.get(code) ?? 0} ${code}`).join(", ")}`,
  );
}

/** Another text with the same data, at the end of the file or in the body of the page. */
function changed(path, text) {
  return path.endsWith(".md") ? `${text}\nOne more line.\n` : JSON.stringify(JSON.parse(text), null, 3);
}

/** `times` of the shell tells what the process itself needed, however busy the machine is. */
function validate(cwd, args) {
  const command = [
    process.execPath,
    join(root, "bin/preflight.mjs"),
    "validate",
    "--format",
    "json",
    ...args,
  ];
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", '"$@"; code=$?; times >&2; exit $code', "sh", ...command],
    { cwd, encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  if (stdout === "") throw new Error(`preflight ended with ${status}: ${stderr}`);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ");
  const { files, summary } = JSON.parse(stdout);
  const counts = new Map();
  for (const { diagnostics } of files)
    for (const code of new Set(diagnostics.map((each) => each.code)))
      counts.set(code, (counts.get(code) ?? 0) + 1);
  return { summary, counts, seconds: secondsOf(user) + secondsOf(system) };
}

function secondsOf(text) {
  const [, minutes, seconds] = /^(\d+)m([\d.,]+)s$/.exec(text);
  return Number(minutes) * 60 + Number(seconds.replace(",", "."));
}

function report(what, { summary, counts, seconds }) {
  const { files, valid, invalid, unchecked, errors, warnings } = summary;
  console.log(
    `  ${what}: ${files} files in ${seconds.toFixed(1)} s of processor time, ${valid} valid, ${invalid} invalid, ${unchecked} not checked, ${errors} errors, ${warnings} warnings`,
  );
  for (const [code, count] of [...counts].toSorted((one, other) => other[1] - one[1]))
    console.log(`    ${code}: ${count} files`);
}

function fault(what) {
  isGood = false;
  console.log(`  WRONG: ${what}`);
}

function list(folder, under, isOne) {
  const start = join(folder, under);
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, encoding: "utf8" })
    .filter((path) => isOne.test(basename(path)))
    .sort()
    .map((path) => ({ path: join(under, path), text: readFileSync(join(start, path), "utf8") }));
}

function clone(name, url) {
  const folder = join(scratch, name);
  return run("git", ["clone", "-q", "--depth", "1", url, folder], scratch) ? folder : undefined;
}

/** A wheel is an archive that Python can open. */
function download(name, requirement) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const options = [
    "--quiet",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--ignore-requires-python",
    "--dest",
    folder,
  ];
  if (!run("python3", ["-m", "pip", "download", ...options, requirement], folder)) return undefined;
  const [wheel] = readdirSync(folder).filter((file) => file.endsWith(".whl"));
  return wheel && run("python3", ["-m", "zipfile", "-e", wheel, "."], folder) ? folder : undefined;
}

function commit(cwd) {
  run("git", ["add", "-A"], cwd);
  run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "files"], cwd);
}

function run(program, args, cwd) {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) console.log(`${program} ${args[0]}: ${(stderr ?? "").trim().split("\n").at(-1)}`);
  return status === 0;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
