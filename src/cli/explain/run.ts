/** `preflight explain`: what a diagnostic code means, with an example that fails and one that passes. */
import { FILE_CODES } from "../../authoring/documents/codes.ts";
import { findExample } from "../../core/publishing/advice.ts";
import { didYouMean } from "../../core/similar/matcher.ts";
import { type CodeEntry, describeCodes } from "../../core/spec-package/codes.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import { ENVELOPE_CODES } from "../../service/operations/diagnostic-codes.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext, specsOf } from "../checker/offline.ts";
import type { Command } from "../command-entry.ts";
import { loadSpecs } from "../spec/source.ts";
import { Failure, paintOf, type Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";

interface Explained extends CodeEntry {
  readonly failing?: string;
  readonly passing?: string;
  /** The domain whose rule it is. */
  readonly source?: string;
  /** The spec packages that can give it. */
  readonly specs?: readonly SpecPackage[];
}

export const runExplain: Command<[string?], CheckerOptions> = async ([code], { spec = [] }, { terminal }) => {
  const specs = spec.length === 0 ? specsOf(await openContext({})) : await loadSpecs(spec);
  const entries: Explained[] = [
    ...FILE_CODES,
    ...ENVELOPE_CODES,
    ...describeCodes().map((entry) => ({ ...entry, specs })),
    ...specs.flatMap((spec) =>
      spec.codes.map((entry) => ({ ...entry, source: `${nameOf(spec)} ${spec.version}`, specs: [spec] })),
    ),
  ];
  const known = new Map(entries.map((entry) => [entry.code, entry]));
  const found = entries.filter((entry) => entry.code === code);
  if (code !== undefined && found.length === 0) {
    const why = `There is no code ${JSON.stringify(code)}${didYouMean(code, known.keys(), ".")}`;
    throw new Failure(why, "`preflight explain` lists all codes.");
  }
  if (code === undefined) for (const entry of known.values()) terminal.write(lineOf(entry, terminal));
  terminal.write(found.map((entry) => explanation(entry, terminal)).join("\n"));
};

function explanation(entry: Explained, { style, width }: Terminal): string {
  const { code, severity, summary, fix, source, specs = [], effectiveAt } = entry;
  const { failing, passing } = { ...exampleTexts(specs, code), ...entry };
  const block = (text: string, indent = "  ") => paragraph(visible(text), width, indent);
  const where = source === undefined ? "" : style.dim(`  ${visible(source)}`);
  let text = `${visible(code)}  ${paintOf(severity, style)(severity)}${where}\n\n`;
  text += `${block(summary)}\n${block(`To fix it: ${plain(fix)}`)}`;
  if (effectiveAt !== undefined) text += `\n${block(`It is an error from ${effectiveAt} on.`)}`;
  if (failing !== undefined) text += `\n  Fails:\n${block(failing, "    ")}`;
  if (passing !== undefined) text += `  Passes:\n${block(passing, "    ")}`;
  return text;
}

/** An example that gives a code, and one that does not, as texts. */
export function exampleTexts(specs: readonly SpecPackage[], code: string) {
  const example = findExample(specs, code);
  if (example === undefined) return {};
  const { pointer, fails = "absent", passesAt, passes } = example;
  const text = (at: string, value: string) => `${at === "" ? "the proposal" : at}: ${value}`;
  const passing = passes === undefined || passes === fails ? undefined : text(passesAt, passes);
  return { failing: text(pointer, fails), passing };
}

/** The texts are written for pages, where back quotes mark code. */
const plain = (text: string): string => text.replaceAll("`", '"');

function lineOf({ code, summary }: Explained, { style, width }: Terminal): string {
  const text = paragraph(visible(plain(summary)), width, "    ").trimEnd();
  return `${visible(code)}\n${style.dim(text)}\n`;
}
