/** The message and the fix that a rule brings along, in place of those of its check, or besides them. */
import type { Grade } from "../evidence/evidence.ts";
import { nameOfType, unequal } from "../expressions/types.ts";
import type { Edit, FixDraft, Sink } from "../findings/finding.ts";
import { equalJson, memberNameAt, type Path, valueAt } from "../json/values.ts";
import { cut, quote, shown } from "../unicode/unicode.ts";
import type { PlaceExpression, Refusal, Reword } from "./definition.ts";
import { flag, type Given, optional, part, record, several, text } from "./definition.ts";
import { isJson, openSession } from "./expressions.ts";
import { compileReference, type Declarations, type Reference, resolveReference } from "./target.ts";

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

const MAX_MESSAGE_LENGTH = 500;

/** At a place of the rule. Whatever cannot be used is refused at its member of the rule. */
export function compileTexts(
  message: string | undefined,
  fix: Given<typeof FIX_PARTS> | undefined,
  at: string,
  declarations: Declarations,
  expressionAt: (source: string, at: string) => PlaceExpression | Refusal,
): Reword | (Refusal & { member: string }) {
  const sentence = message === undefined ? undefined : compileSentence(message);
  const maker = fix === undefined ? undefined : compileFix(fix);
  if (sentence && "refusal" in sentence) return { ...sentence, member: "/message" };
  if (maker && "refusal" in maker) return { ...maker, member: "/fix" };
  return (detail, path, sink, place) => {
    const own = maker?.(place, sink);
    // Not by spreads, which take many times as long.
    const said = Object.assign({}, detail);
    if (sentence !== undefined) said.message = sentence(detail, path, sink, place);
    if (own !== undefined) said.fixes = [own, ...(detail.fixes ?? [])];
    return said;
  };

  /** Only `{value}`, `{name}` and `{expected}` need no evaluator. */
  function compileSentence(template: string) {
    const read = readTemplate(template);
    if (read === undefined) return { refusal: "a brace in it has no partner; write {{ for a brace itself" };
    const parts: ((...about: Parameters<Reword>) => string)[] = [];
    for (const { text, source } of read) {
      if (source === undefined) parts.push(() => text);
      else if (source === "name") parts.push((_, path) => quote(memberNameAt(path)));
      else if (source === "value") parts.push((_, path, sink) => plain(valueAt(sink.reading.value, path)));
      else if (source === "expected") parts.push(({ expected }) => plain(expected));
      else {
        const made = expressionAt(source, at);
        if ("refusal" in made) return made;
        parts.push((_detail, _path, sink, place) => evaluated(made, place, sink));
      }
    }
    return (...about: Parameters<Reword>) =>
      cut(parts.map((part) => part(...about)).join(""), MAX_MESSAGE_LENGTH);
  }

  function compileFix({ title: template, set = {}, remove = [], repair }: Given<typeof FIX_PARTS>) {
    const title = compileSentence(template);
    if ("refusal" in title) return title;
    const targets: { reference: Reference; expression: PlaceExpression | undefined }[] = [];
    const named = [...Object.entries(set), ...remove.map((place) => [place, undefined] as const)];
    if (named.length === 0) return { refusal: 'it has neither "set" nor "remove"' };
    for (const [place, source] of named) {
      const pattern = resolveReference(at, place);
      const wanted = pattern === undefined ? undefined : declarations.typeAt(pattern);
      if (pattern === undefined || wanted === undefined)
        return { refusal: `the schema declares nothing at "${place}"` };
      const reference = compileReference(at, pattern, declarations);
      if (reference.isMany) return { refusal: `"${place}" stands for several values` };
      const expression = source === undefined ? undefined : expressionAt(source, at);
      if (expression !== undefined && "refusal" in expression) return expression;
      if (expression !== undefined && !isJson(expression.type))
        return { refusal: `the value for "${place}" is not one of JSON; use string(…) or a text` };
      if (expression !== undefined && unequal(expression.type, wanted) !== undefined) {
        const is = `is ${nameOfType(expression.type)}, and ${nameOfType(wanted)} belongs there`;
        return { refusal: `the value for "${place}" ${is}` };
      }
      targets.push({ reference, expression });
    }
    const applicability = remove.length > 0 ? "removal" : "suggested";
    const grade: Grade = { applicability, decision: repair !== true };
    return (path: Path, sink: Sink): FixDraft | undefined => {
      const candidate = sink.reading.value;
      const session = openSession(sink.scope);
      const edits: Edit[] = [];
      for (const { reference, expression } of targets) {
        const target = reference.pathFrom(path);
        const before = valueAt(candidate, target);
        if (expression === undefined) {
          if (before !== undefined) edits.push({ kind: "remove", path: target });
          continue;
        }
        const outcome = expression.run(candidate, valueAt(candidate, path), path, session);
        if ("why" in outcome || !sink.accepts(reference.pattern, outcome.value)) return undefined;
        const { value } = outcome;
        if (before === undefined) edits.push({ kind: "add", path: target, value });
        else if (!equalJson(before, value)) edits.push({ kind: "replace", path: target, to: value });
      }
      return edits.length === 0
        ? undefined
        : { title: title({ message: "" }, path, sink, path), grade, edits };
    };
  }
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.map(shown).join(", ") : value === undefined ? "nothing" : shown(value);

function evaluated(expression: PlaceExpression, path: Path, sink: Sink): string {
  const candidate = sink.reading.value;
  const outcome = expression.run(candidate, valueAt(candidate, path), path, openSession(sink.scope));
  if ("why" in outcome) return "…";
  // Without the quotes, but with everything spelled out that cannot be seen.
  return quote(expression.write(outcome.value)).slice(1, -1);
}

/** What stands in braces, with texts of its own and three more levels of braces. Outside of it, `{{` is a brace. */
const TEXT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/.source;
const within = (braces: string) => `(?:[^{}"']|${TEXT}|\\{${braces}\\})*`;
const PARTS = new RegExp(`\\{\\{|\\}\\}|\\{(${within(within(within(within(""))))})\\}|[{}]|[^{}]+`, "gs");

/** A text with parts in braces, such as `{this.day} overlaps`. Undefined if a brace has no partner. */
function readTemplate(template: string): { text: string; source?: string }[] | undefined {
  const parts: { text: string; source?: string }[] = [];
  for (const [text, source] of template.matchAll(PARTS)) {
    if (text === "{" || text === "}") return undefined;
    if (source !== undefined) parts.push({ text: "", source: source.trim() });
    else parts.push({ text: text === "{{" || text === "}}" ? text.charAt(0) : text });
  }
  return parts;
}
