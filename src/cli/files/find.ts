/** The files behind the arguments of a command, in the order of their paths. */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import picomatch from "picomatch";
import { isMarkdown } from "../../authoring/documents/open.ts";
import { attempt, Failure } from "../terminal/terminal.ts";

export interface InputFile {
  /** As it is shown, and as it is opened unless it is standard input. */
  readonly path: string;
  readonly isStdin?: boolean;
  /** Whether it was found in a directory, so that it may be something else than a proposal. */
  readonly isFound?: boolean;
  /** Whether it was named by a program that names every file it sees. */
  readonly mayBeOther?: boolean;
  /** Its bytes, if they are not those of the file of that name. */
  readonly read?: () => Buffer;
}

const STDIN: InputFile = { path: "<stdin>", isStdin: true };

/**
 * A file that somebody has named, as reports need it: `./a.json` is no path of a merge request. Behind a link, `..` leads
 * elsewhere than the name says. `-` is standard input.
 */
export function namedFile(path: string): InputFile {
  return path === "-" ? STDIN : { path: /^$|\.\./.test(path) ? path : normalize(path) };
}

/** What decides on the language and the rules. Undefined: standard input that nobody gave a name. */
export function givenName(file: InputFile): string | undefined {
  return file.isStdin && file.path === STDIN.path ? undefined : file.path;
}

const DOCUMENT_NAME = /\.(json[c5l]?|ndjson|ya?ml)$/i;
/** Files of other tools that often stand beside proposals, lock files among them. */
const OTHER_TOOLS =
  /^(?:(?:package|package-lock|npm-shrinkwrap|composer|deno|biome|preflight\.config|jsconfig|tsconfig(?:[.-].*)?|renovate|lerna|nx|turbo|vercel|angular|firebase|bower|manifest\.lock)\.jsonc?|pnpm-(?:lock|workspace)\.ya?ml|(?:docker-)?compose\.ya?ml|\.?pre-commit-(?:config|hooks)\.ya?ml)$/i;

/** Whether a file that nobody named may be a proposal, by its name. */
export const isDocumentName = (path: string): boolean =>
  (DOCUMENT_NAME.test(path) || isMarkdown(path)) && !isOfOtherTool(path);

export const isOfOtherTool = (path: string): boolean => OTHER_TOOLS.test(basename(path));

/** Throws a Failure if there is nothing to check. A missing file is left for the reader, which reports it. */
export function findFiles(args: readonly string[]): InputFile[] {
  /** By the whole path: two names of a file are no two files. */
  const found = new Map<string, InputFile>();
  for (const path of args) {
    const isDirectory = path !== "-" && kindOf(path) === "directory";
    const isGlob = isPattern(path);
    if (!isDirectory && !isGlob) {
      found.set(resolve(path), namedFile(path));
      continue;
    }
    const inside = isDirectory ? listDocuments(path) : matching(path);
    for (const each of inside)
      if (!found.has(resolve(each))) found.set(resolve(each), { path: each, isFound: true });
    if (inside.length > 0) continue;
    if (isGlob) throw new Failure(`No file matches ${path}.`);
    const hint = "A directory is searched for JSON and YAML files, apart from those that .gitignore names.";
    throw new Failure(`There are no proposals in ${path}.`, hint);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** A pattern that the shell did not expand, because it was quoted. */
function matching(pattern: string): string[] {
  const { base } = picomatch.scan(pattern);
  const folder = base === "" ? "." : base;
  if (kindOf(folder) !== "directory") return [];
  const isMatch = matcherOf(pattern);
  return listDocuments(folder).filter((path) => isMatch(path));
}

/** Whether an argument means a file, by its name, a folder above it or a pattern. The file need not be there. */
export function isNamedBy(argument: string, path: string): boolean {
  if (`${resolve(path)}${sep}`.startsWith(`${resolve(argument)}${sep}`)) return true;
  return kindOf(argument) === "absent" && matcherOf(argument)(isAbsolute(argument) ? resolve(path) : path);
}

/** Whether an argument is the name of nothing that is there. */
export const isMissing = (path: string): boolean => kindOf(path) === "absent" && !isPattern(path);

const isPattern = (path: string): boolean => kindOf(path) === "absent" && picomatch.scan(path).isGlob;

const matcherOf = (pattern: string) => picomatch(pattern.replace(/^\.\//, ""), { nonegate: true });

/** What has to be watched for an argument: the file or folder itself, or the folder in which a pattern finds files. */
export function placeOfArgument(path: string): string {
  return isPattern(path) ? picomatch.scan(path).base || "." : path;
}

function kindOf(path: string): "directory" | "file" | "absent" {
  try {
    return statSync(path).isDirectory() ? "directory" : "file";
  } catch {
    // Reading it will tell why.
    return "absent";
  }
}

/** The documents in a folder and below, with or without those of other tools. Links are not followed: they may lead out of it. */
export function listDocuments(
  folder: string,
  skipsOthers = true,
  // Outside a repository only the folders that are searched count.
  ignored: Ignored = readIgnored(resolve(folder)) ?? [],
): string[] {
  const entries = entriesOf(folder);
  // Reading it as a file tells why.
  if (entries === undefined) return [folder];
  const rules = withRulesOf(folder, ignored);
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    if (ignores(rules, path, entry.isDirectory())) return [];
    if (entry.isDirectory()) return listDocuments(path, skipsOthers, rules);
    // Most Markdown is no proposal, so it is looked at where a configuration says that it is.
    const isOne = skipsOthers
      ? DOCUMENT_NAME.test(entry.name) && !isOfOtherTool(path)
      : DOCUMENT_NAME.test(entry.name) || isMarkdown(entry.name);
    return entry.isFile() && isOne ? [path] : [];
  });
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** What each .gitignore names, the nearest first. */
type Ignored = readonly { readonly folder: string; readonly rules: Ignore }[];

function ignores(ignored: Ignored, path: string, isFolder: boolean): boolean {
  // The nearest rule about it counts: one that starts with ! takes back what a folder above says.
  for (const { folder, rules } of ignored) {
    const inside = relative(folder, resolve(path)).split(sep).join("/");
    if (inside === "" || inside.startsWith("..")) continue;
    const said = rules.test(isFolder ? `${inside}/` : inside);
    if (said.ignored || said.unignored) return said.ignored;
  }
  return false;
}

/** The rules of the folders above, up to the one that holds the repository; undefined outside of one. */
function readIgnored(folder: string): Ignored | undefined {
  if (existsSync(join(folder, ".git"))) return [];
  const parent = dirname(folder);
  const outer = parent === folder ? undefined : readIgnored(parent);
  return outer && withRulesOf(parent, outer);
}

function withRulesOf(folder: string, ignored: Ignored): Ignored {
  const path = join(folder, ".gitignore");
  if (kindOf(path) !== "file") return ignored;
  const text = attempt(`${path} cannot be read`, () => readFileSync(path, "utf8"));
  return [{ folder: resolve(folder), rules: ignore().add(text) }, ...ignored];
}
