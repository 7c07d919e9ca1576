/** The programs of the machine that tests start. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import DEBIAN_PACKAGES from "./programs.json" with { type: "json" };

/** Program → the Debian package that has it. All of them are installed before the tests. */
export { DEBIAN_PACKAGES };

export type Program = keyof typeof DEBIAN_PACKAGES;

/** Programs that do the same with less: Debian has a Chromium without windows, which takes half of the time. */
const LIGHTER: { readonly [Name in Program]?: string } = { chromium: "chromium-headless-shell" };

/** Where a program of this machine is, or undefined. */
export function programPath(program: Program): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return [LIGHTER[program] ?? program, program]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
