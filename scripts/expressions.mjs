/**
 * `npm run verify -- expressions [count] [seed] [asked of cel-python]`: draws expressions over a schema with members that may be
 * absent or null. What we accept has the value that cel-python gives it. What we refuse needs a candidate of the schema on
 * which it fails, found by search; refusals without one are counted by kind, and are at most 1 %.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensurePythonTools } from "./python-tools.mjs";

const [count = "5000", seed = "1", asked = count] = process.argv.slice(2);
const tools = ensurePythonTools("cel-python", ["cel-python==0.5.0"]);
if (!tools.ok) {
  console.error(tools.reason);
  process.exit(1);
}
const { compileExpression } = await import(
  new URL("../dist/core/expressions/expression.js", import.meta.url)
);
const { MAX_STEPS } = await import(new URL("../dist/core/expressions/frame.js", import.meta.url));

let state = Number(seed);
const below = (most) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};
const one = (items) => items[below(items.length)];
const pick = (...makers) => one(makers)();

const INT = { kind: "int" };
const TEXT = { kind: "string", max: 20 };
const object = (members) => ({
  kind: "object",
  members: new Map(
    Object.entries(members).map(([name, type]) => [
      name.replace("?", ""),
      { type, isRequired: !name.includes("?") },
    ]),
  ),
});
const ITEM = object({ a: INT, "b?": TEXT });
const ROOT = object({
  ...{ n: INT, m: INT, s: TEXT, t: TEXT, b: { kind: "bool" }, c: { kind: "bool" } },
  ...{ l: { kind: "list", item: INT, max: 5 }, k: { kind: "list", item: INT, max: 5 } },
  ...{ w: { kind: "list", item: { ...TEXT, max: 5 }, max: 5 } },
  ...{ "o?": INT, "p?": TEXT, q: { ...INT, isNullable: true }, "r?": { ...TEXT, isNullable: true } },
  ...{ i: { kind: "list", item: ITEM, max: 3 }, "d?": ITEM },
});
const scope = {
  variables: [{ name: "this", type: ROOT }],
  declared: { registries: new Set(), lists: new Map(), definitions: new Map() },
};

/** A value of a type. `numbers` and `texts`: what it is likely to hold. */
function draw({ kind, isNullable, item, members, max = 5 }, numbers, texts) {
  if (isNullable && below(3) === 0) return null;
  if (kind === "int") return one(numbers);
  if (kind === "string") return [...one(texts)].slice(0, max).join("");
  if (kind === "bool") return below(2) === 0;
  if (kind === "list") return Array.from({ length: below(max + 1) }, () => draw(item, numbers, texts));
  return Object.fromEntries(
    [...members].flatMap(([name, { type, isRequired }]) =>
      isRequired || below(2) === 0 ? [[name, draw(type, numbers, texts)]] : [],
    ),
  );
}
const NUMBERS = [-3, 0, 1, 2, 3, 5, 7];
const TEXTS = ["", "a", "b", "c", "0", "7", "👍é", "Café 👍"];
const pool = Array.from({ length: 60 }, () => draw(ROOT, NUMBERS, TEXTS));

const MARKS = { int: ["+", "-", "*", "/", "%"], order: ["<", "<=", ">", ">=", "==", "!="] };
let names = 0;

/**
 * An expression of a type, so that both have something to say about it. `locals`: the variables of loops around it.
 * cel-python 0.5 makes a text of the failure in `string(1 / 0)` and loses `contains` of texts that were put together, so
 * there is neither of these; nor has it `.?`, and it fails where null is compared, so that we alone judge these and what may be
 * null.
 */
