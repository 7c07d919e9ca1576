/** What a spec package says, to its authors, to people who write proposals and to other tools. */
import { checkCandidate } from "../../core/proposal/check.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { diffSpecPackages, type SpecPackageChange } from "../../core/publishing/diff.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import { candidateSchema, strictCandidateSchema } from "../../core/spec-package/candidate-schema.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import type { Command } from "../command-entry.ts";
import { EXIT, paintOf } from "../terminal/terminal.ts";
import { paragraph, plural, shellWord, visible } from "../terminal/text.ts";
import { loadFile, readSource, writeFindings } from "./source.ts";

type OfOne<Options = object> = Command<[string], Options>;

/** Every reason why a spec package is refused, or advice if there is none. */
export const runSpecCheck: OfOne = async ([path], _, { terminal }) => {
  const source = await readSource(path);
  const { ok, findings, spec } = checkSpecPackage(source.value);
  const { style, write } = terminal;
  writeFindings(source, findings, terminal);
  const name = visible(source.path);
  if (spec === undefined)
    write(`${style.red("✖")} ${name} is refused for ${plural(findings.length, "reason")}\n`);
  else {
    const { targetProduct, domainId, version, digest, document } = spec;
    const advice = findings.length > 0 ? ` · ${plural(findings.length, "piece")} of advice` : "";
    write(`✔ ${name} can be used as ${targetProduct}/${domainId} ${version}${advice}\n`);
    const examples = document.examples.valid.length + document.examples.invalid.length;
    const passing = `${plural(examples, "example")} pass${examples === 1 ? "es" : ""}`;
    write(style.dim(`  ${plural(document.rules.length, "rule")} · ${passing} · ${digest}\n`));
  }
  return ok ? EXIT.valid : EXIT.invalid;
};

export const runSpecSchema: OfOne<{ strict?: boolean }> = async ([path], { strict }, { terminal }) => {
  const schemaOf = strict ? strictCandidateSchema : candidateSchema;
  terminal.write(`${JSON.stringify(schemaOf(await loadFile(path)), null, 2)}\n`);
};

/** What people who write proposals see of a spec package. */
export const runSpecPreview: OfOne = async ([path], _, { terminal }) => {
  const { style, width, write } = terminal;
  const spec = await loadFile(path);
  const { document, targetProduct, domainId, version, title } = spec;
  const heading = (text: string) => write(`\n${style.bold(text)}\n`);
  write(`${style.bold(visible(title))}  ${style.dim(`${targetProduct}/${domainId} ${version}`)}\n`);
  if (document.description !== undefined) write(paragraph(visible(document.description), width));

  heading("Members");
  for (const { pointer, in: where, required, type, rule } of describeMembers(spec)) {
    const notes = `${type}${required ? ", required" : ""}${where ? `, in ${visible(where)}` : ""}`;
    write(`${visible(pointer)}  ${style.dim(notes)}\n`);
    write(paragraph(visible(rule), width, "  "));
  }

  if (spec.codes.length > 0) heading("Rules");
  for (const { code, severity, summary, fix, effectiveAt } of spec.codes) {
    const since = effectiveAt === undefined ? "" : style.dim(`, an error from ${effectiveAt}`);
    write(`${code}  ${paintOf(severity, style)(severity)}${since}\n`);
    write(paragraph(visible(`${summary} ${fix}`), width, "  "));
  }

  heading("Example");
  write(`${JSON.stringify(document.examples.valid[0]?.candidate, null, 2)}\n`);

  heading("Messages");
  const context = exampleContext(spec);
  for (const { title: what, candidate } of document.examples.invalid) {
    write(`${visible(what)}\n`);
    const { diagnostics } = checkCandidate(spec, candidate, context);
    for (const { code, severity, pointer, message, fixes = [] } of diagnostics) {
      const place = visible(pointer) || "(the candidate)";
      write(`  ${place}  ${paintOf(severity, style)(severity)}  ${code}\n`);
      write(paragraph(visible(message), width, "    "));
      for (const fix of fixes)
        write(paragraph(style.dim(`${visible(fix.title)} (${fix.applicability})`), width, "    "));
    }
  }
};

const EFFECTS: Record<SpecPackageChange["effect"], string> = {
  tightens: "refuses more",
  loosens: "accepts more",
  either: "may refuse more",
  package: "changes what is built",
  none: "changes no verdict",
};

/** What a new version changes for people who write proposals. 1 if its number is raised by less than the changes ask for. */
export const runSpecDiff: Command<[string, string]> = async ([oldPath, newPath], _, { terminal }) => {
  const { program, style, width, write } = terminal;
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
  const [was, is] = [before.version, after.version];
  const paths = [oldPath, newPath].map(shellWord).map(visible).join(" ");
  const breaking = `Candidates that pass ${was} may fail ${is}. Which of the files in a folder do:\n  ${program} spec impact ${paths} .\n`;
  write(canBreak ? breaking : `Every candidate that passes ${was} passes ${is}.\n`);
  const isEnough = ORDER.indexOf(raisedPart(was, is)) >= ORDER.indexOf(bump);
  const [mark, verdict] = isEnough ? ["✔", "fits"] : [style.red("✖"), "is too little"];
  write(`${mark} ${was} → ${is} ${verdict}: the changes are a ${bump} version\n`);
  return isEnough ? EXIT.valid : EXIT.invalid;
};

const ORDER = ["none", "patch", "minor", "major"];

function raisedPart(before: string, after: string): string {
  const [was, is] = [before.split(".").map(Number), after.split(".").map(Number)];
  const at = [0, 1, 2].find((index) => was[index] !== is[index]);
  if (at === undefined || is[at]! < was[at]!) return "none";
  // Before 1.0.0 the second number is the one that breaks.
  if (was[0] === 0 && is[0] === 0 && at === 1) return "major";
  return ["major", "minor", "patch"][at]!;
}
