/** The files behind the arguments of a command, in the order of their paths. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure, systemReason } from "../terminal/failure.ts";

export interface InputFile {
  /** As it is shown, and as it is opened. */
  readonly path: string;
  /** Undefined: standard input. */
  readonly name: string | undefined;
  /** Whether it was found in a directory, so that it may be something else than a proposal. */
  readonly isFound: boolean;
}

export const STDIN: InputFile = { path: "<stdin>", name: undefined, isFound: false };

const DOCUMENT_NAME = /\.(json|jsonc|ya?ml)$/i;
/** Files of other tools that often stand beside proposals. */
const OTHER_TOOLS = /^(package|package-lock|npm-shrinkwrap|composer|deno|biome|tsconfig([.-].*)?)\.jsonc?$/i;

/** Throws a Failure if there is nothing to check. A missing file is left for the reader, which reports it. */
export function findFiles(args: readonly string[]): InputFile[] {
  const found = new Map<string, InputFile>();
  for (const path of args) {
    if (path === "-") found.set("-", STDIN);
    else if (!isDirectory(path)) found.set(path, { path, name: path, isFound: false });
    else {
      const inside = listDirectory(path);
      if (inside.length === 0)
        throw new Failure(
          `There are no proposals in ${path}.`,
          "A directory is searched for files that end in .json, .jsonc, .yaml or .yml.",
        );
      for (const name of inside) if (!found.has(name)) found.set(name, { path: name, name, isFound: true });
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Reading it will tell why.
    return false;
  }
}

function listDirectory(folder: string): string[] {
  let entries: import("node:fs").Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Failure(`${folder} cannot be read: ${systemReason(error)}.`);
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return listDirectory(path);
    return DOCUMENT_NAME.test(entry.name) && !OTHER_TOOLS.test(entry.name) ? [path] : [];
  });
}
