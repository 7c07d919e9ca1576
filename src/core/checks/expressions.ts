/** The expressions of rules, seen from a place of the rule, and the check that asks one. */
import type { Declared } from "../expressions/code.ts";
import { compileExpression, writeValue } from "../expressions/expression.ts";
import { MAX_STEPS, type Surroundings } from "../expressions/frame.ts";
import { MAX_TEXT, type Type } from "../expressions/types.ts";
import type { RegistryScope } from "../findings/finding.ts";
import { type Path, valueAt } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { actualOf } from "../unicode/unicode.ts";
import type { Condition } from "./condition.ts";
import {
  definePlaceCheck,
  expression,
  onePlace,
  optional,
  type PlaceExpression,
  type Refusal,
  registryOf,
} from "./definition.ts";
import { type Declarations, hasFaultAt } from "./target.ts";

export const isJson = ({ kind }: Type): boolean =>
  ["bool", "int", "double", "string", "null", "list", "map", "object", "any"].includes(kind);

export function openSession(scope: object): Surroundings {
  const judged = scope as RegistryScope;
  return { now: judged.clock, registry: (name) => registryOf(judged, name), steps: MAX_STEPS };
}

/** What expressions of rules usually are. */
const USUAL = {
  wanted: undefined as Type["kind"] | undefined,
  /** Whether members that may be absent can be used without asking: where they are, there is no value. */
  isLenient: false,
  /** Whether a value is always there, so that `this` can be used. */
  hasValue: true,
};

export function compilePlaceExpression(
  source: string,
  at: string,
  { typeAt }: Declarations,
  declared: Declared,
  options: Partial<typeof USUAL> = {},
): PlaceExpression | (Refusal & { readonly start: number; readonly end: number }) {
  const { wanted, isLenient, hasValue } = { ...USUAL, ...options };
  const places = placesAt(at, typeAt);
  const parent = at.slice(0, Math.max(0, at.lastIndexOf("/")));
  const parentType = at === "" ? undefined : typeAt(parent);
  const variables = [{ name: "root", type: typeAt("")! }];
  // What is not declared is refused elsewhere.
  if (hasValue) variables.push({ name: "this", type: typeAt(at) ?? { kind: "any" } });
  if (parentType !== undefined) {
    // Where there is an item, what holds it is not null.
    variables.push({ name: "parent", type: { ...parentType, isNullable: false } });
    variables.push({ name: "key", type: keyType(parentType, places) });
  }
  const made = compileExpression(source, { variables, declared, isLenient, places }, wanted);
  if ("fault" in made) {
    const { message, start, end, definition } = made.fault;
    const part = source.slice(start, end);
    const where = part === "" || part === source ? "" : `, in ${JSON.stringify(part)}`;
    return { refusal: message + where, definition, start, end };
  }
  const needs = new Set(made.reads.map(([name]) => name));
  const needsParent = needs.has("parent") || needs.has("key");
  const parentOf = (candidate: unknown, path: Path) => valueAt(candidate, path.slice(0, -1));
  const valuesAt = (candidate: unknown, value: unknown, path: Path) => {
    const values = hasValue ? [candidate, value] : [candidate];
    if (needsParent) values.push(parentOf(candidate, path), path.at(-1));
    return values;
  };
  return {
    ...made,
    write: (value) => writeValue(value, made.type),
    asJson: (value) => (isJson(made.type) ? value : writeValue(value, made.type)),
    run: (candidate, value, path, session) => made.run(valuesAt(candidate, value, path), session),
    culprits(candidate, value, path, session) {
      const places = [[], ...(hasValue ? [path] : []), path.slice(0, -1)];
      const found = made.culprits(valuesAt(candidate, value, path), places, session);
      // What stands elsewhere is what the value was compared with.
      const inside = found.filter(
        (place) =>
          path.every((key, depth) => key === place[depth]) && valueAt(candidate, place) !== undefined,
      );
      return [...new Map(inside.map((place) => [JSON.stringify(place), place])).values()];
    },
    faultsIn(candidate, errors) {
      const known = new Map<string, boolean>();
      // Where a value stands is known, whatever else is wrong.
      const reads = made.reads.filter(([name]) => name !== "key");
      return (path) =>
        reads.some(([name, ...names]) => {
          const start = name === "root" ? [] : name === "this" ? path : path.slice(0, -1);
          if (!names.includes("*")) return errors.hasErrorWithin([...start, ...names]);
          const key = JSON.stringify([start, names]);
          const isFaulty = known.get(key) ?? hasFaultAt(valueAt(candidate, start), start, names, errors);
          known.set(key, isFaulty);
          return isFaulty;
        });
    },
  };
}

