/**
 * `npm run verify -- records [count]`: makes a file of records (33 bytes to 2 KB, one in a hundred invalid, one id taken twice)
 * and checks it with the command, with one and with two threads, with ids and without, beside Ajv in a loop and, on the first
 * 100,000, check-jsonschema where it can be installed. Prints time and peak memory of each, and compares the verdicts.
 */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensurePythonTools } from "./python-tools.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = `${root}.cache/records/`;
const count = Number((process.argv[2] ?? "1000000").replaceAll(",", ""));
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });

const WORDS = "amber basalt cedar delta ember fjord grove heron inlet jasper kelp larch".split(" ");
const schema = {
  type: "object",
  properties: {
    id: { type: "string", pattern: "^[a-z0-9-]+$", maxLength: 24 },
    kind: { enum: ["rock", "tree", "water"] },
    size: { type: "integer", minimum: 0, maximum: 1000000 },
    tags: { type: "array", items: { type: "string", minLength: 2, maxLength: 40 }, maxItems: 20 },
    place: {
      type: "object",
      properties: {
        lat: { type: "number", minimum: -90, maximum: 90 },
        lon: { type: "number", minimum: -180, maximum: 180 },
      },
      required: ["lat", "lon"],
      additionalProperties: false,
    },
    note: { type: "string", maxLength: 2000 },
  },
  required: ["id", "size"],
  additionalProperties: false,
};
const rules = {
  format: "preflight-spec-package/1",
  targetProduct: "archive",
  domainId: "entry",
  version: "1.0.0",
  title: "Entry",
  schema,
  rules: [],
  docs: {},
  examples: {
    valid: [{ title: "One", candidate: { id: "one", size: 1 } }],
    invalid: [
      { title: "None", candidate: { size: 1 }, expect: [{ code: "member-missing", pointer: "/id" }] },
    ],
  },
};
writeFileSync(`${folder}rules.json`, JSON.stringify(rules));
const file = `${folder}${count}.ndjson`;
if (!existsSync(file)) make();
const megabytes = Math.round(statSync(file).size / 1e6);
console.log(`${count.toLocaleString("en")} records, ${megabytes.toLocaleString("en")} MB`);

/** Sizes spread evenly over their logarithms. The same file on every machine. */
function make() {
  let seed = 2026;
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const into = openSync(file, "w");
  let text = "";
  for (let index = 0; index < count; index++) {
    const number = index === count - 1 ? 7 : index;
    const record = { id: `r-${number.toString(36).padStart(9, "0")}`, size: Math.floor(next() * 10) };
    const bytes = 33 * 62 ** next();
    if (bytes > 60) record.kind = ["rock", "tree", "water"][Math.floor(next() * 3)];
    if (bytes > 110)
      record.place = { lat: Math.round(next() * 180 - 90), lon: Math.round(next() * 360 - 180) };
    if (bytes > 200)
      record.tags = Array.from({ length: 1 + Math.floor(next() * 8) }, () => WORDS[Math.floor(next() * 12)]);
    const missing = bytes - JSON.stringify(record).length - 11;
    if (missing > 8) {
      record.note = WORDS[Math.floor(next() * 12)];
      while (record.note.length < missing) record.note += ` ${WORDS[Math.floor(next() * 12)]}`;
    }
    if (index % 100 === 50) record.size = index % 200 === 50 ? -1 : "many";
    if (index % 100_000 === 777) record.sise = 1;
    text += `${JSON.stringify(record)}\n`;
    if (text.length > 4_000_000 || index === count - 1) {
      writeSync(into, text);
      text = "";
    }
  }
  closeSync(into);
}

