/** What .gitignore and .preflightignore name, from the root of the repository down. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

export interface Ignored {
  has(path: string, isFolder: boolean): boolean;
  /** With the files of a folder below. */
  inside(folder: string): Ignored;
}

const NAMES = [".gitignore", ".preflightignore"];

/** The rules of the folders above, up to the one that holds the repository. */
export function readIgnored(folder: string): Ignored {
  const above: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (at !== resolve(folder)) above.unshift(at);
    if (existsSync(join(at, ".git")) || dirname(at) === at) break;
  }
  const isRepository = existsSync(join(above[0] ?? resolve(folder), ".git"));
  // Outside a repository only the folders that are searched count.
  return (isRepository ? above : []).reduce<Ignored>((outer, at) => outer.inside(at), createIgnored([]));
}

interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

function createIgnored(list: readonly Rules[]): Ignored {
  return {
    has(path, isFolder) {
      const full = resolve(path);
      return list.some(({ folder, rules }) => {
        const inside = relative(folder, full).split(sep).join("/");
        return inside !== "" && !inside.startsWith("..") && rules.ignores(isFolder ? `${inside}/` : inside);
      });
    },
    inside(folder) {
      const texts = NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
      if (texts.length === 0) return createIgnored(list);
      const rules = ignore().add(texts.map((path) => readFileSync(path, "utf8")).join("\n"));
      return createIgnored([...list, { folder: resolve(folder), rules }]);
    },
  };
}
