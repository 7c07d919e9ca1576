/** What an editor asks about a place or a text: what may be written, what holds there, where that is said. */
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
  type Hover,
} from "vscode-languageserver";
import type { Path } from "../../authoring/documents/edit/source-tree.ts";
import { pathAt } from "../../authoring/documents/places.ts";
import { exampleAt, memberAt, memberNamesAt, valuesAt } from "../../authoring/help.ts";
import { describeCodes } from "../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { exampleTexts } from "../explain/run.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import { toRange } from "./convert.ts";
import { diagnosticsAt, type Judged, type Reading } from "./reading.ts";

/** A registry may have a hundred thousand entries; what is typed narrows them down. */
const MAX_ITEMS = 200;

/** The way from what the rules are about; undefined where something else stands. */
function pathInside({ base }: Reading, path: Path): Path | undefined {
  return base.every((token, index) => path[index] === token) ? path.slice(base.length) : undefined;
}

/** Members, words and registered names, where they can be written. */
export function completionsAt(reading: Reading, offset: number): CompletionList {
  const { document, rules } = reading;
  const spot = document.spotAt(offset);
  const path = spot && pathInside(reading, spot.path);
  if (rules === undefined || spot === undefined || path === undefined)
    return { isIncomplete: false, items: [] };
  const range = toRange(document.lines.range(spot.start, spot.end));
  const typed = plain(document.text.slice(spot.start, offset));
  const items: CompletionItem[] = [];
  const add = (newText: string, item: CompletionItem) =>
    // Editors compare this with what is in the range, quotes included.
    items.push({ ...item, filterText: newText.trimStart(), textEdit: { range, newText } });
  for (const { value, label: about } of spot.kind === "value" ? valuesAt(rules, path) : []) {
    const { title, description, deprecated } = about;
    const label = String(value);
    if (!plain(`${label} ${title ?? ""}`).includes(typed)) continue;
    add(spot.writeValue(value), {
      ...{ label, kind: CompletionItemKind.EnumMember },
      ...(title && { detail: title }),
      ...(description && { documentation: description }),
      ...(deprecated !== undefined && { tags: [CompletionItemTag.Deprecated] }),
    });
    if (items.length === MAX_ITEMS) return { isIncomplete: true, items };
  }
  // In YAML the first word below a name may become the name of its first member.
  const names = spot.kind === "name" || document.language === "yaml" ? memberNamesAt(rules, path) : [];
  for (const { name, isRequired } of names) {
    if (spot.names.includes(name)) continue;
    const rule = memberAt(rules, [...path, name])?.rule;
    add(spot.writeName(name), {
      ...{ label: name, kind: CompletionItemKind.Property, sortText: `${isRequired ? 0 : 1}${name}` },
      ...(!isRequired && { detail: "optional" }),
      ...(rule && { documentation: rule }),
    });
  }
  return { isIncomplete: false, items };
}

const plain = (text: string): string => text.replace(/^["']|["']$/g, "").toLowerCase();

/** The rule of a place, an example, and what is wrong there. */
export function hoverAt(judged: Judged, offset: number): Hover | null {
  const { document, rules } = judged;
  const { path, entry } = pathAt(document, offset);
  const inner = entry && pathInside(judged, path);
  const wrong = diagnosticsAt(judged, offset);
  const about = rules && inner ? aboutMember(rules, inner) : [];
  const lines = [...about, ...wrong.flatMap((located) => aboutCode(located, rules?.spec))];
  if (lines.length === 0) return null;
  const at = wrong[0]?.range ?? document.lines.range(entry!.start, entry!.end);
  return { contents: { kind: "markdown", value: lines.join("\n\n") }, range: toRange(at) };
}

function aboutMember(rules: NonNullable<Reading["rules"]>, path: Path): string[] {
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
  return text.replace(/(`[^`]*`)|[\\*_{}[\]<>#|!~]/g, (sign, quoted?: string) => quoted ?? `\\${sign}`);
}
