import { actualOf } from "../../unicode/describe.ts";
import { defineWholeCheck, type PlaceExpression } from "../definition.ts";
import type { Reference, RuleTarget } from "../targets/target.ts";
import { openSession } from "./place-expression.ts";

interface Params {
  expression: string;
  blame?: string;
  expected?: string;
}

interface JudgedPlace {
  target: RuleTarget;
  test: PlaceExpression;
  expected: PlaceExpression | undefined;
  blamed: Reference | undefined;
}

export const holds = defineWholeCheck<Params>({
  name: "holds",
  summary: "An expression in CEL is true for the value.",
  params: {
    type: "object",
    properties: {
      expression: {
        type: "string",
        minLength: 1,
        maxLength: 2_000,
        description:
          "true for a good value: this, root, parent, key, today, now and registry(name) can be used",
      },
      blame: {
        type: "string",
        maxLength: 300,
        description:
          "the place to report, if not that of the rule: a pointer, or a number of levels to go up followed by a pointer",
      },
      expected: {
        type: "string",
        minLength: 1,
        maxLength: 2_000,
        description: "an expression: what it should be",
      },
    },
    required: ["expression"],
    additionalProperties: false,
  },
  references: ({ blame }) => (blame === undefined ? [] : [blame]),
  hasExpressions: () => true,
  needsMessage: true,
  describe: ({ expression }) => `This holds: ${expression}`,
  compile(rule, at) {
    const { expression, blame, expected } = rule.params;
    const places: JudgedPlace[] = [];
    for (const target of at) {
      const test = rule.expression(expression, target.source, "bool");
      if ("refusal" in test) return { ...test, member: "/params/expression" };
      if (test.isConstant)
        return { refusal: "it is the same for every candidate", member: "/params/expression" };
      const value = expected === undefined ? undefined : rule.expression(expected, target.source);
      if (value !== undefined && "refusal" in value) return { ...value, member: "/params/expected" };
      const blamed = blame === undefined ? undefined : rule.reference(target.source, blame);
      if (blamed?.isMany === true)
        return { refusal: `"${blame}" stands for several values`, member: "/params/blame" };
      places.push({ target, test, expected: value, blamed });
    }
    return {
      ok(candidate, scope) {
        const session = openSession(scope);
        return places.every(({ target, test }) =>
          target.every(candidate, (value, path) => {
            if (value === undefined) return true;
            const outcome = test.run(candidate, value, path, session);
            return "value" in outcome && outcome.value === true;
          }),
        );
      },
      report(candidate, sink, severity) {
        const session = openSession(sink.scope);
        for (const { target, test, expected: wanted, blamed } of places)
          target.each(candidate, sink, (value, here) => {
            if (value === undefined) return;
            const outcome = test.run(candidate, value, here, session);
            if ("value" in outcome && outcome.value === true) return;
            if (test.isFaulty(here, (path) => sink.hasErrorWithin(path))) return;
            const path = here.slice();
            const place = blamed?.pathFrom(path) ?? path;
            if ("why" in outcome) {
              // What is wrong elsewhere may be the reason, and is reported.
              if (sink.errors > 0) return;
              const message = `The rule "${rule.code()}" could not be evaluated: ${outcome.why}.`;
              sink.add("rule-unevaluated", severity, () => ({ message }), place);
              return;
            }
            const detail = () => {
              const outcome = wanted?.run(candidate, value, path, openSession(sink.scope));
              const actual = blamed === undefined ? value : blamed.read(candidate, path);
              const known = {
                ...(outcome !== undefined &&
                  "value" in outcome && { expected: wanted!.asJson(outcome.value) }),
                ...(actual !== undefined && { actual: actualOf(actual) }),
              };
              return rule.inOwnWords({ message: "", ...known }, path, sink);
            };
            sink.add(rule.code(), severity, detail, place);
          });
      },
    };
  },
});
