/** What a run works with: options of the command line first, then the configuration of the project. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { isPlainObject } from "../../core/json/values.ts";
import { readJson } from "../../core/reader/read-json.ts";
import type { Diagnostic } from "../../core/types.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { chooseChecker, chooseDomain } from "../checker/domain.ts";
import { explainBy, repairLine } from "../command-entry.ts";
import { type Config, type FileRules, findConfig, isUrl, readConfig } from "../config/config.ts";
import { fetchText } from "../files/fetch.ts";
import {
  findFiles,
  givenName,
  type InputFile,
  isDocumentName,
  isIgnored,
  isMissing,
  isNamedBy,
  namedFile,
  placeOfArgument,
} from "../files/find.ts";
import { changedFiles, stagedFiles } from "../files/git.ts";
import { readJsonFile, refusePage, writeFile } from "../files/read.ts";
import { type Format, isReport, readOutput } from "../reports/outputs.ts";
import { createFingerprints, type FileReport, keepOf, plainPath } from "../reports/report.ts";
import { Failure, systemReason } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import type { CheckParts, Writing } from "./check-file.ts";
import { identityOf } from "./identity.ts";
import { createWriter } from "./write-fixed.ts";

export interface ValidateOptions extends CheckerOptions {
  readonly domain?: string;
  readonly format?: Format;
  /** `format=file` */
  readonly output?: readonly string[];
  /** Without a level: that of the configuration, or the safe one. */
  readonly fix?: "safe" | "suggested" | true;
  readonly diff?: boolean;
  readonly staged?: boolean;
  /** Without a commit: the last one. */
  readonly changed?: string | true;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly quiet?: boolean;
  readonly forceExclude?: boolean;
  readonly stdinFilename?: string;
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly config?: string | false;
  readonly interactive?: boolean;
  readonly watch?: boolean;
  readonly maxWarnings?: number;
  readonly each?: boolean;
  readonly identity?: string;
  readonly threads?: number;
}

/** Undefined: the configuration does not name the file. */
export type PartsOf = (file: InputFile) => Promise<CheckParts | undefined>;

export type Run = Awaited<ReturnType<typeof prepareRun>>;

/** Throws a Failure. */
export async function prepareRun(args: readonly string[], options: ValidateOptions, session: Session) {
  const config = options.config === false ? undefined : await readConfig(options.config, session);
  const { fix, diff, stdinFilename, maxWarnings = config?.maxWarnings } = options;
  const asked = fix ?? (diff === true ? true : undefined);
  const level = asked === true ? (config?.fix ?? "safe") : asked;
  // The fixed text or the differences are there.
  const isOutputTaken = diff === true || (stdinFilename !== undefined && level !== undefined);
  const fixing: Writing | undefined = level && {
    level,
    isTrial: diff === true,
    write: createWriter(options, session.terminal),
  };
  return {
    /** The files that it is about now. Throws a Failure if there are none. */
    files: () => filesOf(args, options, config),
    /** The files and folders that can change what it is about. */
    places: args.length > 0 || config === undefined ? args.map(placeOfArgument) : config.places,
    partsOf: createNearestParts(options, config, session),
    /** How to call the command again, without options that change files or only this report. Undefined: --fix would do no more. */
    command:
      fixing?.isTrial === false && level === "suggested"
        ? undefined
        : repairLine(session.terminal, args, options),
    /** How to have a code explained, for hints that can be pasted. */
    explain: explainBy(options, session.terminal),
    baseline: baselineOf(options, config),
    /** The codes that the options name. */
    codes: [...(options.only ?? []), ...(options.skip ?? [])],
    /** Whether it is well if there is nothing to check. */
    mayBeNone: options.staged === true || options.changed !== undefined,
    /** Which diagnostics are reported. Warnings that may fail the run always are. */
    isReported: ({ code, severity }: Diagnostic) =>
      // Of what cannot be read nobody knows which codes it has.
      ((options.only?.includes(code) ?? true) || code === "syntax-error") &&
      options.skip?.includes(code) !== true &&
      (options.quiet !== true || severity === "error" || maxWarnings !== undefined),
    reports: { ...reportsOf(options, config), isOutputTaken, isQuiet: options.quiet === true },
    /** Undefined: nothing is fixed. */
    fixing,
    maxWarnings,
    /** Whether a file of JSON holds several records, whatever its name. */
    each: options.each === true,
    /** How many threads may check; undefined: not said. */
    threads: options.threads,
    /** For threads, which prepare the same run. */
    given: { args, options },
  };
}

