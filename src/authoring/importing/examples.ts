/** The examples of an imported package: one that passes and one that does not, both proven. */
import type { AST } from "@eslint-community/regexpp";
import { child, isPlainObject, parsePointer, setOwn } from "../../core/json/values.ts";
import { compilePattern, parsePattern } from "../../core/pattern/linear-pattern.ts";
import { checkCandidate, isClean } from "../../core/proposal/check.ts";
import { applyPatches } from "../../core/proposal/repair.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import {
  merged,
  type Node,
  type Schema,
  targetOf,
  typesOf,
} from "../../core/spec-package/candidate-schema.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic, Json, PatchOperation } from "../../core/types.ts";
import { FORMATS } from "../../core/values/value-types.ts";
import type { Translation } from "./translate.ts";

const MAX_DEPTH = 16;
const MAX_ITEMS = 50;
/** Lists of lists multiply. What no candidate could hold is not written. */
const MAX_VALUES = 20_000;

/** `branch`: which branch of each union is taken. `enough`: how many members the candidate should have. */
export function synthesize(root: Schema, schema: Node, branch: number, enough = 0): Json {
  let values = 0;
  return write(schema, 0, "example");

  function write(given: Node, depth: number, name: string, index = 0): Json {
    if (++values > MAX_VALUES) return null;
    const part = flatten(given, depth);
    if (part.const !== undefined) return part.const as Json;
    if (part.enum !== undefined) return part.enum[index % part.enum.length] as Json;
    if (depth > 0 || part.type === undefined) {
      const { examples = [] } = part as { examples?: Json[] };
      if (examples.length > index) return examples[index]!;
      if (part.default !== undefined && index === 0) return part.default as Json;
    }
    switch (typesOf(part).find((type) => type !== "null") ?? "null") {
      case "object":
        return object(part, depth);
      case "array":
        return list(part, depth, name);
      case "integer":
      case "number":
        return number(part, index);
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return text(part, name, index);
    }
  }

  /** The schema with its reference, its `allOf` and one branch of its unions written into it. */
  function flatten(given: Node, depth: number): Schema {
    if (typeof given === "boolean" || depth > MAX_DEPTH) return {};
    const { $ref, allOf = [], anyOf, oneOf, ...own } = given;
    const chosen = [anyOf, oneOf].flatMap((union) => (union ? [union[branch % union.length]!] : []));
    const parts = [...($ref === undefined ? [] : [targetOf($ref, root)]), ...allOf, ...chosen];
    return parts.reduce<Schema>((flat, part) => merged(flatten(part, depth + 1), flat), own);
  }

  function object(part: Schema, depth: number): Json {
    const written: Record<string, Json> = {};
    if (depth > MAX_DEPTH) return written;
    const { properties: members = {}, required = [] } = part;
    const { additionalProperties: others = true, patternProperties = {} } = part as Record<string, Schema>;
    const names = [...required, ...Object.keys(members).filter((name) => !required.includes(name))];
    const least = Math.max(required.length, Math.min(MAX_ITEMS, Number(part.minProperties ?? 0)));
    const wanted = depth === 0 ? Math.max(least, Math.min(enough, names.length)) : least;
    for (const name of names.slice(0, wanted))
      setOwn(written, name, write((child(members, name) as Node | undefined) ?? others, depth + 1, name));
    for (let next = 1; Object.keys(written).length < wanted && next <= MAX_ITEMS; next++) {
      const [pattern, schema] = Object.entries(patternProperties)[0] ?? ["", others];
      const name = pattern === "" ? `example${next}` : sampleText(pattern, next);
      if (name !== undefined) setOwn(written, name, write(schema as Node, depth + 1, name));
    }
    return written;
  }

  function list(part: Schema, depth: number, name: string): Json {
    if (depth > MAX_DEPTH) return [];
    const { prefixItems: first = [], items = true, contains = items } = part as Schema & { contains?: Node };
    const least = Math.min(MAX_ITEMS, Number(part.minItems ?? (part.contains === undefined ? 0 : 1)));
    return Array.from({ length: least }, (_, index) => {
      const schema = first[index] ?? (index === 0 ? contains : items);
      return write(schema, depth + 1, name, part.uniqueItems === true ? index : 0);
    });
  }

  function number(part: Schema, index: number): number {
    const step = Number(part.multipleOf ?? 1);
    const [least, above] = [part.minimum, part.exclusiveMinimum].map((bound) => Number(bound ?? -Infinity));
    const [most, below] = [part.maximum, part.exclusiveMaximum].map((bound) => Number(bound ?? Infinity));
    const [low, high] = [Math.max(least!, above!), Math.min(most!, below!)];
    const start = low > -Infinity ? low : Math.min(1, high - step);
    let steps = Math.ceil(start / step);
    if (steps * step <= above!) steps++;
    // Away from the only bound, so that any number of different values can be made.
    const isBoundAbove = low === -Infinity && high < Infinity;
    // Rounded, because 3 * 0.1 is a little more than 0.3.
    const value = Number(((isBoundAbove ? steps - index : steps + index) * step).toPrecision(15));
    const isTooLarge = value > high || value >= below!;
    return isTooLarge && part.multipleOf === undefined ? (low + high) / 2 : value;
  }

  function text(part: Schema, name: string, index: number): string {
    const least = Number(part.minLength ?? 0);
    const most = Number(part.maxLength ?? Infinity);
    const fits = (tried: string | undefined): tried is string =>
      tried !== undefined && tried.length >= least && tried.length <= most;
    const suffix = index === 0 ? "" : String(index);
    const format = FORMATS.get(String(part.format))?.good;
    if (typeof part.pattern === "string") {
      const pattern = compilePattern(part.pattern);
      const tried = [
        format,
        name + suffix,
        sampleText(part.pattern, Math.max(least, index + 1)),
        sampleText(part.pattern, least),
        ...["1.0.0", "https://example.org/", "ada@example.org"],
      ];
      return tried.filter(fits).find((each) => !("refusal" in pattern) && pattern.test(each)) ?? "";
    }
    if (fits(format)) return format;
    const plain = `Example ${name}${suffix}`;
    return (plain.length > most ? `e${suffix}` : plain).padEnd(Math.min(least, 10_000), ".").slice(0, most);
  }
}

