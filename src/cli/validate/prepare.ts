/** What a run works with: options of the command line first, then the configuration of the project. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { isPlainObject, remember } from "../../core/json/values.ts";
import { readJson } from "../../core/reader/read-json.ts";
import type { Diagnostic } from "../../core/types.ts";
import { chooseChecker, chooseDomain } from "../checker/domain.ts";
import { explainBy, repairLine, type ValidateOptions } from "../command-entry.ts";
import { type Config, type FileRules, findConfig, isUrl, readConfig } from "../config/config.ts";
import {
  findFiles,
  givenName,
  type InputFile,
  isDocumentName,
  isMissing,
  isNamedBy,
  namedFile,
  placeOfArgument,
} from "../files/find.ts";
import { changedFiles, stagedFiles } from "../files/git.ts";
import { fetchText, readJsonFile, refusePage, writeFile } from "../files/read.ts";
import { isReport, readOutput } from "../reports/outputs.ts";
import { createFingerprints, type FileReport, keepOf, plainPath } from "../reports/report.ts";
import { attempt, Failure, type Session } from "../terminal/terminal.ts";
import type { CheckParts, Writing } from "./check-file.ts";
import { countOf } from "./fix.ts";
import { identityOf } from "./identity.ts";
import { createWriter } from "./write-fixed.ts";

/** Undefined: the configuration does not name the file. */
export type PartsOf = (file: InputFile) => Promise<CheckParts | undefined>;

export type Run = Awaited<ReturnType<typeof prepareRun>>;

/** Throws a Failure. */
export async function prepareRun(args: readonly string[], options: ValidateOptions, session: Session) {
  const config = options.config === false ? undefined : await readConfig(options.config, session);
  const { fix, diff = false, stdinFilename, only, skip, quiet = false } = options;
  const { maxWarnings = config?.maxWarnings } = options;
  const asked = fix ?? (diff || undefined);
  const level = asked === true ? (config?.fix ?? "safe") : asked;
  const write = createWriter(diff, session.terminal);
  const fixing: Writing | undefined = level && { level, isTrial: diff, write };
  const configured = Object.entries(config?.output ?? {}).map(
    ([format, path]) => `${format}=${inFolder(config!, path)}`,
  );
  const outputs = (options.output ?? configured).map(readOutput);
  const baselinePath = options.baseline ?? (config?.baseline && inFolder(config, config.baseline));
  if (baselinePath === undefined && options.writeBaseline)
    throw new Failure("--write-baseline needs to know where.", "Name the file with --baseline.");
  const isWritten = ({ path, isFound }: InputFile) => {
    const isAt = (place = "") => resolve(place) === resolve(path);
    return isFound && (isAt(baselinePath) || (outputs.some((each) => isAt(each.path)) && isReport(path)));
  };
  const mayBeNone = options.staged === true || options.changed !== undefined;
  return {
    /** The files that it is about now. Throws a Failure if there are none. */
    files(): InputFile[] {
      const files = filesOf(args, options, config).filter((file) => !isWritten(file));
      if (files.length > 0 || args.length > 0 || mayBeNone) return files;
      throw new Failure("No file matches the configuration.");
    },
    /** The files and folders that can change what it is about. */
    places: args.length > 0 || config === undefined ? args.map(placeOfArgument) : config.places,
    partsOf: createNearestParts(options, config, session),
    /** How to call the command again, without options that change files or only this report. Undefined: --fix would do no more. */
    command: level === "suggested" && !diff ? undefined : repairLine(session.terminal, args, options),
    /** How to have a code explained, for hints that can be pasted. */
    explain: explainBy(options, session.terminal),
    /** Undefined: every fault is reported. */
    baseline: baselinePath === undefined ? undefined : openBaseline(baselinePath, options.writeBaseline),
    /** The codes that the options name. */
    codes: [...(only ?? []), ...(skip ?? [])],
    /** Whether it is well if there is nothing to check. */
    mayBeNone,
    /** Which diagnostics are reported. Warnings that may fail the run always are. */
    isReported: ({ code, severity }: Diagnostic) =>
      // Of what cannot be read nobody knows which codes it has.
      ((only?.includes(code) ?? true) || code === "syntax-error") &&
      skip?.includes(code) !== true &&
      (!quiet || severity === "error" || maxWarnings !== undefined),
    reports: {
      format: options.format ?? config?.format ?? "pretty",
      outputs,
      // The fixed text or the differences are there.
      isOutputTaken: diff || (stdinFilename !== undefined && level !== undefined),
      isQuiet: quiet,
    },
    /** Undefined: nothing is fixed. */
    fixing,
    maxWarnings,
    /** For threads, which prepare the same run. */
    given: { args, options },
  };
}