function reportsOf({ format, output }: ValidateOptions, config: Config | undefined) {
  const configured = Object.entries(config?.output ?? {}).map(
    ([name, path]) => `${name}=${inFolder(config!, path!)}`,
  );
  return {
    format: format ?? config?.format ?? "pretty",
    outputs: (output ?? configured).map(readOutput),
  };
}

const inFolder = ({ folder }: Config, path: string): string => {
  if (path === "-" || isAbsolute(path)) return path;
  return relative(process.cwd(), resolve(folder, path));
};

function filesOf(args: readonly string[], options: ValidateOptions, config: Config | undefined): InputFile[] {
  const { stdinFilename, staged, changed, forceExclude: mayBeOther = false } = options;
  if (stdinFilename !== undefined) return [{ path: stdinFilename, isStdin: true }];
  const reports = reportsOf(options, config).outputs.map(({ path }) => resolve(path));
  const baseline = resolve(baselinePath(options, config) ?? "");
  const isWritten = ({ path, isFound }: InputFile) =>
    isFound === true && (resolve(path) === baseline || (reports.includes(resolve(path)) && isReport(path)));
  if (staged === true || changed !== undefined) {
    const files = staged === true ? stagedFiles() : changedFiles(changed === true ? undefined : changed);
    const isAsked = (path: string) => args.length === 0 || args.some((each) => isNamedBy(each, path));
    const isNamed = (each: string) => files.some(({ path }) => isNamedBy(each, path));
    return files
      .filter(({ path }) => isDocumentName(path) && isAsked(path) && !isIgnored(path))
      .filter((file) => !isWritten(file))
      .concat(args.filter((each) => isMissing(each) && !isNamed(each)).map(namedFile));
  }
  if (args.length > 0)
    return findFiles(args)
      .filter((file) => !isWritten(file))
      .map((file) => (mayBeOther && !file.isStdin ? { ...file, mayBeOther } : file));
  if (config?.files === undefined)
    throw new Failure(
      "Name the files to check.",
      "Or list them in preflight.config.json; docs/cli.md shows how.",
    );
  const files = config.listFiles().filter((file) => !isWritten(file));
  if (files.length === 0) throw new Failure("No file matches the configuration.");
  return files;
}

/** With the configuration nearest to each file, unless one is named or none is wanted. */
function createNearestParts(options: ValidateOptions, config: Config | undefined, session: Session): PartsOf {
  const here = createParts(options, config, session);
  if (options.config !== undefined) return here;
  const known = new Map<string | undefined, Promise<PartsOf>>([[config?.path, Promise.resolve(here)]]);
  const places = new Map<string, string | undefined>();
  return async (file) => {
    const name = givenName(file);
    if (name === undefined) return here(file);
    const folder = dirname(resolve(name));
    if (!places.has(folder)) places.set(folder, findConfig(folder));
    const path = places.get(folder);
    const parts =
      known.get(path) ?? readConfig(path, session).then((nearest) => createParts(options, nearest, session));
    known.set(path, parts);
    return (await parts)(file);
  };
}

export function createParts(options: ValidateOptions, config: Config | undefined, session: Session): PartsOf {
  const { spec, registry, server, domain } = options;
  const known = new Map<FileRules | undefined, Promise<CheckParts>>();
  const isGiven = [spec, registry, server, domain].some((each) => each !== undefined);
  const make = async (rules: FileRules | undefined): Promise<CheckParts> => {
    const checker = await chooseChecker(
      rules ? await optionsOf(rules, options, config!, session) : options,
      session,
    );
    const domains = await checker.names();
    const named = rules?.domain ?? domain;
    const chosen = named === undefined ? undefined : chooseDomain(named, domains);
    return {
      checker,
      domains,
      chosen,
      isConfigured: rules !== undefined,
      identity: identityOf(options.identity ?? rules?.identity?.by, () =>
        rules ? config!.listFiles(rules) : [],
      ),
      each: options.each === true,
    };
  };
  return async (file) => {
    const name = givenName(file);
    const rules = isGiven || name === undefined ? undefined : config?.rulesOf(name);
    if (rules === undefined && !isGiven && config?.files !== undefined && name !== undefined)
      return undefined;
    const parts = known.get(rules) ?? make(rules);
    known.set(rules, parts);
    return parts;
  };
}