/** A character of a class is looked for among these, in this order. */
const LIKELY = [..."a1A-_./ :@x0Zz9b"];
const MAX_REPEATED = 1_000;

/** At least `length` characters long where the pattern allows it. Undefined if the pattern is beyond this. */
export function sampleText(pattern: string, length = 0): string | undefined {
  const tree = parsePattern(pattern);
  return "refusal" in tree ? undefined : sampleOf(tree, length);
}

/** Of several alternatives the first is taken. */
function sampleOf({ alternatives }: { alternatives: AST.Alternative[] }, length: number): string | undefined {
  const pieces: { text: string; one: string; more: number }[] = [];
  for (const element of alternatives[0]!.elements) {
    const isRepeated = element.type === "Quantifier";
    const one = oneOf(isRepeated ? element.element : element);
    if (one === undefined) return undefined;
    const [min, max] = isRepeated ? [element.min, Math.min(element.max, MAX_REPEATED)] : [1, 1];
    pieces.push({ text: one.repeat(min), one, more: Math.max(0, max - min) });
  }
  let missing = length - pieces.reduce((sum, { text }) => sum + text.length, 0);
  for (const piece of pieces) {
    if (missing <= 0 || piece.one === "") continue;
    const added = piece.one.repeat(Math.min(piece.more, Math.ceil(missing / piece.one.length)));
    piece.text += added;
    missing -= added.length;
  }
  return pieces.map(({ text }) => text).join("");
}

function oneOf(element: AST.Element): string | undefined {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "Group":
    case "CapturingGroup":
      return sampleOf(element, 0);
    case "Assertion":
      return element.kind === "lookahead" || element.kind === "lookbehind" ? undefined : "";
    case "CharacterSet":
      return LIKELY.find((character) => isIn(element, character));
    case "CharacterClass": {
      const [first] = element.elements;
      const own =
        first?.type === "Character" ? first : first?.type === "CharacterClassRange" ? first.min : undefined;
      return LIKELY.find((character) => isIn(element, character)) ?? (own && String.fromCodePoint(own.value));
    }
    default:
      return undefined;
  }
}

/** The likely characters are ASCII, about which all runtimes agree. */
const isIn = ({ raw }: AST.CharacterClass | AST.CharacterSet, character: string): boolean =>
  new RegExp(`^${raw}$`, "u").test(character);

const CONTEXT = { registry: EMPTY_REGISTRY, now: 0 };
/** Different branches of unions are tried before giving up. */
const MAX_BRANCHES = 4;
const MAX_ROUNDS = 9;
const MIN_MEMBERS = 4;

export function validExample(spec: SpecPackage, { loosened }: Translation, given: readonly unknown[] = []) {
  const schema: Schema = spec.document.schema;
  const sources: { title: string; candidates: readonly unknown[] }[] = [
    { title: "An example that was given", candidates: given },
    { title: "An example of the schema", candidates: [schema.examples].flat() },
    { title: "The schema's default", candidates: [schema.default] },
  ];
  for (const { title, candidates } of sources) {
    const candidate = candidates.find((each) => passes(spec, each));
    if (candidate !== undefined) return { ok: true as const, title, candidate: candidate as Json };
  }
  let problems: Diagnostic[] = [];
  for (let branch = 0; branch < MAX_BRANCHES; branch++) {
    const made = complete(spec, synthesize(schema, schema, branch), branch);
    if (passes(spec, made))
      return { ok: true as const, title: "An example", candidate: fuller(spec, loosened, made, branch) };
    const left = checkCandidate(spec, made, CONTEXT).diagnostics;
    if (problems.length === 0 || left.length < problems.length) problems = left;
  }
  const reasons = problems.slice(0, 5).map(({ pointer, message: wrong }) => {
    const message = `No valid example could be made; give one. At "${pointer}": ${wrong}`;
    return { pointer, code: "example-needed", message };
  });
  return { ok: false as const, reasons };
}

