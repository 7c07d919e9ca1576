/** Where the parts of the package are. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
/** What the compiler writes. */
export const BUILD = join(ROOT, "dist");
export const BUNDLE = join(BUILD, "bundle");
export const LICENCES = join(ROOT, "THIRD-PARTY-LICENSES.txt");
export const SBOM = join(BUILD, "sbom.cdx.json");
