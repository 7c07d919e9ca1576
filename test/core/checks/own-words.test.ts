/** Messages and fixes that a rule brings along: see the files under own-words. After a change that is meant, run this with `-u`. */
import { expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
import { describeDiagnostic, shorten } from "../describe-diagnostic.ts";
import { context, objectOf, packageOf, type Schema } from "../schema/small-package.ts";
import { showInvisible } from "../table.ts";

const text = { type: "string", maxLength: 300 };
const schema = objectOf({
  a: text,
  b: { type: "integer", maximum: 9 },
  list: { type: "array", maxItems: 9, items: text },
  o: objectOf({ c: text, d: text }),
});
const startsWithX = { check: "matches", at: ["/a"], params: { pattern: "^x", form: "an x first" } };
const unique = { check: "unique", at: ["/list"] };

const TOPICS: Record<string, [rule: Schema, ...candidates: unknown[]][]> = {
  messages: [
    [{ ...startsWithX, message: "{name} is {value}, not {expected}." }, { a: "y" }, { a: "x" }],
    // What is reported is an item; expressions see the list.
    [{ ...unique, message: "{value} of {this} is there as {name}." }, { list: ["p", "q", "p"] }],
    [
      { ...unique, fix: { title: "Keep one of {this}", set: { "/list": "this.distinct()" } } },
      { list: ["p", "q", "p"] },
    ],
    [
      { ...startsWithX, message: "{this.size() * 2} of {root.b}, {{as it is}}" },
      { a: "y", b: 3 },
      { a: "y" },
    ],
    // Braces in texts of an expression, and quotation marks before it.
    [{ ...startsWithX, message: `Don't say "{this + '}\\'{'}" {'"}' + {'a': "{"}.a}.` }, { a: "y" }],
    [
      { ...startsWithX, message: "<{this}>" },
      { a: "é\u0007\u202e" },
      ...[99, 100, 101].map((length) => ({ a: "y".repeat(length) })),
    ],
    [
      { ...startsWithX, message: `${"m".repeat(450)}{this}` },
      ...[50, 51].map((length) => ({ a: "y".repeat(length) })),
    ],
  ],
  "refused-messages": [
    [{ ...startsWithX, message: "{this" }],
    [{ ...startsWithX, message: "this}" }],
    [{ ...startsWithX, message: "{this.nothing}" }],
  ],
  fixes: [
    [{ ...startsWithX, fix: { title: "Put an x before {this}", set: { "/a": "'x' + this" } } }, { a: "y" }],
    [{ ...startsWithX, fix: { title: "T", set: { "/a": "'x' + this" }, repair: true } }, { a: "y" }],
    [
      { ...startsWithX, fix: { title: "T", set: { "/b": "3" } } },
      { a: "y" },
      { a: "y", b: 3 },
      { a: "y", b: 4 },
    ],
    [{ ...startsWithX, fix: { title: "T", set: { "/b": "10" } } }, { a: "y" }],
    [
      { ...startsWithX, fix: { title: "T", set: { "/b": "root.b + 1" } } },
      { a: "y" },
      { a: "y", b: 1 },
      { a: "y", b: 9 },
    ],
  ],
  "removing-fixes": [
    [{ ...startsWithX, fix: { title: "T", remove: ["/b"] } }, { a: "y" }, { a: "y", b: 1 }],
    [
      { ...startsWithX, fix: { title: "T", remove: ["/b"], repair: true } },
      { a: "y", b: 1 },
    ],
    [
      { ...startsWithX, fix: { title: "T", remove: ["/b"], set: { "/a": "'x'" } } },
      { a: "y", b: 1 },
    ],
    [
      { ...startsWithX, at: ["/o/c"], fix: { title: "T", set: { "1/d": "this" } } },
      { o: { c: "y" } },
      { o: { c: "y", d: "y" } },
    ],
  ],
  "refused-fixes": [
    [{ ...startsWithX, fix: { title: "{this", set: { "/a": "'x'" } } }],
    [{ ...startsWithX, fix: { title: "T" } }],
    [{ ...startsWithX, fix: { title: "T", set: {}, remove: [] } }],
    [{ ...startsWithX, fix: { title: "T", set: { "/nowhere": "1" } } }],
    [{ ...startsWithX, fix: { title: "T", remove: ["5/nowhere"] } }],
    [{ ...startsWithX, fix: { title: "T", set: { "/list/*": "'x'" } } }],
    [{ ...startsWithX, fix: { title: "T", set: { "/a": "this.nothing" } } }],
    [{ ...startsWithX, fix: { title: "T", set: { "/a": "duration('1h')" } } }],
  ],
  conditions: [
    [{ ...startsWithX, when: "has(root.b) && root.b > 3" }, { a: "y", b: 3 }, { a: "y", b: 4 }, { a: "y" }],
    [{ ...startsWithX, when: "this.size() > 1" }, { a: "y" }, { a: "yy" }, { a: 5 }],
    [{ ...startsWithX, when: "this.size() / (this.size() - 2) > 0" }, { a: "y" }, { a: "yy" }],
    [{ ...startsWithX, when: "date(this) < today" }],
    [{ ...startsWithX, when: "registry().has(this)" }],
    [{ ...startsWithX, when: "1 == 1" }],
    [{ ...startsWithX, when: "this" }],
    [{ ...startsWithX, when: "this.nothing" }],
  ],
  "several-places": [
    [
      { ...startsWithX, at: ["/list/*", "/a"], message: "{name} is {this}" },
      { a: "y", list: ["x", "z"] },
    ],
  ],
};

test.each(Object.entries(TOPICS))("%s", async (topic, cases) => {
  const lines = cases.flatMap(([rule, ...candidates]) => {
    const rules = [{ code: "own", severity: "error", ...rule }];
    const docs = { own: { summary: "It is wrong.", fix: "Change it." } };
    const loaded = loadSpecPackage(packageOf(schema, {}, { rules, docs }));
    const { message, fix, when } = rule;
    const head = `# ${String(rule.at)} ${shorten(message ?? fix ?? when)}`;
    if (!loaded.ok)
      return [
        head,
        ...loaded.reasons.map((reason) => `  ${reason.code} at ${reason.pointer}: ${reason.message}`),
      ];
    return [
      head,
      ...candidates.flatMap((candidate) => [
        shorten(candidate),
        ...checkCandidate(loaded.spec, candidate, context).diagnostics.flatMap(describeDiagnostic),
      ]),
    ];
  });
  await expect(`${showInvisible(lines.join("\n"))}\n`).toMatchFileSnapshot(
    new URL(`own-words/${topic}.txt`, import.meta.url).pathname,
  );
});
