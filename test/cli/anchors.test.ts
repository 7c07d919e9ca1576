/**
 * YAML files with anchors, aliases and merge keys: what a repair says is what the file says then, and nothing is written
 * that says something else.
 */
import { describe, expect, test, vi } from "vitest";
import { Parser } from "yaml";
import { draftOf, listCases, readDomains } from "../../corpus/cases.mjs";
import { writeValue } from "../../src/authoring/documents/edit/edit.ts";
import { openYaml } from "../../src/authoring/documents/yaml/yaml.ts";
import type { Checker } from "../../src/cli/checker/checker.ts";
import { envelopeOf } from "../../src/cli/checker/domain.ts";
import { namedFile } from "../../src/cli/files/find.ts";
import { checkDocument } from "../../src/cli/validate/check-file.ts";
import { noteNumberTexts } from "../../src/cli/validate/fix.ts";
import { applyFixes, checkCandidate, repairCandidate } from "../../src/core/index.ts";
import { loadDomain } from "../corpus/domain.ts";
import { draws } from "../support/random.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY_YAML } from "./files.ts";
import { createRandom } from "./random-text.ts";
import { readYaml, weaveYaml } from "./woven-yaml.ts";

const folder = makeFolder();
const FILES = draws(150);
const SEED = process.env.FC_SEED === "any" ? Date.now() : Number(process.env.FC_SEED ?? 7);

const cases = listCases().filter(({ find }) => find !== undefined);
const domains = new Map([...readDomains()].map(([name, domain]) => [name, loadDomain(domain)]));

/** As far as repairs go, on the value alone. */
function repairedValue(
  { spec, context }: ReturnType<typeof loadDomain>,
  sent: unknown,
  level: "safe" | "suggested",
) {
  let candidate = sent;
  for (let round = 0; round < 100; round++) {
    const result = repairCandidate(spec, candidate, context, level);
    const meant =
      (result.repaired?.patch ?? []).length > 0
        ? result.repaired!
        : applyFixes(candidate, result.diagnostics, level);
    if (meant.patch.length === 0) break;
    ({ candidate } = meant);
  }
  return candidate;
}

test("a file that is called valid says what the repair said", async () => {
  const random = createRandom(SEED);
  const counts = { files: 0, shared: 0, changed: 0, valid: 0, refused: 0 };
  while (counts.files < FILES) {
    const repairCase = cases[Math.floor(random() * cases.length)]!;
    const domain = domains.get(repairCase.domain)!;
    const { text, value } = weaveYaml(draftOf(repairCase), random);
    const document = openYaml(text);
    const named = envelopeOf(value);
    // What was planted may name another domain.
    const isOther = named && `${named.targetProduct}/${named.domainId}` !== repairCase.domain;
    if (!document.isReadable || isOther) continue;
    counts.files++;
    if (/[&*]a\d/.test(text)) counts.shared++;
    expect(document.value, text).toEqual(value);
    const [targetProduct = "", domainId = ""] = repairCase.domain.split("/");
    const level = random() < 0.3 ? "safe" : "suggested";
    const { report, edited } = await checkDocument(
      namedFile("proposal.yaml"),
      document,
      {
        checker: {
          validate: async ({ candidate }) => repairCandidate(domain.spec, candidate, domain.context, level),
          registrySize: () => undefined,
          rulesOf: async () => undefined,
          here: {
            validate: ({ candidate }) => repairCandidate(domain.spec, candidate, domain.context, level),
            rulesOf: () => undefined,
          },
        } as Partial<Checker> as Checker,
        domains: [],
        chosen: { targetProduct, domainId },
      },
      { level, isTrial: true },
    );
    const after = edited?.text ?? text;
    if (after !== text) counts.changed++;
    const shown = `${text}\n--- ${repairCase.id} at ${level}, seed ${SEED}\n${after}`;
    const now = readYaml(after);
    if (report.failure !== undefined) {
      counts.refused++;
      continue;
    }
    // The checks know how numbers are written, as they do for the file.
    const sent = envelopeOf(value) ?? { candidate: value };
    noteNumberTexts(document, sent.candidate === value ? [] : ["candidate"], sent.candidate);
    const candidate = envelopeOf(now)?.candidate ?? now;
    expect(candidate, shown).toEqual(repairedValue(domain, sent.candidate, level));
    if (report.status !== "valid") continue;
    counts.valid++;
    expect(checkCandidate(domain.spec, candidate, domain.context).valid, shown).toBe(true);
  }
  expect(counts.shared).toBeGreaterThan(FILES / 3);
  // Where another use does not need the fix.
  expect(counts.refused).toBeLessThan(FILES / 20);
}, 1_800_000);