function filesOf(args: readonly string[], options: ValidateOptions, config: Config | undefined): InputFile[] {
  const { stdinFilename, staged, changed, forceExclude: mayBeOther = false } = options;
  if (stdinFilename !== undefined) return [{ path: stdinFilename, isStdin: true }];
  if (staged === true || changed !== undefined) {
    const files = staged === true ? stagedFiles() : changedFiles(changed === true ? undefined : changed);
    const isAsked = (path: string) => args.length === 0 || args.some((each) => isNamedBy(each, path));
    const isNamed = (each: string) => files.some(({ path }) => isNamedBy(each, path));
    return files
      .filter(({ path }) => isDocumentName(path) && isAsked(path))
      .concat(args.filter((each) => isMissing(each) && !isNamed(each)).map(namedFile));
  }
  if (args.length > 0)
    return findFiles(args).map((file) => (mayBeOther && !file.isStdin ? { ...file, mayBeOther } : file));
  if (config?.files !== undefined) return config.listFiles();
  const hint = "Or list them in preflight.config.json; docs/cli.md shows how.";
  throw new Failure("Name the files to check.", hint);
}

const inFolder = ({ folder }: Config, path: string): string =>
  path === "-" || isAbsolute(path) ? path : relative(process.cwd(), resolve(folder, path));

/** With the configuration nearest to each file, unless one is named or none is wanted. */
function createNearestParts(options: ValidateOptions, config: Config | undefined, session: Session): PartsOf {
  const here = createParts(options, config, session);
  if (options.config !== undefined) return here;
  const kept = <Made>(make: (path: string) => Made) =>
    remember(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, make);
  const configOf = kept(findConfig);
  const partsBy = kept(async (path) => createParts(options, await readConfig(path, session), session));
  return async (file) => {
    const name = givenName(file);
    const path = name === undefined ? undefined : configOf(dirname(resolve(name)));
    return path === undefined || path === config?.path ? here(file) : (await partsBy(path))(file);
  };
}

export function createParts(options: ValidateOptions, config: Config | undefined, session: Session): PartsOf {
  const { spec, registry, server, domain, each = false } = options;
  const known = new Map<FileRules | undefined, Promise<CheckParts>>();
  const isGiven = [spec, registry, server, domain].some((option) => option !== undefined);
  const make = async (rules: FileRules | undefined): Promise<CheckParts> => {
    const own = rules ? await optionsOf(rules, options, config!, session) : options;
    const checker = await chooseChecker(own, session);
    const domains = await checker.names();
    const named = rules?.domain ?? domain;
    const chosen = named === undefined ? undefined : chooseDomain(named, domains);
    const listFiles = () => (rules ? config!.listFiles(rules) : []);
    const identity = identityOf(options.identity ?? rules?.identity?.by, listFiles);
    return { checker, domains, chosen, isConfigured: rules !== undefined, identity, each };
  };
  return async (file) => {
    const name = givenName(file);
    const isByConfig = !isGiven && name !== undefined && config?.files !== undefined;
    const rules = isByConfig ? config.rulesOf(name) : undefined;
    if (isByConfig && rules === undefined) return undefined;
    if (!known.has(rules)) known.set(rules, make(rules));
    return known.get(rules);
  };
}

async function optionsOf(rules: FileRules, options: ValidateOptions, config: Config, session: Session) {
  const { spec, registry, registries = {}, server } = rules;
  const { keyFile, at, simulate } = options;
  if (server !== undefined) return { server, keyFile, at, simulate };
  const file = (place: string) => fileOf(place, config.folder, session);
  const named = await Promise.all(
    Object.entries(registries).map(async ([name, place]) => `${name}=${await file(place)}`),
  );
  const own = registry === undefined ? [] : [await file(registry)];
  // A service that serves the package explains its codes too.
  const [, service] = /^(https?:.*)\/spec-packages\/[^/]+\/[^/]+$/i.exec(spec ?? "") ?? [];
  const rulesUrl = service && `${service}/rules`;
  const specs = spec === undefined ? [] : [await file(spec)];
  return { spec: specs, registry: [...own, ...named], rulesUrl, at, simulate };
}

