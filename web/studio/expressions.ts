/** An expression while it is being written: what it is worth on an example, and what can follow at the cursor. */
import { compilePlaceExpression, openSession } from "../../src/core/checks/expressions.ts";
import { MACROS } from "../../src/core/expressions/compile.ts";
import { compileExpression } from "../../src/core/expressions/expression.ts";
import { FUNCTIONS } from "../../src/core/expressions/functions.ts";
import { ANY, nameOfType, type Type } from "../../src/core/expressions/types.ts";
import { compilePathPattern, pointerOf } from "../../src/core/json/values.ts";
import { type CheckContext, scopeOf } from "../../src/core/proposal/check.ts";
import { surroundingsOf } from "../../src/core/spec-package/compile-rules.ts";
import { declarationsOf } from "../../src/core/spec-package/rules.ts";
import type { SpecPackage } from "../../src/core/spec-package/spec-package.ts";
import type { Evaluated, Suggestion } from "./messages.ts";

const MAX_SHOWN = 5;

/** `at`: the path patterns of the rule. */
export function evaluate(
  spec: SpecPackage,
  context: CheckContext,
  source: string,
  at: readonly string[],
  wanted: "bool" | undefined,
  candidate: unknown,
): Evaluated {
  const session = openSession(scopeOf(spec, context));
  const declarations = declarationsOf(spec.schema.places);
  const declared = surroundingsOf(spec.document, spec.lists);
  const values: { pointer: string; value: string }[] = [];
  for (const pattern of at) {
    if (declarations.typeAt(pattern) === undefined)
      return { ok: false, message: `The schema declares nothing at "${pattern}".`, start: 0, end: 0 };
    const made = compilePlaceExpression(source, pattern, declarations, declared, { wanted });
    if ("refusal" in made) {
      // What is wrong in a definition is not in this text.
      const { start, end } = made.definition === undefined ? made : { start: 0, end: 0 };
      return { ok: false, message: made.refusal, start, end };
    }
    compilePathPattern(pattern).each(candidate, (value, path) => {
      if (value === undefined) return;
      const outcome = made.run(candidate, value, path, session);
      values.push({
        pointer: pointerOf(path),
        value: "why" in outcome ? `no value: ${outcome.why}` : made.write(outcome.value),
      });
    });
  }
  return { ok: true, values: values.slice(0, MAX_SHOWN), more: Math.max(0, values.length - MAX_SHOWN) };
}

const IN_LOOP = new RegExp(`([\\w.\\[\\]"']+)\\.(?:${[...MACROS].join("|")})\\(\\s*(\\w+)\\s*,`, "g");
/** What stands before the last dot, as far as it is names and indexes, and what has been typed of the next name. */
const AT_END = /(?:([A-Za-z_][\w.[\]"']*)\.)?([A-Za-z_]\w*)?$/;

/** What can stand at the end of the text. `at`: the first path pattern of the rule. */
export function complete(spec: SpecPackage, text: string, at: string): Suggestion[] {
  const declared = surroundingsOf(spec.document, spec.lists);
  const { typeAt } = declarationsOf(spec.schema.places);
  const parent = at === "" ? undefined : typeAt(at.slice(0, at.lastIndexOf("/")));
  const variables = [
    { name: "root", type: typeAt("") ?? ANY },
    { name: "this", type: typeAt(at) ?? ANY },
    ...(parent === undefined
      ? []
      : [
          { name: "parent", type: parent },
          { name: "key", type: { kind: parent.kind === "list" ? "int" : "string" } as Type },
        ]),
  ];
  const typeOf = (source: string): Type | undefined => {
    const made = compileExpression(source, { variables, declared, isLenient: true });
    return "fault" in made ? undefined : made.type;
  };
  for (const [, list = "", name = ""] of text.matchAll(IN_LOOP))
    variables.push({ name, type: typeOf(list)?.item ?? ANY });
  const [, before] = AT_END.exec(text) ?? [];
  if (before === undefined)
    return [
      ...variables.map(({ name, type }) => ({ label: name, kind: "variable", detail: nameOfType(type) })),
      ...["today", "now"].map((label) => ({ label, kind: "variable", detail: "a point in time" })),
      ...["has", "registry"].map((label) => ({ label: `${label}(`, kind: "function", detail: "" })),
      ...FUNCTIONS.filter(({ form }) => form !== "method").map(called),
      ...[...declared.definitions].map(([name, { params }]) => ({
        ...{ label: `${name}(`, kind: "function", detail: params.join(", ") },
      })),
      ...(spec.lists.size === 0 ? [] : [{ label: "lists", kind: "variable", detail: "the package's lists" }]),
    ]
      .reverse()
      .filter(isFirst)
      .reverse();
  if (before === "lists")
    return [...spec.lists].map(([name]) => ({ label: name, kind: "property", detail: "a list" }));
  const type = typeOf(before);
  if (type === undefined) return [];
  const members = [...(type.members ?? [])].map(([name, member]) => ({
    label: name,
    kind: "property",
    detail: `${nameOfType(member.type)}${member.isRequired ? "" : ", optional"}`,
  }));
  const methods = FUNCTIONS.filter(
    ({ form, params }) => form !== "function" && (type.kind === "any" || params[0]?.includes(type.kind)),
  ).map(called);
  const loops =
    type.kind === "list" || type.kind === "map"
      ? [...MACROS].map((name) => ({ label: `${name}(`, kind: "function", detail: "for each" }))
      : [];
  return [...members, ...methods, ...loops].filter(isFirst);
}

function called({ name, result }: (typeof FUNCTIONS)[number]): Suggestion {
  return {
    label: `${name}(`,
    kind: "function",
    detail: typeof result === "function" ? "" : nameOfType(result),
  };
}

function isFirst({ label }: Suggestion, index: number, all: readonly Suggestion[]): boolean {
  return all.findIndex((one) => one.label === label) === index;
}
