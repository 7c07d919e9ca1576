/** What a run works with: options of the command line first, then the configuration of the project. */
import { isAbsolute, relative, resolve } from "node:path";
import type { CheckerOptions } from "../checker/checker.ts";
import { chooseChecker } from "../checker/choose.ts";
import { chooseDomain } from "../checker/domain.ts";
import { commandLine, explainBy } from "../command-line.ts";
import { type Config, type FileRules, readConfig } from "../config/config.ts";
import { fileOf } from "../config/fetched.ts";
import { findFiles, givenName, type InputFile, placeOfArgument } from "../files/find.ts";
import { type Format, type ReportSettings, readOutput } from "../reports/outputs.ts";
import { Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import { type Baseline, NO_BASELINE, openBaseline } from "./baseline.ts";
import type { CheckParts, Fixing } from "./check-file.ts";
import { createWriter } from "./write-fixed.ts";

export interface ValidateOptions extends CheckerOptions {
  readonly domain?: string;
  readonly format?: Format;
  /** `format=file` */
  readonly output?: readonly string[];
  /** Without a level: that of the configuration, or the safe one. */
  readonly fix?: "safe" | "suggested" | true;
  readonly diff?: boolean;
  readonly stdinFilename?: string;
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly config?: string | false;
  readonly interactive?: boolean;
  readonly watch?: boolean;
  readonly maxWarnings?: number;
}

/** Undefined: the configuration does not name the file. */
export type PartsOf = (file: InputFile) => Promise<CheckParts | undefined>;

export interface Run {
  /** The files that it is about now. Throws a Failure if there are none. */
  readonly files: () => readonly InputFile[];
  /** The files and folders that can change what it is about. */
  readonly places: readonly string[];
  readonly partsOf: PartsOf;
  /** How to call the command again, and how to have a code explained, for hints that can be pasted. */
  readonly command: string;
  readonly explain: (code: string) => string;
  readonly baseline: Baseline;
  readonly reports: ReportSettings;
  /** Undefined: nothing is fixed. */
  readonly fixing: Fixing | undefined;
  readonly maxWarnings: number | undefined;
}

/** Throws a Failure. */
export async function prepareRun(
  args: readonly string[],
  options: ValidateOptions,
  session: Session,
): Promise<Run> {
  const config = options.config === false ? undefined : await readConfig(options.config, session);
  const { fix, diff, stdinFilename, maxWarnings } = options;
  const asked = fix ?? (diff === true ? true : undefined);
  const level = asked === true ? (config?.fix ?? "safe") : asked;
  // The fixed text or the differences are there.
  const isOutputTaken = diff === true || (stdinFilename !== undefined && level !== undefined);
  return {
    files: () => filesOf(args, options, config),
    places: args.length > 0 || config === undefined ? args.map(placeOfArgument) : config.places,
    partsOf: createParts(options, config, session),
    // Without options that change files or only this report.
    command: commandLine(session.terminal, "validate", args, options),
    explain: explainBy(options, session.terminal),
    baseline: baselineOf(options, config),
    reports: { ...reportsOf(options, config), isOutputTaken },
    fixing: level && { level, write: createWriter(options, session.terminal) },
    maxWarnings: maxWarnings ?? config?.maxWarnings,
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

function filesOf(
  args: readonly string[],
  { stdinFilename }: ValidateOptions,
  config: Config | undefined,
): InputFile[] {
  if (stdinFilename !== undefined) return [{ path: stdinFilename, isStdin: true }];
  if (args.length > 0) return findFiles(args);
  if (config?.files === undefined)
    throw new Failure(
      "Name the files to check.",
      "Or list them in preflight.config.json; docs/cli.md shows how.",
    );
  const files = config.listFiles();
  if (files.length === 0) throw new Failure("No file matches the configuration.");
  return files;
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
    const domains = await checker.domains();
    const named = rules?.domain ?? domain;
    const chosen = named === undefined ? undefined : chooseDomain(named, domains);
    return { checker, domains, chosen, isConfigured: rules !== undefined };
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
  return { spec: spec === undefined ? [] : [await file(spec)], registry: [...own, ...named], at, simulate };
}

function baselineOf(
  { baseline, writeBaseline = false }: ValidateOptions,
  config: Config | undefined,
): Baseline {
  const path = baseline ?? (config?.baseline && inFolder(config, config.baseline));
  if (path === undefined) {
    if (writeBaseline)
      throw new Failure("--write-baseline needs to know where.", "Name the file with --baseline.");
    return NO_BASELINE;
  }
  return openBaseline(path, writeBaseline);
}
