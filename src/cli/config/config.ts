/** The configuration of a project: preflight.config.json, or the member `preflight` of package.json. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { isPlainObject } from "../../core/json/pointer.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { EMPTY_REGISTRY } from "../../core/registry/empty.ts";
import { openDocument } from "../documents/open.ts";
import { linesOf } from "../documents/positions.ts";
import { type InputFile, listDocuments } from "../files/find.ts";
import { readText } from "../files/read.ts";
import type { Format } from "../reports/choose.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import { Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/session.ts";
import { fromFileFinding, locate } from "../validate/locate.ts";
import { configRules } from "./rules.ts";

export interface FileRules {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly domain?: string;
  readonly spec?: string;
  readonly registry?: string;
  readonly registries?: Readonly<Record<string, string>>;
  readonly server?: string;
}

interface ConfigDocument {
  readonly files?: readonly FileRules[];
  readonly format?: Format;
  readonly output?: Readonly<Partial<Record<Format, string>>>;
  readonly fix?: "safe" | "suggested";
  readonly baseline?: string;
  readonly maxWarnings?: number;
}

export interface Config extends ConfigDocument {
  /** What paths and globs are relative to. */
  readonly folder: string;
  /** The first entry that a file matches. */
  rulesOf(path: string): FileRules | undefined;
  /** Every file that an entry matches. */
  listFiles(): InputFile[];
}

const NAME = "preflight.config.json";

/** Undefined if there is none. Throws a Failure, after every fault was shown at its place. */
export async function readConfig(given: string | undefined, session: Session): Promise<Config | undefined> {
  const found = given === undefined ? findUpwards(process.cwd()) : { path: given, base: baseOf(given) };
  if (found === undefined) return undefined;
  const { path, base } = found;
  const shown = relative(process.cwd(), path) || path;
  const { text } = await readText({ path, name: path, isFound: false }).catch((error: unknown) => {
    throw error instanceof Failure ? new Failure(`${shown}: ${error.message}`) : error;
  });
  const document = await openDocument("config.jsonc", text);
  const value = base.reduce<unknown>(
    (inner, name) => (isPlainObject(inner) ? inner[name] : undefined),
    document.value,
  );
  const result = document.isReadable
    ? checkCandidate(configRules(), value, { registry: EMPTY_REGISTRY, now: 0 })
    : { diagnostics: [], valid: false, omitted: 0 };
  if (!result.valid || !document.isReadable) {
    const diagnostics = [
      ...document.findings.map(fromFileFinding),
      ...result.diagnostics.map((item) => locate(item, document, base)),
    ];
    const { terminal, version } = session;
    const into = { ...terminal, write: terminal.note, style: terminal.noteStyle };
    createPrettyReporter({ terminal: into, version, command: "" }).file({
      path: shown,
      status: "invalid",
      diagnostics: diagnostics.filter(({ diagnostic }) => diagnostic.severity === "error"),
      omitted: result.omitted,
      fixed: 0,
      lines: linesOf(text),
    });
    throw new Failure(
      `${shown} has faults, so nothing was checked.`,
      "Correct it, or leave it out with --no-config.",
    );
  }
  return createConfig(dirname(resolve(path)), value as ConfigDocument);
}

function createConfig(folder: string, document: ConfigDocument): Config {
  const entries = (document.files ?? []).map((rules) => ({
    rules,
    isIncluded: picomatch([...rules.include], { dot: true }),
    isExcluded: picomatch([...(rules.exclude ?? [])], { dot: true }),
  }));
  const rulesOf = (path: string): FileRules | undefined => {
    const inside = relative(folder, resolve(path)).split(sep).join("/");
    return entries.find(({ isIncluded, isExcluded }) => isIncluded(inside) && !isExcluded(inside))?.rules;
  };
  return {
    ...document,
    folder,
    rulesOf,
    listFiles: () =>
      listDocuments(folder, false)
        .filter((path) => rulesOf(path) !== undefined)
        .map((path) => relative(process.cwd(), path))
        .sort()
        .map((path) => ({ path, name: path, isFound: true })),
  };
}

const baseOf = (path: string): string[] => (path.endsWith("package.json") ? ["preflight"] : []);

function findUpwards(start: string): { path: string; base: string[] } | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const own = join(folder, NAME);
    if (existsSync(own)) return { path: own, base: [] };
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && hasMember(manifest)) return { path: manifest, base: baseOf(manifest) };
    if (dirname(folder) === folder) return undefined;
  }
}

/** A manifest that cannot be read is somebody else's concern. */
function hasMember(manifest: string): boolean {
  try {
    const document: unknown = JSON.parse(readFileSync(manifest, "utf8"));
    return isPlainObject(document) && isPlainObject(document.preflight);
  } catch {
    return false;
  }
}
