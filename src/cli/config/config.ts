/** The configuration of a project: preflight.config.json, or the member `preflight` of package.json. */
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { openDocument } from "../../authoring/documents/open.ts";
import { once, valueAt } from "../../core/json/values.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import { readSettingsRules } from "../../service/settings/settings-rules.ts";
import { explainBy, type ValidateOptions } from "../command-entry.ts";
import { type InputFile, listDocuments, namedFile } from "../files/find.ts";
import { holdsObject, readNamed } from "../files/read.ts";
import type { Format } from "../reports/outputs.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import { ofCandidate } from "../reports/report.ts";
import { Failure, onStandardError, type Session } from "../terminal/terminal.ts";
import { locate } from "../validate/check-file.ts";

export interface FileRules {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly domain?: string;
  readonly spec?: string;
  readonly registry?: string;
  readonly registries?: Readonly<Record<string, string>>;
  readonly server?: string;
  readonly identity?: { readonly by: string };
}

interface ConfigDocument extends Pick<ValidateOptions, "format" | "baseline" | "maxWarnings"> {
  readonly files?: readonly FileRules[];
  readonly output?: Readonly<Partial<Record<Format, string>>>;
  readonly fix?: "safe" | "suggested";
}

export type Config = ReturnType<typeof createConfig>;

export const CONFIG_NAME = "preflight.config.json";

/** Undefined if there is none. Throws a Failure, after every fault was shown at its place. */
export async function readConfig(given: string | undefined, session: Session): Promise<Config | undefined> {
  const path = given ?? findConfig(process.cwd());
  if (path === undefined) return undefined;
  const shown = relative(process.cwd(), path) || path;
  const text = await readNamed(namedFile(path), shown);
  const { config, diagnostics, omitted } = await openConfig(path, text);
  if (config !== undefined) return config;
  const terminal = onStandardError(session.terminal);
  const errors = diagnostics.filter(({ diagnostic }) => diagnostic.severity === "error");
  const report = { path: shown, status: "invalid", diagnostics: errors, omitted, fixed: 0, text } as const;
  createPrettyReporter({ terminal, command: "", explain: explainBy({}, terminal) }).file(report);
  throw new Failure(`${shown} ${HAS_FAULTS}`, "Correct it, or leave it out with --no-config.");
}

export const HAS_FAULTS = "has faults, so nothing was checked.";

/** `config`: undefined if it has errors. `base`: the way to it in its document. */
export async function openConfig(path: string, text: string) {
  const base = basename(path) === "package.json" ? ["preflight"] : [];
  // Comments are welcome in a configuration, whatever its name.
  const document = await openDocument("config.jsonc", text);
  const findings = document.findings.map(ofCandidate(base));
  if (!document.isReadable) return { config: undefined, document, base, diagnostics: findings, omitted: 0 };
  const value = valueAt(document.value, base);
  const result = checkCandidate(configRules(), value, { registry: EMPTY_REGISTRY, now: 0 });
  const diagnostics = [...findings, ...result.diagnostics.map((item) => locate(item, document, base))];
  const isWhole = document.findings.every(({ code }) => code !== "syntax-error");
  const config = result.valid && isWhole ? createConfig(resolve(path), value as ConfigDocument) : undefined;
  return { config, document, base, diagnostics, omitted: result.omitted };
}

/** Of several patterns one has to match. With one that starts with !, nearly every file would. */
const PATTERNS = { dot: true, nonegate: true };

function createConfig(path: string, document: ConfigDocument) {
  const folder = dirname(path);
  const { files = [] } = document;
  const entries = files.map((rules) => ({
    rules,
    isMatch: picomatch([...rules.include], { ...PATTERNS, ignore: [...(rules.exclude ?? [])] }),
  }));
  const globs = files.flatMap(({ include }) => include.map((glob) => picomatch.scan(glob)));
  const rulesOf = (path: string): FileRules | undefined => {
    const inside = relative(folder, resolve(path)).split(sep).join("/");
    return entries.find(({ isMatch }) => isMatch(inside))?.rules;
  };
  return {
    ...document,
    path,
    /** What paths and globs are relative to. */
    folder,
    rulesOf,
    /** The folders in which the files are. */
    places: [...new Set(globs.map(({ base }) => relative(process.cwd(), join(folder, base)) || "."))],
    /** Every file that an entry matches, or this one. */
    listFiles: (rules?: FileRules): InputFile[] =>
      listDocuments(folder, false)
        .filter((path) => (rules === undefined ? rulesOf(path) !== undefined : rulesOf(path) === rules))
        .map((path) => relative(process.cwd(), path))
        .sort()
        .map((path) => ({ path, isFound: true })),
  };
}

export const isUrl = (place: string | undefined): boolean => /^https?:\/\//i.test(place ?? "");

/** The path of the one in a folder or above it. */
export function findConfig(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const own = join(folder, CONFIG_NAME);
    if (existsSync(own)) return own;
    const manifest = join(folder, "package.json");
    if (holdsObject(manifest, "preflight")) return manifest;
    if (dirname(folder) === folder) return undefined;
  }
}

const SCHEMA_FILE = new URL("../../../schemas/preflight.config.schema.json", import.meta.url);
const EXAMPLE = { files: [{ include: ["proposals/**"], spec: "rules.json" }] };

const rulesIn = once((file: URL) => readSettingsRules(file, "configuration", EXAMPLE));

export const configRules = () => rulesIn(SCHEMA_FILE);
