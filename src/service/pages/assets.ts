/** The built files of the workbench. Their names hold a digest, so browsers may keep them for good. */
import { readdirSync, readFileSync } from "node:fs";
import { remember } from "../../core/json/values.ts";

/** Files of the built workbench that a page loads. Their paths are relative to the top of the site. */
export type Look = { readonly styles: readonly string[]; readonly script: string };

export interface Assets {
  readonly workbench: Look;
  readonly studio: Look;
  /** What the rendered pages share with the workbench. */
  readonly reference: Look;
  find(name: string): { readonly type: string; readonly text: string } | undefined;
}

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };

/** Undefined if the workbench was not built; the pages do without it then. */
export function readAssets(folder: URL): Assets | undefined {
  let manifest: Record<string, { file: string; imports?: string[]; css?: string[] }>;
  let names: ReadonlySet<string>;
  try {
    manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
    names = new Set(readdirSync(new URL("assets/", folder)));
  } catch {
    return undefined;
  }
  const lookOf = (source: string): Look => {
    const entry = manifest[source];
    if (entry === undefined)
      throw new Error(`The workbench in ${folder.pathname} has no ${source}; build it again.`);
    const { file: script, imports = [], css = [] } = entry;
    return { script, styles: [...new Set([...imports.flatMap((name) => lookOf(name).styles), ...css])] };
  };
  const read = remember(names.size, Number.POSITIVE_INFINITY, (name) =>
    readFileSync(new URL(`assets/${name}`, folder), "utf8"),
  );

  return {
    workbench: lookOf("main.tsx"),
    studio: lookOf("studio/main.tsx"),
    reference: lookOf("reference/main.ts"),
    find(name) {
      const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
      // Only what was there at the start, so that no name leads out of the folder.
      if (type === undefined || !names.has(name)) return undefined;
      return { type: `${type}; charset=utf-8`, text: read(name) };
    },
  };
}
