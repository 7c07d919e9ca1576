/** The public formats under examples/: each package loads, its candidates behave as stated, and its table adds up. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { checkSpecPackage } from "../../src/core/publishing/advice.ts";
import { exampleContext } from "../../src/core/publishing/examples.ts";
import { publishedSchema } from "../../src/core/spec-package/published-schema.ts";
import { parsePage, type Table } from "../docs/markdown.ts";

const root = new URL("../../examples/", import.meta.url);
const formats = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

interface Counts {
  exactly: number;
  nearly: number;
  not: number;
}

/** The table of a format's README: how many rules are said in which way. */
function countsOf(format: string): Counts {
  const [table] = parsePage(read(`${format}/README.md`)).parts.filter(
    (part): part is Table => part.kind === "table",
  );
  const counts = { exactly: 0, nearly: 0, not: 0 };
  for (const [, rules, said] of table!.rows) {
    expect(["exactly", "nearly", "not"]).toContain(said);
    counts[said as keyof Counts] += Number(rules);
  }
  return counts;
}

test("there are four", () => {
  expect(formats).toEqual(["chain", "citation", "home-assistant-manifest", "mcp-server"]);
});

describe.each(formats)("%s", (format) => {
  const document = JSON.parse(read(`${format}/spec-package.json`));
  const { ok, findings, spec } = checkSpecPackage(document);
  const check = (candidate: unknown) => checkCandidate(spec!, candidate, exampleContext(spec!));

  test("loads, and there is nothing to advise", () => {
    expect({ ok, findings }).toEqual({ ok: true, findings: [] });
  });

  test("fits the published schema of spec packages", () => {
    const validate = new Ajv2020({ strict: false }).compile(publishedSchema());
    validate(document);
    expect(validate.errors).toBeNull();
  });

  test.each(readdirSync(new URL(`${format}/valid/`, root)))("%s passes", (name) => {
    expect(check(parse(read(`${format}/valid/${name}`))).diagnostics).toEqual([]);
  });

  test.each(readdirSync(new URL(`${format}/invalid/`, root)))("%s fails as stated", (name) => {
    const { candidate, expect: wanted } = JSON.parse(read(`${format}/invalid/${name}`));
    const found = check(candidate).diagnostics.map(({ code, pointer }) => ({ code, pointer }));
    expect(found).toEqual(wanted);
  });

  test("every rule is shown at work", () => {
    const cases = readdirSync(new URL(`${format}/invalid/`, root)).map((name) =>
      JSON.parse(read(`${format}/invalid/${name}`)),
    );
    const shown = new Set(
      [...cases, ...document.examples.invalid].flatMap(({ expect: wanted }) =>
        wanted.map(({ code }: { code: string }) => code),
      ),
    );
    expect(spec!.codes.map(({ code }) => code).filter((code) => !shown.has(code))).toEqual([]);
  });
});

test("the tables add up, and at least 95 % of the rules are said exactly", () => {
  const [overview] = parsePage(read("README.md")).parts.filter(
    (part): part is Table => part.kind === "table",
  );
  const total = { exactly: 0, nearly: 0, not: 0 };
  formats.forEach((format, index) => {
    const counts = countsOf(format);
    const { exactly, nearly, not } = counts;
    expect(overview!.rows[index]!.slice(1)).toEqual(
      [exactly + nearly + not, exactly, nearly, not].map(String),
    );
    for (const said of ["exactly", "nearly", "not"] as const) total[said] += counts[said];
  });
  const all = total.exactly + total.nearly + total.not;
  const share = `${((100 * total.exactly) / all).toFixed(1)} %`;
  expect(overview!.rows.at(-1)!.slice(1)).toEqual([
    String(all),
    `${total.exactly} (${share})`,
    String(total.nearly),
    String(total.not),
  ]);
  expect(total.exactly / all).toBeGreaterThanOrEqual(0.95);
});
