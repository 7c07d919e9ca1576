/**
 * What the tests of the core use of Vitest, without its runner: tests are collected once and can be run many times in
 * one process. That makes a mutant cost milliseconds instead of a second.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { format, isDeepStrictEqual } from "node:util";
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  customMatchers,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.use((_, { addMethod }) => {
  addMethod(chai.Assertion.prototype, "toMatchFileSnapshot", function (path) {
    const [expected, actual] = [readFileSync(resolve(dirname(currentFile), path), "utf8"), this._obj];
    this.assert(isDeepStrictEqual(actual, expected), `expected the text of ${path}`, "", expected, actual);
  });
});

export function expect(value, message) {
  return chai.expect(value, message);
}
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.unreachable = (message = "unreachable") => {
  throw new Error(message);
};
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);
expect.extend(customMatchers);

/** Every test in the order of the files: its full name, its body and the suites around it, outermost first. */
export const collected = [];
let currentFile = "";
let suite = newSuite("", undefined);

function newSuite(name, parent) {
  return { name, parent, before: [], beforeEach: [], afterEach: [], started: false };
}

/** Collects the tests of a file while `load` imports it. */
export async function collectFile(name, load) {
  const outer = suite;
  suite = newSuite(name, undefined);
  await load();
  suite = outer;
}

function describeSuite(name, ...rest) {
  const body = rest.find((value) => typeof value === "function");
  const outer = suite;
  suite = newSuite(String(name), outer);
  body?.();
  suite = outer;
}

function addTest(name, ...rest) {
  const body = rest.find((value) => typeof value === "function");
  if (body === undefined) return;
  const suites = [];
  for (let at = suite; at !== undefined; at = at.parent) suites.unshift(at);
  collected.push({ name: [...suites.map((each) => each.name), String(name)].join(" > "), body, suites });
}

export async function runTest({ body, suites }) {
  currentFile = suites[0].name;
  for (const each of suites) {
    if (each.started) continue;
    each.started = true;
    for (const hook of each.before) await hook();
  }
  for (const hook of suites.flatMap((each) => each.beforeEach)) await hook();
  try {
    await body({ expect, skip() {} });
  } finally {
    for (const hook of suites.flatMap((each) => each.afterEach)) await hook();
  }
}

const nothing = () => {};

/** Rows are lists of arguments or single values. Titles may repeat, so each gets its number. */
function eachOf(add) {
  return (rows) =>
    (title, ...rest) => {
      const body = rest.find((value) => typeof value === "function");
      // As in Vitest: a list is the arguments of a test only if every row is one.
      const isTable = rows.every(Array.isArray);
      for (const [index, row] of rows.entries()) {
        const values = isTable ? row : [row];
        add(`${format(title.replaceAll("%#", String(index)), ...values)} #${index}`, () => body(...values));
      }
    };
}

function withVariants(add) {
  const variants = {
    each: eachOf(add),
    for: (rows) => (title, body) =>
      rows.forEach((row, index) => {
        add(`${title} #${index}`, () => body(row, { expect }));
      }),
    skip: Object.assign(nothing, { each: () => nothing }),
    skipIf: (skipped) => (skipped ? variants.skip : add),
    runIf: (wanted) => (wanted ? add : variants.skip),
    concurrent: add,
    todo: nothing,
  };
  return Object.assign(add, variants);
}

export const describe = withVariants(describeSuite);
export const test = withVariants(addTest);
export const it = test;
export const beforeAll = (hook) => suite.before.push(hook);
export const afterAll = nothing;
export const beforeEach = (hook) => suite.beforeEach.push(hook);
export const afterEach = (hook) => suite.afterEach.push(hook);