/**
 * Faults that are known and not reported, until they are gone: a file with what was wrong on the day it was written.
 * Throws a Failure.
 */
function openBaseline(path: string, isBeingWritten = false) {
  const files = new Map(isBeingWritten && !existsSync(path) ? [] : readBaseline(path));
  /** If it is being written. */
  const checked = new Set<string>();
  const fingerprintsOf = createFingerprints();
  return {
    /** The report without known faults. A file with no others is valid. */
    filter(report: FileReport): FileReport {
      const prints = fingerprintsOf(report);
      const path = plainPath(report);
      const omitted = report.before === undefined ? report.omitted : 0;
      if (isBeingWritten && report.status !== "unchecked") {
        if (!checked.has(path)) files.set(path, new Set());
        checked.add(path);
        for (const print of prints.values()) files.get(path)!.add(print);
        if (omitted > 0) files.get(path)!.add(`${MORE}${omitted}`);
      }
      const known = files.get(path);
      if (!known?.size) return report;
      const left = keepOf(report, (located) => !known.has(prints.get(located)!));
      const more = [...known].find((print) => print.startsWith(MORE))?.slice(MORE.length);
      const isAllKnown = more !== undefined && countOf(left) <= Number(more);
      const rest = isAllKnown ? keepOf({ ...report, omitted: 0 }, () => false) : left;
      return { ...rest, known: countOf(report) - countOf(rest) };
    },
    /** Writes the file, if it is being made. What is known of files that were not checked stays as long as they are there. */
    save(): void {
      if (!isBeingWritten) return;
      const kept = [...files].filter(
        ([path, { size }]) => size > 0 && (checked.has(path) || existsSync(path)),
      );
      const listed = Object.fromEntries(kept.sort().map(([path, prints]) => [path, [...prints].sort()]));
      writeFile(path, `${JSON.stringify({ version: 1, files: listed }, null, 2)}\n`);
    },
  };
}

/** In front of how many faults of a file are not listed. Which they are nobody knows, so as many are not new. */
const MORE = "+";

function readBaseline(path: string): [path: string, prints: Set<string>][] {
  if (!existsSync(path))
    throw new Failure(`There is no baseline ${path}.`, "Write it with --write-baseline.");
  const document = readJsonFile(path);
  const files = isPlainObject(document) && document.version === 1 ? document.files : undefined;
  const hint = "Remove it and use --write-baseline, or use another name.";
  if (!isPlainObject(files) || !Object.values(files).every(Array.isArray))
    throw new Failure(`${path} is there and is not a baseline of this version.`, hint);
  return Object.entries(files).map(([name, prints]) => [name, new Set(prints as string[])]);
}

/** The path of a file that is given by path or URL, fetched for each run. Throws a Failure: what cannot be had is never a pass. */
async function fileOf(place: string, folder: string, session: Session): Promise<string> {
  if (!isUrl(place)) return resolve(folder, place);
  const shown = place.replace(/\/\/[^/?#]*@/, "//");
  if (shown !== place) throw new Failure(`${shown} has to be named without user name and password.`);
  const kept = join(cacheFolder(folder, session), `${createHash("sha256").update(place).digest("hex")}.json`);
  // A thread uses what the run has just fetched.
  if (!isMainThread && existsSync(kept)) return kept;
  const fetched = await fetchText(place);
  const read = readJson("text" in fetched ? fetched.text : "");
  if ("text" in fetched && read.ok) {
    refusePage(place, read.value);
    writeFile(kept, fetched.text);
    return kept;
  }
  const reason = "reason" in fetched ? fetched.reason : "it is not JSON";
  if (!existsSync(kept)) throw new Failure(`${place} cannot be fetched: ${reason}.`, "Nothing was checked.");
  const { note, noteStyle } = session.terminal;
  const date = statSync(kept).mtime.toISOString().slice(0, 10);
  const what = `${place} cannot be fetched: ${reason}. What it said on ${date} is used.`;
  note(`${noteStyle.yellow("warning")}  ${what}\n`);
  return kept;
}

function cacheFolder(folder: string, { environment }: Session): string {
  const modules = join(folder, "node_modules");
  const own = environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), ".cache");
  const cache = join(existsSync(modules) ? join(modules, ".cache") : own, "proposal-preflight");
  const make = () => mkdirSync(cache, { recursive: true });
  attempt(`${cache} cannot be made`, make, " What is behind a URL is kept there.");
  return cache;
}