function make(kind, depth, locals = []) {
  const inner = (other) => make(other, Math.max(0, depth - 1), locals);
  const own = locals
    .filter((local) => local.kind === kind)
    .map(
      ({ name }) =>
        () =>
          name,
    );
  /** A text that is not compared with itself. */
  const otherText = () => {
    const text = inner("string");
    return /^this\.[st]$/.test(text) ? '"a"' : text;
  };
  const items = locals.filter((local) => local.kind === "item").map(({ name }) => name);
  /** Ways to what may not be there, with and without asking for it. */
  const unsure = (way, isNull, other) => {
    const [holder, member] = [way.slice(0, way.lastIndexOf(".")), way.slice(way.lastIndexOf(".") + 1)];
    const test = isNull ? `${way} != null` : `has(${way})`;
    return pick(
      () => way,
      () => `(${test} ? ${way} : ${other})`,
      () => `(!(${test}) ? ${other} : ${way})`,
      () => `(${test} && ${inner("bool")} ? ${way} : ${other})`,
      () => (isNull || items.length > 0 ? way : `${holder}.?${member}.orValue(${other})`),
    );
  };
  const leaves = {
    int: [
      ...[
        () => String(below(9)),
        () => "this.n",
        () => "this.m",
        ...own,
        ...items.map((x) => () => `${x}.a`),
      ],
      ...[() => unsure("this.o", false, "1"), () => unsure("this.q", true, "2")],
      () =>
        pick(
          () => "this.d.a",
          () => "(has(this.d) ? this.d.a : 0)",
        ),
    ],
    string: [
      ...[() => '"a"', () => '"👍é"', () => "this.s", () => "this.t", ...own],
      ...[() => unsure("this.p", false, '"b"'), ...items.map((x) => () => unsure(`${x}.b`, false, '"c"'))],
      () =>
        pick(
          () => "this.r",
          () => '(has(this.r) && this.r != null ? this.r : "")',
          () => '(has(this.r) ? this.r : "")',
        ),
    ],
    bool: [
      ...[() => "this.b", () => "this.c", () => "has(this.o)", () => "has(this.p)", () => "has(this.d)"],
      ...[() => "this.q == null", () => `this.n > ${below(5)}`, () => 'this.s == "a"', ...own],
    ],
    ints: [() => "this.l", () => "this.k"],
    strings: [() => "this.w"],
    items: [() => "this.i"],
  };
  if (depth === 0) return pick(...leaves[kind]);
  const loop = (list, item, macros, result) => {
    const name = `v${names++}`;
    const body = make(result, depth - 1, [...locals, { name, kind: item }]);
    return `${inner(list)}.${one(macros)}(${name}, ${body})`;
  };
  const guarded = (way, isNull, test) =>
    pick(
      () => `(${isNull ? `${way} != null` : `has(${way})`} && ${test})`,
      () => `(${isNull ? `${way} == null` : `!has(${way})`} || ${test})`,
      () => `(${test} && ${inner("bool")})`,
    );
  const more = {
    int: [
      () => `(${inner("int")} ${one(MARKS.int)} ${inner("int")})`,
      () => `size(${inner("string")})`,
      () => `${inner("ints")}.size()`,
      () => `(${inner("bool")} ? ${inner("int")} : ${inner("int")})`,
      () => `${inner("ints")}[${below(3)}]`,
    ],
    string: [
      () => `(${inner("string")} + ${inner("string")})`,
      () => `(${inner("bool")} ? ${inner("string")} : ${inner("string")})`,
      () => "string(this.n)",
    ],
    bool: [
      () => `(${inner("int")} ${one(MARKS.order)} ${inner("int")})`,
      () => `(${one(["this.s", "this.t"])} ${one(["==", "!=", "<"])} ${otherText()})`,
      () => `(${inner("bool")} ${one(["&&", "||"])} ${inner("bool")})`,
      () => `!(${inner("bool")})`,
      () =>
        `(${inner("int")} in ${pick(
          () => inner("ints"),
          () => "[1, 2, 3]",
        )})`,
      () => `${one(["this.s", "this.t"])}.${one(["startsWith", "endsWith", "contains"])}(${otherText()})`,
      () => loop("ints", "int", ["all", "exists", "exists_one"], "bool"),
      () => loop("strings", "string", ["all", "exists"], "bool"),
      () => loop("items", "item", ["all", "exists", "exists_one"], "bool"),
      () => guarded("this.o", false, `this.o ${one(MARKS.order)} ${inner("int")}`),
      () => guarded("this.q", true, `this.q ${one(MARKS.order)} ${inner("int")}`),
    ],
    ints: [
      ...[() => loop("ints", "int", ["map"], "int"), () => loop("ints", "int", ["filter"], "bool")],
      () => loop("items", "item", ["map"], "int"),
    ],
    strings: [
      ...[() => loop("strings", "string", ["filter"], "bool"), () => loop("ints", "int", ["map"], "string")],
      () => loop("items", "item", ["map"], "string"),
    ],
    items: [() => loop("items", "item", ["filter"], "bool")],
  };
  return pick(...leaves[kind], ...more[kind], ...more[kind]);
}

