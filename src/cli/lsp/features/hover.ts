/** The rule of a place, an example, and what is wrong there. */
import type { Hover } from "vscode-languageserver";
import { createLines } from "../../../authoring/documents/document.ts";
import { pathAt } from "../../../authoring/documents/places.ts";
import { exampleAt, memberAt } from "../../../authoring/help.ts";
import { describeCodes } from "../../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";
import { exampleTexts } from "../../explain/run.ts";
import type { LocatedDiagnostic } from "../../reports/report.ts";
import { toRange } from "../convert.ts";
import type { Reading, Verdict } from "../reading.ts";

export function hoverAt(reading: Reading, { diagnostics }: Verdict, offset: number): Hover | null {
  const { document, rules, base } = reading;
  const { path, entry } = pathAt(document, offset);
  const wrong = diagnostics.filter(({ range }) => range.start.offset <= offset && offset <= range.end.offset);
  const isInside = base.every((token, index) => path[index] === token);
  const inner = path.slice(base.length);
  const about = rules && isInside && entry ? aboutMember(rules, inner) : [];
  const lines = [...about, ...wrong.flatMap((located) => aboutCode(located, rules?.spec))];
  if (lines.length === 0) return null;
  const at = wrong[0]?.range ?? createLines(document.text).range(entry!.start, entry!.end);
  return { contents: { kind: "markdown", value: lines.join("\n\n") }, range: toRange(at) };
}

function aboutMember(rules: NonNullable<Reading["rules"]>, path: readonly string[]): string[] {
  const member = memberAt(rules, path);
  if (member === undefined) return [];
  const { type, required, rule } = member;
  const example = exampleAt(rules, path);
  return [
    `**${markdown(path.at(-1)!)}** · ${markdown(type)} · ${required ? "required" : "optional"}`,
    ...(rule === "" ? [] : [markdown(rule)]),
    ...(example === undefined ? [] : [`Example: ${code(JSON.stringify(example))}`]),
  ];
}

function aboutCode({ diagnostic }: LocatedDiagnostic, spec: SpecPackage | undefined): string[] {
  const entry = spec && describeCodes(spec).find((each) => each.code === diagnostic.code);
  const title = diagnostic.docs.startsWith("http")
    ? `[**${diagnostic.code}**](${encodeURI(diagnostic.docs)})`
    : `**${diagnostic.code}**`;
  if (spec === undefined || entry === undefined) return [`${title}: ${markdown(diagnostic.message)}`];
  const { summary, fix } = entry;
  const { failing, passing } = exampleTexts([spec], diagnostic.code);
  return [
    `${title}: ${markdown(summary)}`,
    `To fix it: ${markdown(fix)}`,
    ...(failing === undefined ? [] : [`Fails: ${code(failing)}`]),
    ...(passing === undefined ? [] : [`Passes: ${code(passing)}`]),
  ];
}

const MAX_CODE_LENGTH = 300;

function code(text: string): string {
  const shown = text.length > MAX_CODE_LENGTH ? `${text.slice(0, MAX_CODE_LENGTH)}…` : text;
  return `\`${shown.replaceAll("`", "'").replaceAll("\n", " ")}\``;
}

/** Back quotes mark code in the texts of packages; nothing else in them is markup. */
function markdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[\\*_{}[\]<>#|!~]/g, "\\$&")))
    .join("");
}