/** The names of members are as long as the schema says, and together no longer than a request. */
function keyType({ kind, name }: Type, places: number): Type {
  if (kind === "list") return { kind: "int" };
  return { kind: "string", max: Math.min(name?.max ?? MAX_TEXT, Math.max(64, Math.ceil(MAX_TEXT / places))) };
}

const MAX_PLACES = 32_768;

/** How many places a pattern can stand for. */
function placesAt(at: string, typeAt: Declarations["typeAt"]): number {
  const parts = at.split("/");
  return parts.reduce((count, part, depth) => {
    if (part !== "*") return count;
    const length = typeAt(parts.slice(0, depth).join("/"))?.max ?? MAX_PLACES;
    return Math.min(MAX_PLACES, count * length);
  }, 1);
}

export function compileExpressionCondition(made: PlaceExpression, hasValue: boolean): Condition {
  return (candidate, errors) => {
    const session = { now: 0, registry: () => undefined as never, steps: MAX_STEPS };
    const isUnsure = errors && made.faultsIn(candidate, errors);
    return (path) => {
      if (isUnsure?.(path)) return undefined;
      const value = valueAt(candidate, path);
      if (value === undefined && hasValue) return false;
      const outcome = made.run(candidate, value, path, session);
      if ("value" in outcome) return outcome.value === true;
      // Where nothing else is wrong the rule applies: what cannot be told must not let a candidate pass.
      return errors?.hasErrorWithin([]) === true ? undefined : true;
    };
  };
}

/** What one rule may take to find the items at which it failed; beyond that its own place is reported. */
const MAX_STEPS_OF_BLAME = 200_000;
/** Of loops and functions. As many as take a unit of time would leave no fixes to drafts with lists of a hundred words. */
const STEPS_PER_UNIT = 50;
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
        let isFaulty: ((path: Path) => boolean) | undefined;
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
            isFaulty ??= test.faultsIn(candidate, sink);
            // Asked first: a list that is too long could take as long as a hundred that are not.
            if (isFaulty(path)) return;
            const before = session.steps;
            const outcome = test.run(candidate, value, path, session);
            sink.meter.charge((before - session.steps) / STEPS_PER_UNIT);
            if ("value" in outcome && outcome.value === true) return;
            const named = blamed?.pathFrom(path);
            if ("why" in outcome) {
              blame.giveUp(outcome.why, named ?? path, test.reads);
              return;
            }
            const [first, ...more] = named === undefined ? culpritsAt(value, path, sink.meter) : [];
            const detail = () => {
              const wanted = expected?.run(candidate, value, path, openSession(sink.scope));
              const isWanted = wanted !== undefined && "value" in wanted;
              const actual = blamed?.read(candidate, path) ?? (first ? valueAt(candidate, first) : value);
              const related = more.slice(0, MAX_RELATED).map((each) => ({ path: each, message: "and here" }));
              return {
                message: "",
                ...(related.length > 0 && { related }),
                ...(isWanted && { expected: expected!.asJson(wanted.value) }),
                ...(actual !== undefined && { actual: actualOf(actual) }),
              };
            };
            blame.add(detail, named ?? first ?? path);
          },
        };
      },
    };
  },
});
