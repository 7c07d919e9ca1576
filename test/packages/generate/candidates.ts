/** Candidates for a random package: valid, with a fault or two, and as messy as people write them. */
import { allPaths, valueAt, withValue } from "./places.ts";
import { isPlainObject, pick, type Roll, type Shape, setOwn } from "./shapes.ts";

const STRANGE: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    5,
    1e21,
    "",
    " ",
    "TODO",
    "x",
    "alpha",
    "ALPHA",
    "alpha, beta",
    "yes",
    "12",
    "1,440",
  ],
  ...["2024-02-30", "18 March 2024", "x".repeat(250), "\ud800", "e\u0301", "a\u200bb", "zeta"],
  ...[[], {}, [null], [["alpha"]], { alpha: 1 }, { "": {} }, [1, "1"]],
];

type Change = (candidate: unknown, path: (string | number)[], roll: Roll) => unknown;

const CHANGES: Change[] = [
  (candidate, path, roll) => withValue(candidate, path, structuredClone(pick(STRANGE, roll))),
  (candidate, path) => withValue(candidate, path, undefined),
  // Notation: white space, case, normal form, line ends.
  text((text, roll) =>
    pick(
      [
        ` ${text}`,
        `${text} \n`,
        text.toUpperCase(),
        text.normalize("NFD"),
        text.replaceAll(" ", "\r\n"),
        text.replaceAll("-", "_"),
      ],
      roll,
    ),
  ),
  // A letter doubled, dropped or swapped.
  text((text, roll) => {
    const at = Math.min(text.length, 1 + roll(4));
    return pick(
      [
        text.slice(0, at) + text.slice(at - 1),
        text.slice(0, at) + text.slice(at + 1),
        `${text}s`,
        text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
      ],
      roll,
    );
  }),
  // A value under another type.
  (candidate, path) => {
    const value = valueAt(candidate, path);
    if (typeof value === "number" || typeof value === "boolean")
      return withValue(candidate, path, String(value));
    if (typeof value === "string") return withValue(candidate, path, Number(value) || value.split(" "));
    return withValue(candidate, path, JSON.stringify(value));
  },
  list((items) => items.join(", ")),
  list((items) => items[0] ?? null),
  list((items) => [...items, ...items.slice(0, 1)]),
  list((items) => items.toReversed()),
  list((items) => Object.fromEntries(items.map((item, index) => [`item${index}`, item]))),
  // A member under another name.
  object((value, roll) => {
    const name = pick(Object.keys(value), roll);
    const other = pick(
      [`${name}s`, name.toUpperCase(), `my_${name}`, name.slice(0, 1) + name, "caption", "__proto__", "note"],
      roll,
    );
    return renamed(value, name, other);
  }),
  object((value, roll) => ({
    ...value,
    [pick(["extra", "x-note", "0", "kinds", "lable"], roll)]: pick(STRANGE, roll),
  })),
  // A level too many or too few.
  object((value) => ({ data: value })),
  object((value, roll) => {
    const name = pick(Object.keys(value), roll);
    return isPlainObject(value[name]) ? { ...value, ...value[name] } : [value];
  }),
];

function text(edit: (text: string, roll: Roll) => unknown): Change {
  return change((value): value is string => typeof value === "string" && value.length > 0, edit);
}

function list(edit: (items: unknown[], roll: Roll) => unknown): Change {
  return change(Array.isArray, edit);
}

function object(edit: (value: Record<string, unknown>, roll: Roll) => unknown): Change {
  return change(
    (value): value is Record<string, unknown> => isPlainObject(value) && Object.keys(value).length > 0,
    edit,
  );
}

/** Changes a value of one kind: the one at the path, or else another of its kind. */
function change<T>(isFit: (value: unknown) => value is T, edit: (value: T, roll: Roll) => unknown): Change {
  return (candidate, path, roll) => {
    const fitting = isFit(valueAt(candidate, path))
      ? [path]
      : allPaths(candidate).filter((at) => isFit(valueAt(candidate, at)));
    if (fitting.length === 0) return candidate;
    const at = pick(fitting, roll);
    return withValue(candidate, at, edit(structuredClone(valueAt(candidate, at)) as T, roll));
  };
}

function renamed(value: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) setOwn(copy, name === from ? to : name, part);
  return copy;
}

/** Another value, or another name, for one member of an object. */
export interface MemberChange {
  readonly name: string;
  readonly to: string;
  readonly value: unknown;
}

export function makeMemberChange(object: Record<string, unknown>, name: string, roll: Roll): MemberChange {
  const value = structuredClone(object[name]);
  const to = roll(3) === 0 ? pick([name.toUpperCase(), `${name}s`, `my_${name}`], roll) : name;
  if (to !== name) return { name, to, value };
  return { name, to, value: pick(CHANGES, roll)(value, pick(allPaths(value), roll), roll) };
}

export function withMemberChanges(
  object: Record<string, unknown>,
  changes: readonly MemberChange[],
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) {
    const change = changes.find((one) => one.name === name);
    if (change === undefined) setOwn(copy, name, structuredClone(value));
    else if (change.value !== undefined) setOwn(copy, change.to, change.value);
  }
  return JSON.parse(JSON.stringify(copy)) as Record<string, unknown>;
}

/** A third of the candidates is as the shape makes them, the others have one to four changes. */
export function makeCandidate(shape: Shape, roll: Roll): unknown {
  let candidate = shape.make(roll, roll(3) === 0);
  const changes = roll(3) === 0 ? 0 : 1 + roll(4);
  for (let index = 0; index < changes; index++)
    candidate = pick(CHANGES, roll)(candidate, pick(allPaths(candidate), roll), roll);
  // As if it had been sent: no two places share an object.
  return candidate === undefined ? undefined : (JSON.parse(JSON.stringify(candidate)) as unknown);
}