/** Lines of the file through Ajv, as a program of a few lines would do it. */
const AJV = `
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import Ajv from "ajv/dist/2020.js";
import rules from ${JSON.stringify(`${folder}rules.json`)} with { type: "json" };
const validate = new Ajv({ allErrors: true }).compile(rules.schema);
let [valid, invalid] = [0, 0];
for await (const line of createInterface({ input: createReadStream(${JSON.stringify(file)}) }))
  if (validate(JSON.parse(line))) valid++;
  else invalid++;
console.log(JSON.stringify({ valid, invalid }));`;
writeFileSync(`${root}.cache/records/ajv.mjs`, AJV);

const command = [`${root}bin/preflight.mjs`, "validate", "--spec", `${folder}rules.json`, "--no-config"];
const ids = ["--identity", "/id"];
const RUNS = {
  "Ajv in a loop": [`${folder}ajv.mjs`],
  "one thread": [...command, file, "--format", "ndjson", "--threads", "1"],
  "two threads": [...command, file, "--format", "ndjson", "--threads", "2"],
  "two threads, with ids": [...command, file, "--format", "ndjson", "--threads", "2", ...ids],
  "two threads, standard input": [...command, "-", "--each", "--format", "ndjson", "--threads", "2"],
};
const verdicts = new Map();
for (const [name, args] of Object.entries(RUNS)) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const out = `${folder}${name.replaceAll(/\W+/g, "-")}.out`;
  const input = name.includes("input") ? openSync(file, "r") : "ignore";
  const { status, seconds, spent, peak } = measured([process.execPath, ...args], input, out);
  const rate = Math.round(count / seconds).toLocaleString("en");
  console.log(
    `${name}: ${seconds.toFixed(1)} s (${spent.toFixed(1)} s of processor time), ${rate} records/s, peak ${peak} MB, exit ${status}`,
  );
  verdicts.set(name, name.startsWith("Ajv") ? readFileSync(out, "utf8").trim() : await countOf(out));
}
for (const [name, verdict] of verdicts) console.log(`${name}: ${verdict}`);
if (only.length === 0 || only.includes("check-jsonschema")) await checkJsonSchema();

async function countOf(path) {
  const counts = {};
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const status = /"status":"(\w+)"/.exec(line)[1];
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return JSON.stringify(counts);
}

/** It takes whole files, so the records are the items of a list. */
async function checkJsonSchema() {
  const tools = ensurePythonTools("check-jsonschema", ["check-jsonschema==0.39.0"]);
  if (!tools.ok) return console.log(tools.reason);
  const records = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    records.push(line);
    if (records.length === 100_000) break;
  }
  writeFileSync(`${folder}list.json`, `[${records.join(",\n")}]`);
  writeFileSync(`${folder}list.schema.json`, JSON.stringify({ type: "array", items: schema }));
  const args = ["--schemafile", `${folder}list.schema.json`, "--output-format", "json", `${folder}list.json`];
  const { seconds, spent, peak } = measured(
    [tools.command("check-jsonschema"), ...args],
    "ignore",
    `${folder}list.out`,
  );
  const stdout = readFileSync(`${folder}list.out`, "utf8");
  const invalid = new Set(JSON.parse(stdout).errors.map(({ path }) => path.replace(/\].*/, "")));
  const share = count / records.length;
  console.log(
    `check-jsonschema on ${records.length.toLocaleString("en")}: ${seconds.toFixed(1)} s (${spent.toFixed(1)} s of processor time), peak ${peak} MB; ${invalid.size} invalid; at that rate ${(spent * share).toFixed(0)} s for all`,
  );
}

function measured(command, input, out) {
  const started = performance.now();
  const { status } = spawnSync("/usr/bin/time", ["-o", `${folder}time`, "-f", "%M %U %S", ...command], {
    stdio: [input, openSync(out, "w"), "inherit"],
  });
  const seconds = (performance.now() - started) / 1_000;
  const [peak, user, system] = readFileSync(`${folder}time`, "utf8")
    .trim()
    .split("\n")
    .at(-1)
    .split(" ")
    .map(Number);
  return { status, seconds, spent: user + system, peak: Math.round(peak / 1_024) };
}
