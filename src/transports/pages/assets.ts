/** The built files of the workbench. Their names hold a digest, so browsers may keep them for good. */
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Asset, Assets } from "./look.ts";

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Undefined if the workbench was not built; the pages do without it then. */
export function readAssets(folder: URL): Assets | undefined {
  let manifest: Record<string, { file: string }>;
  let names: ReadonlySet<string>;
  try {
    manifest = JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
    names = new Set(readdirSync(new URL("assets/", folder)));
  } catch {
    return undefined;
  }
  const pathOf = (source: string): string => {
    const entry = manifest[source];
    if (entry === undefined)
      throw new Error(`The workbench in ${folder.pathname} has no ${source}; build it again.`);
    return entry.file;
  };
  const known = new Map<string, Asset>();

  return {
    workbench: pathOf("main.tsx"),
    studio: pathOf("studio/main.tsx"),
    reference: pathOf("reference/main.ts"),
    style: pathOf("style.css"),
    find(name) {
      const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
      // Only what was there at the start, so that no name leads out of the folder.
      if (type === undefined || !names.has(name)) return undefined;
      let asset = known.get(name);
      if (asset === undefined) {
        const body = readFileSync(new URL(`assets/${name}`, folder));
        asset = { type, body, gzipped: gzipSync(body, { level: 9 }) };
        known.set(name, asset);
      }
      return asset;
    },
  };
}
