/** Where the text of a file goes after its fixes: into the file, to standard output, or shown as a difference. */
import { lstatSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { replaceFile } from "../files/write.ts";
import { unifiedDiff } from "../terminal/diff.ts";
import { Failure } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Fixing } from "./check-file.ts";

export function createWriter(options: { readonly diff?: boolean }, terminal: Terminal): Fixing["write"] {
  if (options.diff === true)
    return ({ path }, { text }, after) => terminal.write(unifiedDiff(path, text, after.text, terminal.style));
  return ({ path, isStdin }, { text, hasMark }, after) => {
    const written = (hasMark ? "\ufeff" : "") + after.text;
    if (isStdin) terminal.write(written);
    else if (after.text !== text) {
      refuseLinksOut(path);
      replaceFile(path, written);
    }
  };
}

/** A link may lead to a file that nobody meant to change. */
function refuseLinksOut(path: string): void {
  if (!lstatSync(path).isSymbolicLink()) return;
  const target = realpathSync(path);
  if (relative(realpathSync(process.cwd()), target).startsWith(".."))
    throw new Failure(`${path} is a link out of this folder and was not changed.`, `Fix ${target} itself.`);
}