test("a file is parsed once to be read and once to be read back", async () => {
  const parses = vi.spyOn(Parser.prototype, "parse");
  folder.write("faulty.yaml", FAULTY_YAML);
  expect(await preflight(["validate", "--fix=suggested", "faulty.yaml"], { cwd: folder.path })).toMatchObject(
    { code: 0 },
  );
  expect(parses).toHaveBeenCalledTimes(2);
  parses.mockRestore();
});

describe("an edit of one use", () => {
  const edited = (text: string, value: unknown) => {
    const after = writeValue(openYaml(text), value, []);
    return "refusal" in after ? after : after.text;
  };

  test("changes the anchor where every use agrees", () => {
    expect(edited("a: &n 01234 # id\nb: *n\n", { a: "01234", b: "01234" })).toBe(
      'a: &n "01234" # id\nb: *n\n',
    );
  });

  test("changes what a merge key brings in where every use agrees", () => {
    const text = "base: &m\n  x: 1\n  w: 2\nuse:\n  <<: *m\n  z: 3\n";
    expect(edited(text, { base: { x: "1", w: 2 }, use: { x: "1", w: 2, z: 3 } })).toBe(
      text.replace("x: 1", 'x: "1"'),
    );
    expect(edited(text, { base: { x: 1, w: 2 }, use: { x: 1, w: 2, z: 3, v: 4 } })).toBe(`${text}  v: 4\n`);
  });

  test.each<[string, unknown]>([
    ["a: &n 5\nb: *n # too\n", { a: "x", b: 5 }],
    ["a: &n 5\nb: *n # too\n", { a: 5, b: "x" }],
    ["base: &m\n  x: 1\nuse:\n  <<: *m\n  z: 3\n", { base: { x: 1 }, use: { x: "1", z: 3 } }],
    ["base: &m { x: 1, w: 2 }\nuse: { <<: *m, z: 3 }\n", { base: { x: 1, w: 2 }, use: { w: 2, z: 3 } }],
    ["a: &x {n: 1, m: 1}\nb: *x\n", { a: { n: 1, m: 1 }, b: { n: 1 } }],
    ["a: &n [1, 2]\nb: *n\n", { b: [1, 2] }],
  ])("is refused where another use does not agree: %j", (text, value) => {
    expect(edited(text, value)).toEqual({
      refusal: "the file would say something else than was meant, perhaps by an alias of YAML",
    });
  });
});

describe("what an alias stands for", () => {
  test("may be used many times, by value and by merge key", () => {
    const uses = Array.from({ length: 500 }, (_, index) => `u${index}:\n  <<: *m\n  y: *n\n`);
    const { findings, value } = openYaml(`m: &m\n  x: &n 1\n${uses.join("")}`);
    expect(findings).toEqual([]);
    expect(Object.keys(value as object)).toHaveLength(501);
    expect(value).toMatchObject({ u0: { x: 1, y: 1 }, u499: { x: 1, y: 1 } });
  });

  test("is what had the name last, and stays a number beside a member with its name", () => {
    expect(openYaml("a: &n 1\nb: *n\nc: &n 2\nd: *n\n*n : 3\n").value).toEqual({
      ...{ a: 1, b: 1, c: 2, d: 2 },
      2: 3,
    });
  });

  test("has to be there for a name too", () => {
    const [fault] = openYaml("*n : 1\n").findings;
    expect(fault?.message).toBe("There is no anchor &n before this alias.");
  });

  test("keeps members where they stand around a merge key", () => {
    const { value } = openYaml("m: &m { x: 1, y: 2 }\nu:\n  z: 0\n  y: 3\n  <<: *m\n  w: 4\n");
    expect(JSON.stringify(value)).toBe('{"m":{"x":1,"y":2},"u":{"z":0,"y":3,"x":1,"w":4}}');
  });
});
