/** `preflight explain`: what a diagnostic code means, with an example that fails and one that passes. */

import { FILE_CODES } from "../../authoring/documents/codes.ts";
import { findExample } from "../../core/publishing/advice.ts";
import { closest } from "../../core/similar/matcher.ts";
import { type CodeEntry, describeCodes } from "../../core/spec-package/codes.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import { ENVELOPE_CODES } from "../../service/operations/diagnostic-codes.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext, specsOf } from "../checker/offline.ts";
import { loadSpecs } from "../spec/source.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import { paintOf, type Session, type Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";

interface Explained extends CodeEntry {
  readonly failing?: string;
  readonly passing?: string;
  /** The domain whose rule it is. */
  readonly source?: string;
  /** The spec packages that can give it. */
  readonly specs?: readonly SpecPackage[];
}

export async function explainCode(
  [code]: readonly [code?: string],
  { spec = [] }: CheckerOptions,
  { terminal }: Session,
): Promise<number> {
  const specs = spec.length === 0 ? specsOf(await openContext({})) : await loadSpecs(spec);
  const entries: Explained[] = [
    ...FILE_CODES,
    ...ENVELOPE_CODES,
    ...describeCodes().map((entry) => ({ ...entry, specs })),
    ...specs.flatMap((spec) =>
      spec.codes.map((entry) => ({ ...entry, source: `${nameOf(spec)} ${spec.version}`, specs: [spec] })),
    ),
  ];
  if (code === undefined) {
    terminal.write(listText(entries, terminal));
    return EXIT.valid;
  }
  const found = entries.filter((entry) => entry.code === code);
  if (found.length === 0) throw unknownCode(code, entries);
  terminal.write(found.map((entry) => explanation(entry, terminal)).join("\n"));
  return EXIT.valid;
}

function explanation(entry: Explained, { style, width }: Terminal): string {
  const { code, severity, summary, fix, source, specs = [], effectiveAt } = entry;
  const { failing, passing } = { ...exampleTexts(specs, code), ...entry };
  const paint = paintOf(severity, style);
  let text = `${visible(code)}  ${paint(severity)}${source === undefined ? "" : style.dim(`  ${visible(source)}`)}\n\n`;
  text += paragraph(visible(summary), width, "  ");
  text += `\n${paragraph(`To fix it: ${visible(plain(fix))}`, width, "  ")}`;
  if (effectiveAt !== undefined)
    text += `\n${paragraph(`It is an error from ${effectiveAt} on.`, width, "  ")}`;
  if (failing !== undefined) text += `\n  Fails:\n${paragraph(visible(failing), width, "    ")}`;
  if (passing !== undefined) text += `  Passes:\n${paragraph(visible(passing), width, "    ")}`;
  return text;
}

/** An example that gives a code, and one that does not, as texts. */
export function exampleTexts(
  specs: readonly SpecPackage[],
  code: string,
): { failing?: string; passing?: string } {
  const example = findExample(specs, code);
  if (example === undefined) return {};
  const { pointer, fails = "absent", passesAt, passes } = example;
  const text = (at: string, value: string) => `${at === "" ? "the proposal" : at}: ${value}`;
  return {
    failing: text(pointer, fails),
    ...(passes !== undefined && passes !== fails && { passing: text(passesAt, passes) }),
  };
}

/** The texts are written for pages, where back quotes mark code. */
function plain(text: string): string {
  return text.replaceAll("`", '"');
}

function listText(entries: readonly Explained[], { style, width }: Terminal): string {
  const codes = new Map(entries.map((entry) => [entry.code, entry]));
  return [...codes.values()]
    .map(
      ({ code, summary }) =>
        `${visible(code)}\n${style.dim(paragraph(visible(plain(summary)), width, "    ").trimEnd())}\n`,
    )
    .join("");
}

function unknownCode(code: string, entries: readonly Explained[]): Failure {
  const meant = closest(
    code,
    entries.map((entry) => entry.code),
  );
  const guess = meant === undefined ? "" : `Did you mean ${meant}? `;
  return new Failure(
    `There is no code ${JSON.stringify(code)}.`,
    `${guess}\`preflight explain\` lists all codes.`,
  );
}