async function optionsOf(
  { spec, registry, registries = {}, server }: FileRules,
  options: ValidateOptions,
  { folder }: Config,
  session: Session,
): Promise<CheckerOptions> {
  const { keyFile, at, simulate } = options;
  if (server !== undefined) return { server, keyFile, at, simulate };
  const file = (place: string) => fileOf(place, folder, session);
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

function baselinePath({ baseline }: ValidateOptions, config: Config | undefined): string | undefined {
  return baseline ?? (config?.baseline && inFolder(config, config.baseline));
}

function baselineOf(options: ValidateOptions, config: Config | undefined): Baseline {
  const { writeBaseline = false } = options;
  const path = baselinePath(options, config);
  if (path !== undefined) return openBaseline(path, writeBaseline);
  if (writeBaseline)
    throw new Failure("--write-baseline needs to know where.", "Name the file with --baseline.");
  return NO_BASELINE;
}

type Baseline = ReturnType<typeof openBaseline>;

export const NO_BASELINE: Baseline = { filter: (report) => report, save() {} };

/** Faults that are known and not reported, until they are gone: a file with what was wrong on the day it was written. Throws a Failure. */
function openBaseline(path: string, isBeingWritten: boolean) {
  const files = new Map(isBeingWritten && !existsSync(path) ? [] : readBaseline(path));
  /** If it is being written. */
  const checked = new Set<string>();
  const fingerprintsOf = createFingerprints();
  return {
    /** The report without known faults. A file with no others is valid. */
    filter(report: FileReport): FileReport {
      const prints = fingerprintsOf(report);
      const path = plainPath(report);
      if (isBeingWritten && report.status !== "unchecked") {
        if (!checked.has(path)) files.set(path, new Set());
        checked.add(path);
        for (const print of prints.values()) files.get(path)!.add(print);
      }
      const known = files.get(path);
      if (!known?.size) return report;
      const left = keepOf(report, (located) => !known.has(prints.get(located)!));
      return { ...left, known: report.diagnostics.length - left.diagnostics.length };
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

function readBaseline(path: string): [path: string, prints: Set<string>][] {
  if (!existsSync(path))
    throw new Failure(`There is no baseline ${path}.`, "Write it with --write-baseline.");
  const document = readJsonFile(path);
  const files = isPlainObject(document) && document.version === 1 ? document.files : undefined;
  if (!isPlainObject(files) || !Object.values(files).every(Array.isArray))
    throw new Failure(
      `${path} is there and is not a baseline of this version.`,
      "Remove it and use --write-baseline, or use another name.",
    );
  return Object.entries(files).map(([name, prints]) => [name, new Set(prints as string[])]);
}

/** The path of a file that is given by path or URL, fetched for each run. Throws a Failure: what cannot be had is never a pass. */
export async function fileOf(place: string, folder: string, session: Session): Promise<string> {
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
  const { terminal } = session;
  const date = statSync(kept).mtime.toISOString().slice(0, 10);
  terminal.note(
    `${terminal.noteStyle.yellow("warning")}  ${place} cannot be fetched: ${reason}. What it said on ${date} is used.\n`,
  );
  return kept;
}

function cacheFolder(folder: string, { environment }: Session): string {
  const modules = join(folder, "node_modules");
  const own = environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), ".cache");
  const cache = join(existsSync(modules) ? join(modules, ".cache") : own, "proposal-preflight");
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    throw new Failure(
      `${cache} cannot be made: ${systemReason(error)}.`,
      "What is behind a URL is kept there.",
    );
  }
  return cache;
}
