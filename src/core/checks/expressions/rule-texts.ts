/** The message and the fix that a rule brings along, in place of those of its check, or besides them. */
import type { Grade } from "../../evidence/evidence.ts";
import type { Detail, Edit, FixDraft, Sink } from "../../findings/finding.ts";
import { equalJson } from "../../json/equality.ts";
import { type Path, valueAt } from "../../json/pointer.ts";
import { cut, quote, shown } from "../../unicode/describe.ts";
import {
  flag,
  type Given,
  optional,
  type PlaceExpression,
  part,
  type Refusal,
  record,
  several,
  text,
} from "../params.ts";
import { compileReference, type Declarations, type Reference, resolveReference } from "../targets/target.ts";
import { isJson, openSession } from "./place-expression.ts";
import { readTemplate } from "./template.ts";

/** A fix as the author of a package writes it. */
const FIX_PARTS = {
  title: text("what it does", { minLength: 1, maxLength: 200 }),
  set: optional(
    part<Record<string, string>>({
      ...{ type: "object", description: "an expression for each place to change" },
      ...{ minProperties: 1, maxProperties: 20 },
      additionalProperties: text("an expression", { minLength: 1, maxLength: 2_000 }).schema,
    }),
  ),
  remove: optional(several(text("a place to empty", { minLength: 1, maxLength: 300 }), 20)),
  repair: optional(flag("whether it may be applied without asking")),
};
export const FIX = record(FIX_PARTS, "a change that puts it right");

export type ExpressionAt = (source: string, at: string) => PlaceExpression | Refusal;

/** Makes a sentence for a finding at `path`. `place`, if it is another one, is the place of the rule around it. */
export type Sentence = (detail: Omit<Detail, "message">, path: Path, sink: Sink, place?: Path) => string;

const MAX_MESSAGE_LENGTH = 500;
const PLAIN_NAMES = new Set(["value", "name", "expected"]);

/** `at` is the place of the rule. Only `{value}`, `{name}` and `{expected}` need no evaluator. */
export function compileSentence(
  template: string,
  at: string,
  expressionAt: ExpressionAt,
): Sentence | Refusal {
  const read = readTemplate(template);
  if (read === undefined) return { refusal: "a brace in it has no partner; write {{ for a brace itself" };
  const parts: Sentence[] = [];
  for (const part of read) {
    if ("text" in part) parts.push(() => part.text);
    else if (PLAIN_NAMES.has(part.source))
      parts.push((detail, path, sink) => plain(part.source, detail, path, sink));
    else {
      const made = expressionAt(part.source, at);
      if ("refusal" in made) return made;
      parts.push((_, path, sink, place = path) => evaluated(made, place, sink));
    }
  }
  return (...about) => cut(parts.map((part) => part(...about)).join(""), MAX_MESSAGE_LENGTH);
}

function plain(name: string, { expected }: Omit<Detail, "message">, path: Path, sink: Sink): string {
  if (name === "name") return quote(String(path.at(-1) ?? ""));
  const value = name === "value" ? valueAt(sink.reading.value, path) : expected;
  return Array.isArray(value) ? value.map(shown).join(", ") : value === undefined ? "nothing" : shown(value);
}

function evaluated(expression: PlaceExpression, path: Path, sink: Sink): string {
  const { value: candidate } = sink.reading;
  const outcome = expression.run(candidate, valueAt(sink.reading.value, path), path, openSession(sink.scope));
  if ("why" in outcome) return "…";
  // Without the quotes, but with everything spelled out that cannot be seen.
  return quote(expression.write(outcome.value)).slice(1, -1);
}

export type FixMaker = (path: Path, sink: Sink) => FixDraft | undefined;

export function compileFix(
  document: Given<typeof FIX_PARTS>,
  at: string,
  declarations: Declarations,
  expressionAt: ExpressionAt,
): FixMaker | Refusal {
  const title = compileSentence(document.title, at, expressionAt);
  if ("refusal" in title) return title;
  const targets: { reference: Reference; expression: PlaceExpression | undefined }[] = [];
  const named = [
    ...Object.entries(document.set ?? {}),
    ...(document.remove ?? []).map((place) => [place, undefined] as const),
  ];
  if (named.length === 0) return { refusal: 'it has neither "set" nor "remove"' };
  for (const [place, source] of named) {
    const pattern = resolveReference(at, place);
    if (pattern === undefined || declarations.typeAt(pattern) === undefined)
      return { refusal: `the schema declares nothing at "${place}"` };
    const reference = compileReference(at, pattern, declarations);
    if (reference.isMany) return { refusal: `"${place}" stands for several values` };
    const expression = source === undefined ? undefined : expressionAt(source, at);
    if (expression !== undefined && "refusal" in expression) return expression;
    if (expression !== undefined && !isJson(expression.type))
      return { refusal: `the value for "${place}" is not one of JSON; use string(…) or a text` };
    targets.push({ reference, expression });
  }
  const grade: Grade = {
    applicability: (document.remove ?? []).length > 0 ? "removal" : "suggested",
    decision: document.repair !== true,
  };
  return (path, sink) => {
    const candidate = sink.reading.value;
    const session = openSession(sink.scope);
    const edits: Edit[] = [];
    for (const { reference, expression } of targets) {
      const target = reference.pathFrom(path);
      const before = valueAt(sink.reading.value, target);
      if (expression === undefined) {
        if (before !== undefined) edits.push({ kind: "remove", path: target });
        continue;
      }
      const outcome = expression.run(candidate, valueAt(sink.reading.value, path), path, session);
      if ("why" in outcome || !sink.accepts(reference.pattern, outcome.value)) return undefined;
      const { value } = outcome;
      if (before === undefined) edits.push({ kind: "add", path: target, value });
      else if (!equalJson(before, value)) edits.push({ kind: "replace", path: target, to: value });
    }
    if (edits.length === 0) return undefined;
    return { title: title({}, path, sink), grade, edits };
  };
}

export interface RuleTexts {
  readonly sentence: Sentence | undefined;
  readonly fix: FixMaker | undefined;
}

/** What a check says about a value at or below a place of its rule, in the words of the rule. */
export function inOwnWords(
  detail: Detail,
  path: Path,
  sink: Sink,
  { sentence, fix }: RuleTexts,
  place = path,
): Detail {
  const own = fix?.(place, sink);
  return {
    ...detail,
    ...(sentence && { message: sentence(detail, path, sink, place) }),
    ...(own && { fixes: [own, ...(detail.fixes ?? [])] }),
  };
}
