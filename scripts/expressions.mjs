/**
 * `npm run verify -- expressions [count] [seed]`: evaluates random expressions with ours and with cel-python, on the part of
 * the language that both have, and lists those that differ.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensurePythonTools } from "./python-tools.mjs";

const [count = "5000", seed = "1"] = process.argv.slice(2);
const tools = ensurePythonTools("cel-python", ["cel-python==0.5.0"]);
if (!tools.ok) {
  console.error(tools.reason);
  process.exit(1);
}
const { compileExpression } = await import(
  new URL("../dist/core/expressions/expression.js", import.meta.url)
);
const { MAX_STEPS } = await import(new URL("../dist/core/expressions/frame.js", import.meta.url));

const value = { n: 7, m: -3, s: "Café 👍", t: "", l: [3, 1, 2], w: ["b", "a", "👍"], b: true };
const required = (type) => ({ type, isRequired: true });
const members = {
  n: { kind: "int" },
  m: { kind: "int" },
  s: { kind: "string", max: 20 },
  t: { kind: "string", max: 20 },
  l: { kind: "list", item: { kind: "int" }, max: 5 },
  w: { kind: "list", item: { kind: "string", max: 5 }, max: 5 },
  b: { kind: "bool" },
};
const type = {
  kind: "object",
  members: new Map(Object.entries(members).map(([name, each]) => [name, required(each)])),
};
const scope = {
  variables: [{ name: "this", type }],
  declared: { registries: new Set(), lists: new Map(), definitions: new Map() },
};

let state = Number(seed);
const below = (most) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};
const pick = (...makers) => makers[below(makers.length)]();
let names = 0;

/**
 * An expression of a type, so that both have something to say about it. `local`: the variable of the loop around it.
 * cel-python 0.5 makes a text of the failure in `string(1 / 0)` and loses `contains` of texts that were put together, so
 * there is neither of these.
 */
function make(kind, depth, local) {
  const inner = (other) => make(other, depth - 1, local);
  const own = local?.kind === kind ? [() => local.name] : [];
  const leaves = {
    int: [() => String(below(9)), () => "this.n", () => "this.m", ...own],
    string: [() => '"a"', () => '"👍é"', () => "this.s", () => "this.t", ...own],
    bool: [() => "true", () => "false", () => "this.b", ...own],
    ints: [() => "this.l", () => "[1, 2]", () => "[5]"],
    strings: [() => "this.w", () => '["a", "b"]'],
  };
  if (depth === 0) return pick(...leaves[kind]);
  const loop = (list, item, macro, result) => {
    const name = `v${names++}`;
    return `${inner(list)}.${macro}(${name}, ${make(result, depth - 1, { name, kind: item })})`;
  };
  const more = {
    int: [
      () =>
        `(${inner("int")} ${pick(...["+", "-", "*", "/", "%"].map((mark) => () => mark))} ${inner("int")})`,
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
      () =>
        `(${inner("int")} ${pick(...["<", "<=", ">", ">=", "==", "!="].map((mark) => () => mark))} ${inner("int")})`,
      () =>
        `(${inner("string")} ${pick(
          () => "==",
          () => "!=",
          () => "<",
        )} ${inner("string")})`,
      () =>
        `(${inner("bool")} ${pick(
          () => "&&",
          () => "||",
        )} ${inner("bool")})`,
      () => `!${inner("bool")}`,
      () => `(${inner("int")} in ${inner("ints")})`,
      () =>
        `${pick(...leaves.string)}.${pick(
          () => "startsWith",
          () => "endsWith",
          () => "contains",
        )}(${inner("string")})`,
      () =>
        loop(
          "ints",
          "int",
          pick(
            () => "all",
            () => "exists",
            () => "exists_one",
          ),
          "bool",
        ),
      () =>
        loop(
          "strings",
          "string",
          pick(
            () => "all",
            () => "exists",
          ),
          "bool",
        ),
    ],
    ints: [() => loop("ints", "int", "map", "int"), () => loop("ints", "int", "filter", "bool")],
    strings: [() => loop("strings", "string", "filter", "bool"), () => loop("ints", "int", "map", "string")],
  };
  return pick(...leaves[kind], ...more[kind], ...more[kind]);
}

const expressions = Array.from({ length: Number(count) }, () =>
  make(
    pick(
      () => "bool",
      () => "int",
      () => "string",
    ),
    4,
  ),
);
const { stdout, status, stderr } = spawnSync(
  tools.python,
  [fileURLToPath(new URL("cel-python.py", import.meta.url))],
  { input: JSON.stringify({ value, expressions }), encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}
const answers = JSON.parse(stdout);
let refused = 0;
const differences = [];
expressions.forEach((source, index) => {
  const made = compileExpression(source, scope);
  if ("fault" in made) {
    // What is the same for every candidate and has no value is refused at once, which cel-python reports when it runs.
    if (answers[index].error === undefined) refused++;
    return;
  }
  const outcome = made.run([value], { now: 0, registry: () => undefined, steps: MAX_STEPS });
  const ours = "why" in outcome ? "error" : JSON.stringify(outcome.value);
  const theirs = answers[index].error === undefined ? JSON.stringify(answers[index].value) : "error";
  if (ours !== theirs) differences.push({ source, ours, theirs, ...outcome });
});
for (const difference of differences.slice(0, 10)) console.log(JSON.stringify(difference));
console.log(
  `${expressions.length} expressions, ${refused} refused by us alone, ${differences.length} differences`,
);
process.exit(differences.length === 0 ? 0 : 1);