const outcomeOf = (made, value) => made.run([value], { now: 0, registry: () => undefined, steps: MAX_STEPS });

/** Candidates to try: the pool first, then such as hold what the expression names. */
function* candidatesFor(source) {
  yield* pool;
  const said = [...source.matchAll(/\b\d+\b/g)].map(([digits]) => Number(digits));
  const numbers = [...NUMBERS, ...said.flatMap((number) => [number, number + 1, -number])];
  const texts = [...TEXTS, "aa", "ab", "a👍é", "👍éa", ...numbers.map(String)];
  for (let tries = 0; tries < 10_000; tries++) yield draw(ROOT, numbers, texts);
}

/** On which candidate a refused expression fails, evaluated by us without asking what may be absent or null. */
function counterexample(source) {
  const made = compileExpression(source, { ...scope, isLenient: true });
  if ("fault" in made) return { isOpen: true };
  for (const value of candidatesFor(source)) if ("why" in outcomeOf(made, value)) return { value };
  return {};
}

const kindOf = (message) =>
  message
    .replace(/"[^"]*"/g, '"…"')
    .replace(/[`;(].*/, "")
    .trim();
const cases = Array.from({ length: Number(count) }, () => {
  const source = make(one(["bool", "int", "string"]), 1 + below(4));
  const made = compileExpression(source, scope);
  if (!("fault" in made)) return { source, made, values: [one(pool)] };
  const { value, isOpen } = counterexample(source);
  const values = isOpen ? pool : value === undefined ? [] : [value];
  return { source, kind: kindOf(made.fault.message), isFound: value !== undefined, values };
});
for (const each of cases)
  each.isAsked = !/\.\?|null|this\.[qr]\b/.test(each.source) && each.values.length > 0;

const PORTION = 5_000;
const judged = cases.filter(
  ({ isAsked, values }, index) => isAsked && (index < Number(asked) || values === pool),
);
for (let start = 0; start < judged.length; start += PORTION) {
  const portion = judged.slice(start, start + PORTION);
  const { stdout, status, stderr } = spawnSync(
    tools.python,
    [fileURLToPath(new URL("cel-python.py", import.meta.url))],
    {
      input: JSON.stringify(portion.map(({ source, values }) => ({ source, values }))),
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  for (const [index, answers] of JSON.parse(stdout).entries()) portion[index].answers = answers;
}

const differences = [];
const kinds = new Map();
for (const { source, made, values, kind, isFound, answers } of cases) {
  if (made !== undefined) {
    if (answers === undefined) continue;
    const outcome = outcomeOf(made, values[0]);
    const ours = "why" in outcome ? "error" : JSON.stringify(outcome.value);
    const theirs = "error" in answers[0] ? "error" : JSON.stringify(answers[0].value);
    if (ours !== theirs) differences.push({ source, value: values[0], ours, theirs, ...outcome });
    continue;
  }
  const row = kinds.get(kind) ?? { refused: 0, ours: 0, theirs: 0, none: 0, example: undefined };
  kinds.set(kind, row);
  row.refused++;
  const isTheirs = answers?.some((answer) => "error" in answer) === true;
  if (isFound) row.ours++;
  if (isTheirs) row.theirs++;
  if (isFound || isTheirs) continue;
  row.none++;
  if (row.example === undefined || source.length < row.example.length) row.example = source;
}
for (const difference of differences.slice(0, 10)) console.log(JSON.stringify(difference));
const total = (name) => [...kinds.values()].reduce((sum, row) => sum + row[name], 0);
console.log(
  "| refused because | times | fails by us | fails by cel-python | no candidate found |\n|---|---|---|---|---|",
);
for (const [kind, { refused, ours, theirs, none }] of [...kinds].sort((a, b) => b[1].refused - a[1].refused))
  console.log(`| ${kind} | ${refused} | ${ours} | ${theirs} | ${none} |`);
for (const [kind, { example }] of kinds) if (example) console.log(`${kind}: ${example}`);
const share = (100 * total("none")) / Math.max(1, total("refused"));
console.log(
  `${cases.length} expressions, ${judged.length} asked of cel-python, ${differences.length} differences; ${total("refused")} refused, ${total("none")} of them (${share.toFixed(2)} %) without a candidate on which they fail`,
);
process.exit(differences.length === 0 && share <= 1 ? 0 : 1);
