import { actualOf } from "../../unicode/describe.ts";
import { definePlaceCheck } from "../definition.ts";
import { expression, onePlace, optional } from "../params.ts";
import { openSession } from "./place-expression.ts";

export const holds = definePlaceCheck({
  name: "holds",
  summary: "An expression in CEL is true for the value.",
  parts: {
    expression: expression(
      "true for a good value: this, root, parent, key, today, now and registry(name) can be used",
      "bool",
    ),
    blame: optional(
      onePlace(
        "the place to report, if not that of the rule: a pointer, or a number of levels to go up followed by a pointer",
      ),
    ),
    expected: optional(expression("an expression: what it should be")),
  },
  needsMessage: true,
  describe: ({ expression }) => `This holds: ${expression}`,
  compile({ params: { expression: test, blame: blamed, expected } }) {
    return {
      open: (candidate, _scope, session) => ({
        ok(value, path) {
          if (value === undefined) return true;
          const outcome = test.run(candidate, value, path, session);
          return "value" in outcome && outcome.value === true;
        },
        report(value, path, blame, sink) {
          if (value === undefined) return;
          const outcome = test.run(candidate, value, path, session);
          if ("value" in outcome && outcome.value === true) return;
          if (test.isFaulty(path, (at) => sink.hasErrorWithin(at))) return;
          const place = blamed?.pathFrom(path) ?? path;
          if ("why" in outcome) {
            // What is wrong elsewhere may be the reason, and is reported.
            if (sink.errors === 0) blame.giveUp(outcome.why, place);
            return;
          }
          blame.add(() => {
            const wanted = expected?.run(candidate, value, path, openSession(sink.scope));
            const actual = blamed === undefined ? value : blamed.read(candidate, path);
            return {
              message: "",
              ...(wanted !== undefined && "value" in wanted && { expected: expected!.asJson(wanted.value) }),
              ...(actual !== undefined && { actual: actualOf(actual) }),
            };
          }, place);
        },
      }),
    };
  },
});
