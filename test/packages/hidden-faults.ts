/** One answer names every fault: a fault in one member hides none in another. */
import { checkCandidate } from "../../src/core/index.ts";
import { escapeToken } from "../../src/core/json/values.ts";
import { type MemberChange, makeMemberChange, withMemberChanges } from "./generate/candidates.ts";
import { isPlainObject, pick, type Roll } from "./generate/shapes.ts";
import { codeOf, type Subject } from "./invariants.ts";

/** What they report depends on another member, so that a fault there may silence them. */
const RELATIONS = new Set(["records-match-fields"]);

/** `fills`: the places at which its fixes put something. */
type Error = { pointer: string; code: string; fills: string[] };

/** Changes two members of a valid candidate, each alone and both together. */
export function findHiddenFault(
  subject: Subject,
  valid: unknown,
  roll: Roll,
): { fault: string; candidate: unknown } | undefined {
  if (!isPlainObject(valid) || Object.keys(valid).length < 2) return undefined;
  if (!checkCandidate(subject.spec, valid, subject.context).valid) return undefined;
  const [first, second] = pickTwo(Object.keys(valid), roll).map((name) =>
    makeMemberChange(valid, name, roll),
  );
  const candidate = withMemberChanges(valid, [first!, second!]);
  const together = errorsOf(subject, candidate);
  for (const [one, other] of [
    [first!, second!],
    [second!, first!],
  ] as const) {
    const alone = errorsOf(subject, withMemberChanges(valid, [one]));
    const otherAlone = errorsOf(subject, withMemberChanges(valid, [other]));
    // What it is about must depend on nothing else.
    const without = errorsOf(subject, withMemberChanges(valid, [one, { ...other, value: undefined }]));
    if (together === undefined || without === undefined || otherAlone === undefined) continue;
    if (!otherAlone.every(({ pointer }) => isIn(pointer, other))) continue;
    if (isInCondition(subject, other.name)) continue;
    const hidden = alone?.find(
      (error) =>
        isIn(error.pointer, one) &&
        !RELATIONS.has(error.code) &&
        without.some(({ pointer }) => pointer === error.pointer) &&
        // What is missing may have been found where the other fault is.
        !together.some(
          ({ pointer, fills }) =>
            pointer === error.pointer ||
            error.pointer.startsWith(`${pointer}/`) ||
            fills.includes(error.pointer),
        ),
    );
    if (hidden !== undefined) return { fault: `a fault hides another: ${hidden.code}`, candidate };
  }
  return undefined;
}

function pickTwo(names: readonly string[], roll: Roll): [string, string] {
  const first = pick(names, roll);
  return [
    first,
    pick(
      names.filter((name) => name !== first),
      roll,
    ),
  ];
}

function isIn(pointer: string, { name, to }: MemberChange): boolean {
  return [name, to].some((key) => `${pointer}/`.startsWith(`/${escapeToken(key)}/`));
}

/** Whether an `if` of the schema, or the `when` of a rule, asks for the value of a member: a wrong one decides it as well. */
function isInCondition({ spec }: Subject, name: string): boolean {
  const { schema, rules } = spec.document;
  const tests: unknown[] = [];
  JSON.stringify(schema, (key, value) => {
    if (key === "if") tests.push(value?.properties?.[name]);
    return value;
  });
  const path = `/${escapeToken(name)}`;
  return (
    tests.some((test) => test !== undefined) ||
    rules.some(({ when }) =>
      JSON.stringify(when)
        ?.split(/["']/)
        .some((text) => `${text}/`.includes(`${path}/`)),
    )
  );
}

/** Undefined if they cannot be compared, or are more than are listed. */
function errorsOf(subject: Subject, candidate: unknown): Error[] | undefined {
  const { diagnostics, omitted } = checkCandidate(subject.spec, candidate, subject.context);
  // A candidate that is taken for a wrapper around the proposal is judged by what is in it.
  const isUnwrapped = diagnostics.some(({ fixes }) => fixes?.[0]?.patch[0]?.path === "");
  if (omitted > 0 || isUnwrapped) return undefined;
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map((diagnostic) => ({
      pointer: diagnostic.pointer,
      code: codeOf(subject, diagnostic),
      fills: (diagnostic.fixes ?? []).flatMap(({ patch }) => patch.map(({ path }) => path)),
    }));
}
