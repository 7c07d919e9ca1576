/** By which rules a file is checked: those of the configuration above it, or those of the command line. Read again when a file of theirs changes. */
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ValidateOptions } from "../command-entry.ts";
import { CONFIG_NAME, findConfig, HAS_FAULTS, isUrl, openConfig } from "../config/config.ts";
import { isOfOtherTool, namedFile } from "../files/find.ts";
import { readText } from "../files/read.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import { Failure, type Session } from "../terminal/terminal.ts";
import type { CheckParts } from "../validate/check-file.ts";
import { createParts } from "../validate/prepare.ts";

export type Projects = ReturnType<typeof createProjects>;

/** What is loaded for a configuration, or for the command line. */
interface Project {
  /** The files that it was made from, and what they were then. */
  paths: readonly string[];
  stamp: string;
  loadedAt: number;
}

const MAX_AGE_MS = 600_000;

/** `onConfig`: called with what is wrong with a configuration whenever it was read. */
export function createProjects(
  options: ValidateOptions,
  session: Session,
  onConfig: (uri: string, diagnostics: readonly LocatedDiagnostic[]) => void,
) {
  const projects = new Map<string | undefined, Project & { readonly loaded: ReturnType<typeof load> }>();
  const { spec = [], registry = [], server, domain } = options;
  const isGiven = spec.length + registry.length > 0 || server !== undefined || domain !== undefined;

  function configFor(path: string): string | undefined {
    return typeof options.config === "string" ? resolve(options.config) : findConfig(dirname(path));
  }

  function projectOf(place: string | undefined) {
    const known = projects.get(place);
    if (known !== undefined && known.stamp === stampOf(known.paths)) return known;
    const paths = place === undefined ? [...spec, ...registry] : [place];
    // The stamp is taken before anything is read: a change meanwhile then counts as one.
    const project = { paths, stamp: stampOf(paths), loadedAt: Date.now() };
    const loading = Object.assign(project, { loaded: load(place, project) });
    projects.set(place, loading);
    return loading;
  }

  async function load(place: string | undefined, project: Project) {
    if (place === undefined) return { config: undefined, partsOf: createParts(options, undefined, session) };
    const { text } = await readText(namedFile(place));
    const { config, diagnostics } = await openConfig(place, text);
    onConfig(pathToFileURL(place).href, diagnostics);
    if (config === undefined) throw new Failure(`${place} ${HAS_FAULTS}`);
    const named = (config.files ?? []).flatMap(({ spec, registry, registries = {} }) => [
      ...[spec, registry].filter((each) => each !== undefined),
      ...Object.values(registries),
    ]);
    const places = named.filter((each) => !isUrl(each));
    project.paths = [place, ...places.map((each) => resolve(config.folder, each))];
    project.stamp = stampOf(project.paths);
    return { config, partsOf: createParts(options, config, session) };
  }

  return {
    /** Undefined: the file is none that is checked. Throws a Failure if the rules cannot be had. */
    async partsOf(path: string): Promise<CheckParts | undefined> {
      const place = configFor(path);
      if (place === undefined && !isGiven) return undefined;
      const project = projectOf(isGiven ? undefined : place);
      try {
        const { config, partsOf } = await project.loaded;
        const isOurs = isGiven ? !isOfOtherTool(path) : config?.rulesOf(path) !== undefined;
        return isOurs ? await partsOf(namedFile(path)) : undefined;
      } catch (error) {
        project.loadedAt = 0;
        throw error;
      }
    },
    isConfig: (path: string): boolean => basename(path) === CONFIG_NAME || configFor(path) === path,
    /** Makes the next question ask again for what could not be had, and for rules that were read a while ago. */
    refresh(): void {
      const old = Date.now() - MAX_AGE_MS;
      for (const [key, { loadedAt }] of projects) if (loadedAt < old) projects.delete(key);
    },
  };
}

/** Changes with the content of the files, as far as the system tells. */
function stampOf(paths: readonly string[]): string {
  const statsOf = (path: string) => statSync(path.replace(/^[a-z0-9-]+=/, ""), { throwIfNoEntry: false });
  const stamps = paths.map(statsOf).map((stats) => `${stats?.mtimeMs}:${stats?.size}`);
  return stamps.join();
}
