/** The public formats under examples/: each package loads, its candidates behave as stated, and its table adds up. */
import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { checkSpecPackage } from "../../src/core/publishing/advice.ts";
import { exampleContext } from "../../src/core/publishing/examples.ts";
import { parsePage, type Table } from "../docs/markdown.ts";
import { publishedSchema } from "../support/published-schema.ts";

const root = new URL("../../examples/", import.meta.url);
const formats = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const validate = new Ajv2020({ strict: false }).compile(publishedSchema());

const SAID = ["exactly", "nearly", "not", "outside"] as const;

type Counts = Record<(typeof SAID)[number], number>;

/** The table of a format's README: how many rules are said in which way. */
function countsOf(format: string): Counts {
  const [table] = parsePage(read(`${format}/README.md`)).parts.filter(
    (part): part is Table => part.kind === "table",
  );
  const counts = { exactly: 0, nearly: 0, not: 0, outside: 0 };
  for (const [, rules, said] of table!.rows) {
    expect(SAID).toContain(said);
    counts[said as keyof Counts] += Number(rules);
  }
  return counts;
}

/** Of what the candidate alone can decide. */
function shareOf({ exactly, nearly, not }: Counts): number {
  return exactly / (exactly + nearly + not);
}

test("there are seven", () => {
  expect(formats).toEqual([
    ...["chain", "citation", "eip", "github-topic", "home-assistant-manifest", "mcp-server"],
    "selfhosted-software",
  ]);
});

describe.each(formats)("%s", (format) => {
  const document = JSON.parse(read(`${format}/spec-package.json`));
  const { ok, findings, spec } = checkSpecPackage(document);
  const check = (candidate: unknown) => checkCandidate(spec!, candidate, exampleContext(spec!));

  test("loads, and there is nothing to advise", () => {
    expect({ ok, findings }).toEqual({ ok: true, findings: [] });
  });

  test("fits the published schema of spec packages", () => {
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

test("the tables add up, and at least 96 % of what each candidate can decide is said exactly", () => {
  const [overview] = parsePage(read("README.md")).parts.filter(
    (part): part is Table => part.kind === "table",
  );
  const total: Counts = { exactly: 0, nearly: 0, not: 0, outside: 0 };
  const sumOf = (counts: Counts) => SAID.reduce((sum, said) => sum + counts[said], 0);
  formats.forEach((format, index) => {
    const counts = countsOf(format);
    expect(overview!.rows[index]!.slice(1)).toEqual(
      [sumOf(counts), ...SAID.map((said) => counts[said])].map(String),
    );
    expect(shareOf(counts), format).toBeGreaterThanOrEqual(0.96);
    for (const said of SAID) total[said] += counts[said];
  });
  const share = `${(100 * shareOf(total)).toFixed(1)} %`;
  const [exactly, ...rest] = SAID.map((said) => String(total[said]));
  expect(overview!.rows.at(-1)!.slice(1)).toEqual([String(sumOf(total)), `${exactly} (${share})`, ...rest]);
  expect(shareOf(total)).toBeGreaterThanOrEqual(0.97);
  expect(shareOf(countsOf("eip"))).toBeGreaterThanOrEqual(0.97);
});