/** With a few more members where there are hardly any, so that authors have something to start from. */
function fuller(spec: SpecPackage, loosened: WeakSet<object>, smallest: Json, branch: number): Json {
  const { schema } = spec.document;
  const more = synthesize(schema, schema, branch, MIN_MEMBERS + 2);
  let candidate = smallest as Record<string, Json>;
  for (const [name, value] of Object.entries(isPlainObject(more) ? more : {})) {
    if (Object.hasOwn(candidate, name) || Object.keys(candidate).length >= MIN_MEMBERS) continue;
    // Where something was left out, nobody can tell whether the schema would accept a made-up value.
    const declared = schemaAt(schema, [name]);
    if (typeof declared === "object" && loosened.has(declared)) continue;
    const next = { ...candidate, [name]: value as Json };
    if (passes(spec, next)) candidate = next;
  }
  return candidate;
}

/** Adds what conditions ask for. Nobody wrote the example, so a fix that an author would decide about is as good as any. */
function complete(spec: SpecPackage, start: Json, branch: number): Json {
  const root = spec.document.schema;
  let candidate: unknown = start;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { diagnostics } = checkCandidate(spec, candidate, CONTEXT);
    const missing = diagnostics.flatMap(({ code, pointer }): PatchOperation[][] => {
      const schema = code === "member-missing" ? schemaAt(root, parsePointer(pointer)) : undefined;
      if (schema === undefined) return [];
      return [[{ op: "add", path: pointer, value: synthesize(root, schema, branch) }]];
    });
    const fixes = diagnostics.flatMap(({ fixes: [first] = [] }) =>
      first?.applicability === "safe" || first?.applicability === "suggested" ? [first.patch] : [],
    );
    // The last is applied first, and members are to stand in the order in which they were missed.
    const next = applyPatches(candidate, missing.length > 0 ? missing.reverse() : fixes);
    if (next.applied === 0) break;
    candidate = next.document;
  }
  return candidate as Json;
}

const passes = (spec: SpecPackage, candidate: unknown): boolean => isClean(spec, candidate, CONTEXT);

/** The valid candidate with one thing wrong, and exactly what is reported about it. */
export function invalidExample(spec: SpecPackage, valid: Json) {
  const whole = valid as Record<string, Json>;
  const names = Object.keys(whole);
  const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  const variants: [string, Json][] = [
    ...names.map((name): [string, Json] => [`Without "${name}"`, without(name)]),
    ...names.map((name): [string, Json] => {
      const wrong = typeof whole[name] === "number" ? "not a number" : 12345.5;
      return [`"${name}" of another type`, { ...whole, [name]: wrong }];
    }),
    ["A member that is not declared", { ...whole, "no-such-member": true }],
  ];
  const [title, candidate] = variants.find(([, each]) => {
    const { valid: isValid, omitted } = checkCandidate(spec, each, CONTEXT);
    return !isValid && omitted === 0;
  }) ?? ["Not an object", []];
  const { diagnostics } = checkCandidate(spec, candidate, CONTEXT);
  const expect = diagnostics.map(({ code, pointer }) => ({ code, pointer }));
  return { title: title.slice(0, 200), candidate, expect };
}

const MAX_STEPS = 200;

export function schemaAt(root: Schema, path: readonly string[]): Node | undefined {
  let steps = 0;

  function find(part: Node, rest: readonly string[]): Node | undefined {
    const [key, ...next] = rest;
    if (key === undefined) return part;
    if (typeof part === "boolean" || steps++ > MAX_STEPS) return undefined;
    const { $ref, properties, items, prefixItems = [], allOf = [], anyOf = [], oneOf = [] } = part;
    const { additionalProperties: other, ...conditions } = part as Record<string, Node | undefined>;
    const inItems = /^\d+$/.test(key) ? [prefixItems[Number(key)], items] : [];
    const target = $ref === undefined ? undefined : targetOf($ref, root);
    const inside = [child(properties, key), ...inItems, isPlainObject(other) ? other : undefined];
    const beside = [target, ...allOf, ...anyOf, ...oneOf, conditions.then, conditions.else, conditions.if];
    for (const [depth, inner] of [...inside, ...beside].entries()) {
      const left = depth < inside.length ? next : rest;
      const found = inner === undefined ? undefined : find(inner as Node, left);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return find(root, path);
}
