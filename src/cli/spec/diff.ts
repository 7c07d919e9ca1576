/** What a new version of a spec package changes for people who write proposals. */
import { diffSpecPackages, type SpecPackageChange } from "../../core/publishing/diff.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paragraph, shellWord, visible } from "../terminal/text.ts";
import { loadFile } from "./source.ts";

const EFFECTS: Record<SpecPackageChange["effect"], string> = {
  tightens: "refuses more",
  loosens: "accepts more",
  either: "may refuse more",
  package: "changes what is built",
  none: "changes no verdict",
};

/** The exit code: 1 if the version number is raised by less than the changes ask for. */
export async function runSpecDiff(
  oldPath: string,
  newPath: string,
  { program, style, width, write }: Terminal,
): Promise<number> {
  const [before, after] = [await loadFile(oldPath), await loadFile(newPath)];
  const { changes, bump, canBreak } = diffSpecPackages(before, after);
  if (bump === "none") {
    write("✔ The two are the same.\n");
    return EXIT.valid;
  }
  for (const { pointer, effect, message } of changes) {
    const paint = effect === "tightens" || effect === "either" ? style.yellow : style.dim;
    write(`${visible(pointer)}  ${paint(EFFECTS[effect])}\n${paragraph(visible(message), width, "  ")}`);
  }
  if (changes.length > 0) write("\n");
  write(
    canBreak
      ? `Candidates that pass ${before.version} may fail ${after.version}. Which of the files in a folder do:\n  ${program} spec impact ${[oldPath, newPath].map(shellWord).map(visible).join(" ")} .\n`
      : `Every candidate that passes ${before.version} passes ${after.version}.\n`,
  );
  const raised = raisedPart(before, after);
  const isEnough = ORDER.indexOf(raised) >= ORDER.indexOf(bump);
  write(
    isEnough
      ? `✔ ${before.version} → ${after.version} fits: the changes are a ${bump} version\n`
      : `${style.red("✖")} ${before.version} → ${after.version} is too little: the changes are a ${bump} version\n`,
  );
  return isEnough ? EXIT.valid : EXIT.invalid;
}

const ORDER = ["none", "patch", "minor", "major"];

function raisedPart(before: SpecPackage, after: SpecPackage): string {
  const [was, is] = [before.version.split(".").map(Number), after.version.split(".").map(Number)];
  const at = [0, 1, 2].find((index) => was[index] !== is[index]);
  if (at === undefined || is[at]! < was[at]!) return "none";
  // Before 1.0.0 the second number is the one that breaks.
  if (was[0] === 0 && is[0] === 0 && at === 1) return "major";
  return ["major", "minor", "patch"][at]!;
}
