/**
 * The GitHub Action: installs the pinned package, checks what the inputs name, and passes on what was found as annotations,
 * as outputs, as a summary of the step and as files for other steps. It calls no API, so it needs no permission but to read.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";

const { RUNNER_TEMP, GITHUB_EVENT_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;
const MAX_ROWS = 100;
const folder = mkdtempSync(join(RUNNER_TEMP, "preflight-"));
const report = join(folder, "report.json");
const rdjson = join(folder, "report.rdjson");

const { status } = spawnSync(process.execPath, [install(), ...argumentsOf()], { stdio: "inherit" });
const found = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
const { errors = 0, warnings = 0 } = found?.summary ?? {};
const outputs = { valid: status === 0, errors, warnings, report, rdjson };
appendFileSync(
  GITHUB_OUTPUT,
  Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(""),
);
appendFileSync(GITHUB_STEP_SUMMARY, summary());
process.exitCode = status ?? 2;

/** The program of the package, whose bytes are those that the action names. */
function install() {
  const wanted = `proposal-preflight@${input("version")}`;
  if (!/^(\d+\.\d+\.\d+(-[\w.-]+)?|file:.+\.tgz)$/.test(input("version")))
    stop("version must be exact, such as 1.0.0.");
  const [{ filename, integrity }] = JSON.parse(npm("pack", wanted, "--json", "--pack-destination", folder));
  const expected = input("integrity");
  if (expected !== "" && expected !== integrity)
    stop(`${wanted} has the integrity ${integrity}, not ${expected}.`);
  npm("install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", join(folder, filename));
  return join(folder, "node_modules", "proposal-preflight", "bin", "preflight.mjs");
}

function npm(...args) {
  const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status !== 0) stop(`npm ${args[0]} failed: ${stderr.trim()}`);
  return stdout;
}

function argumentsOf() {
  const sarif = input("sarif");
  const outputs = [`json=${report}`, `rdjson=${rdjson}`, ...(sarif === "" ? [] : [`sarif=${sarif}`])];
  return [
    ...["validate", "--format", "github"],
    ...outputs.flatMap((output) => ["--output", output]),
    ...(input("changed") === "true" ? changedSince() : []),
    ...[...lines("args"), ...lines("files")],
  ];
}

/** The commit that a pull request, a merge queue or a push starts from. Without its history everything is checked. */
function changedSince() {
  const { pull_request, merge_group, before } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));
  const base = pull_request?.base?.sha ?? merge_group?.base_sha ?? before ?? "";
  if (/^[0-9a-f]*[1-9a-f][0-9a-f]*$/.test(base) && git("merge-base", base, "HEAD"))
    return [`--changed=${base}`];
  console.log(
    "::notice title=preflight::Everything is checked: where the change starts is not in this checkout. Use fetch-depth: 0.",
  );
  return [];
}

function git(...args) {
  return spawnSync("git", args, { stdio: "ignore" }).status === 0;
}

function summary() {
  if (found === undefined) return "### preflight\n\nNothing was checked; the log of the step says why.\n";
  const { files, invalid, unchecked } = found.summary;
  const rows = found.files.flatMap(({ path, error, diagnostics }) => [
    ...(error === undefined ? [] : [[path, "not checked", error]]),
    ...diagnostics.map(({ code, message, range }) => [`${path}:${range.start.line}`, code, message]),
  ]);
  const counts = `${files} files, ${invalid} invalid, ${unchecked} not checked, ${errors} errors, ${warnings} warnings`;
  const table = ["| place | code | what is wrong |", "|---|---|---|", ...rows.slice(0, MAX_ROWS).map(row)];
  const rest = rows.length > MAX_ROWS ? `\nand ${rows.length - MAX_ROWS} more\n` : "";
  return `### preflight\n\n${counts}\n${rows.length === 0 ? "" : `\n${table.join("\n")}\n`}${rest}`;
}

/** Nothing that a file says is markup. */
function row(cells) {
  const plain = (text) =>
    text.replace(/[\\`*_{}[\]<>#|!~&@]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/\s+/g, " ");
  return `| ${cells.map(plain).join(" | ")} |`;
}

function input(name) {
  return process.env[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
}

function lines(name) {
  return input(name)
    .split("\n")
    .filter((line) => line !== "");
}

function stop(message) {
  console.log(`::error title=preflight::${message.replaceAll("%", "%25").replaceAll("\n", "%0A")}`);
  process.exit(2);
}
