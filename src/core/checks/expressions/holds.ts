import type { Surroundings } from "../../expressions/frame.ts";
import { type Path, valueAt } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { actualOf } from "../../unicode/describe.ts";
import { definePlaceCheck } from "../definition.ts";
import { expression, onePlace, optional } from "../params.ts";
import { openSession } from "./place-expression.ts";

/** What one rule may take to find the items at which it failed; beyond that its own place is reported. */
const MAX_STEPS_OF_BLAME = 200_000;
const STEPS_PER_UNIT = 100;
/** How many further items a finding names. */
const MAX_RELATED = 5;

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
      open: (candidate, _scope, session) => {
        let looking: Surroundings | undefined;
        /** The items inside the value at which a loop failed. */
        const culpritsAt = (value: unknown, path: Path, meter: Meter): Path[] => {
          looking ??= { ...session, steps: MAX_STEPS_OF_BLAME };
          const before = looking.steps;
          const found = test.culprits(candidate, value, path, looking);
          meter.charge((before - looking.steps) / STEPS_PER_UNIT);
          return found;
        };
        return {
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
            if ("why" in outcome) {
              // What is wrong elsewhere may be the reason, and is reported.
              if (sink.errors === 0) blame.giveUp(outcome.why, blamed?.pathFrom(path) ?? path);
              return;
            }
            const [first, ...more] = blamed === undefined ? culpritsAt(value, path, sink.meter) : [];
            const place = blamed?.pathFrom(path) ?? first ?? path;
            blame.add(() => {
              const wanted = expected?.run(candidate, value, path, openSession(sink.scope));
              const actual = blamed?.read(candidate, path) ?? (first ? valueAt(candidate, first) : value);
              const related = more.slice(0, MAX_RELATED).map((each) => ({ path: each, message: "and here" }));
              return {
                message: "",
                ...(related.length > 0 && { related }),
                ...(wanted !== undefined &&
                  "value" in wanted && { expected: expected!.asJson(wanted.value) }),
                ...(actual !== undefined && { actual: actualOf(actual) }),
              };
            }, place);
          },
        };
      },
    };
  },
});
