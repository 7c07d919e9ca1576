import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSpecPackage, findExample } from "../../src/core/publishing/advice.ts";
import { diffSpecPackages } from "../../src/core/publishing/diff.ts";
import { loadSpecPackage } from "../../src/core/publishing/load.ts";
import { createRegistry } from "../../src/core/registry/registry.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { impactOf } from "../support/impact-of.ts";
import { draws } from "../support/random.ts";
import { tinyPackage } from "./support.ts";

/** A package about to be spoiled. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach into it at will
type Draft = any;

const datagen = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
) as SpecPackageDocument;
const context = {
  registry: createRegistry([], "2027-01-01T00:00:00Z"),
  now: Date.parse("2027-06-01T00:00:00Z"),
};

function edited(edit: (document: Draft) => void, version = "1.1.0"): SpecPackageDocument {
  const document = structuredClone(datagen);
  document.version = version;
  edit(document);
  return document;
}

function load(document: unknown) {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  return loaded.spec;
}

const diff = (edit: (document: Draft) => void) => diffSpecPackages(load(datagen), load(edited(edit)));

describe("what the loader says about examples", () => {
  const messages = (edit: (document: Draft) => void) => {
    const loaded = loadSpecPackage(edited(edit));
    return loaded.ok ? [] : loaded.reasons.map(({ message }) => message);
  };

  it("names the remark that keeps every valid example from being shown", () => {
    const [message] = messages((document) => {
      for (const { candidate } of document.examples.valid) candidate.description = "Short.";
    });
    expect(message).toMatch(
      /^One valid example must pass without a remark .*; "[^"]+" gets description-short at "\/description": .*20/,
    );
  });

  it.each<[string, (example: Draft, document: Draft) => void, string]>([
    [
      "a code that no rule has",
      (example) => (example.expect[0].code = "generator-id-takn"),
      'generator-id-takn at "/generatorId" (no rule has the code "generator-id-takn"; did you mean "generator-id-taken"?)',
    ],
    [
      "another fault at the same place",
      (example) => (example.candidate.generatorId = 7),
      'generator-id-taken at "/generatorId"; not expected: type-mismatch at "/generatorId"',
    ],
    [
      "another place",
      (example) => (example.expect[0].pointer = "/generatorName"),
      'generator-id-taken at "/generatorName"; not expected: generator-id-taken at "/generatorId"',
    ],
  ])("says why an expected diagnostic does not come: %s", (_, spoil, why) => {
    const found = messages((document) => {
      const example: Draft = {
        title: "Taken",
        candidate: { ...document.examples.valid[0].candidate, generatorId: "first-name" },
        expect: [{ code: "generator-id-taken", pointer: "/generatorId" }],
      };
      document.examples.invalid.push(example);
      spoil(example, document);
    });
    expect(found.join("\n")).toContain(why);
  });

  it("reads the entries of a named registry by its key", () => {
    const document: Draft = tinyPackage();
    document.registries = { licences: { member: "licences", key: "spdx" } };
    document.rules[0].params = { registry: "licences" };
    const given = (entries: unknown[]) => {
      const { registry: _, ...examples } = document.examples;
      return loadSpecPackage({ ...document, examples: { ...examples, registries: { licences: entries } } });
    };
    expect(given([{ spdx: "Bolt", name: "MIT", url: "https://mit.example" }])).toMatchObject({ ok: true });
    expect(given(["Bolt"])).toMatchObject({ ok: true });
    expect(given([{ id: "Bolt" }])).toMatchObject({ ok: true });
    expect(given([{ spdx: "Bolt" }, { name: "No key" }])).toMatchObject({
      ok: false,
      reasons: [
        {
          pointer: "/examples/registries/licences/1",
          code: "registry-invalid",
          message:
            'An entry of "licences" is found by its "spdx", which must be a text of 1 to 256 characters or a number.',
        },
      ],
    });
  });
});

describe("createRegistry", () => {
  it("takes entries without a name, and says what an entry needs", () => {
    const registry = createRegistry([{ id: "x" }], "2027-01-01T00:00:00Z");
    expect(registry.findById("X")).toEqual({ id: "x", name: "x" });
    for (const entry of [{}, null, "x", { id: 5 }])
      expect(() => createRegistry([entry as never], "")).toThrow(
        'An entry of a registry needs the text "id".',
      );
  });
});

describe("checkSpecPackage", () => {
  it("has nothing to say against the reference package that would keep it from use", () => {
    const report = checkSpecPackage(datagen);
    expect(report.ok).toBe(true);
    expect(report.findings.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("gives every reason for which a package is refused", () => {
    const report = checkSpecPackage(
      edited((document) => {
        document.rules[0].check = "no-such-check";
        document.schema.properties.description.nullable = true;
      }),
    );
    expect(report).toMatchObject({ ok: false });
    expect(report.findings.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(["/rules/0/check", "/schema/properties/description/nullable"]),
    );
  });

  it("advises on what works but was probably not meant", () => {
    const document = tinyPackage() as Draft;
    document.lists = { colours: { values: ["red"] } };
    document.rules.push({
      code: "short",
      check: "enough-text",
      at: ["/id"],
      severity: "error",
      params: { min: 1 },
    });
    document.docs.short = { summary: "Short.", fix: "Write more." };
    const { ok, findings } = checkSpecPackage(document);
    expect({ ok, errors: findings.filter(({ level }) => level === "error") }).toEqual({
      ok: true,
      errors: [],
    });
    expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "rule-untried /rules/1",
      "list-unused /lists/colours",
    ]);
  });
});

describe("findExample", () => {
  const grown = edited((document) => {
    const { sampleRecords } = document.examples.valid[0].candidate;
    while (sampleRecords.length < 100) sampleRecords.push(sampleRecords[0]);
  });

  it("knows every invalid example, and tries fewer changes where each takes longer to check", () => {
    const found = (document: unknown) =>
      ["generator-id-taken", "number-out-of-range"].map(
        (code) => findExample([load(document)], code)?.pointer,
      );
    expect(found(datagen)).toEqual(["/generatorId", expect.stringMatching(/^\/sampleRecords/)]);
    expect(found(grown)).toEqual(["/generatorId", undefined]);
  });
});

describe("what findExample shows", () => {
  const shown = (extra: unknown, code = "member-unknown") => {
    const document = edited(({ examples }) => {
      const candidate = { ...examples.valid[0].candidate, extra };
      examples.invalid = [
        { title: "One", candidate, expect: [{ code: "member-unknown", pointer: "/extra" }] },
      ];
    });
    return findExample([load(document)], code);
  };

  it("is the value where it fails, and how it would pass", () => {
    expect(shown(1)).toMatchObject({ pointer: "/extra", fails: "1", passesAt: "/extra", passes: undefined });
    expect(shown(1, "member-missing")).toMatchObject({ pointer: "/owner", fails: undefined });
    expect(shown(1, "unsafe-characters")).toMatchObject({
      fails: '"a\\u200bda@example.org"',
      passes: '"ada@example.org"',
    });
    expect(shown(1, "number-out-of-range")).toMatchObject({ fails: "1e309" });
    expect(shown(1, "generator-id-taken")).toMatchObject({ pointer: "/generatorId" });
  });

  it.each([
    ["x".repeat(238), `"${"x".repeat(238)}"`],
    ["x".repeat(239), `"${"x".repeat(238)}…`],
  ])("is cut where it is long, and JSON: %#", (value, text) => {
    expect(shown(value)?.fails).toBe(text);
  });
});

describe("diffSpecPackages", () => {
  it("says nothing of two equal packages", () => {
    const same = diffSpecPackages(load(datagen), load(structuredClone(datagen)));
    expect(same).toMatchObject({ changes: [], canBreak: false, bump: "none", outdatesPackages: false });
  });

  it("says which parameters of a rule changed, and how", () => {
    const { changes } = diff((document) => {
      for (const rule of document.rules) {
        if (rule.code === "unsafe-characters") rule.params.classes = ["control", "bidi"];
        if (rule.code === "description-short") rule.params = { min: 30 };
      }
    });
    expect(
      changes.filter(({ pointer }) => pointer.endsWith("/params")).map(({ message }) => message),
    ).toEqual([
      'The rule "unsafe-characters" has other parameters: "classes" no longer has "invisible" and now has "bidi".',
      'The rule "description-short" has other parameters: "min" was 20 and is 30.',
    ]);
  });

  it("calls a later date looser, an earlier one stricter, and a new error stricter from its date on", () => {
    const rule = (date?: string, severity = "error") =>
      load(
        edited((document) => {
          Object.assign(document.rules[2], { severity, ...(date && { effectiveAt: `${date}T00:00:00Z` }) });
        }),
      );
    const effects = (was: ReturnType<typeof rule>, is: ReturnType<typeof rule>) =>
      diffSpecPackages(was, is)
        .changes.slice(1)
        .map(({ effect, message }) => `${effect}: ${message}`);
    const name = 'The rule "owner-id-padded"';
    const [first, second] = ["2027-01-01", "2028-01-01"];
    expect(effects(rule(first), rule(second))).toEqual([
      `loosens: ${name} takes effect ${second}T00:00:00Z instead of ${first}T00:00:00Z.`,
    ]);
    expect(effects(rule(), rule(first))).toEqual([
      `loosens: ${name} takes effect ${first}T00:00:00Z instead of at once.`,
    ]);
    expect(effects(rule(second), rule(first))[0]).toMatch(/^tightens: .* takes effect 2027/);
    expect(effects(rule(undefined, "warning"), rule(second))).toEqual([
      `tightens: ${name} was warning and is error from ${second}T00:00:00Z on.`,
    ]);
  });

  it.each<[string, (document: Draft) => void, string, string, string]>([
    [
      "a longer name",
      (d) => (d.schema.properties.generatorName.maxLength = 100),
      "/schema/properties/generatorName/maxLength",
      "loosens",
      "minor",
    ],
    [
      "a shorter name",
      (d) => (d.schema.properties.generatorName.maxLength = 60),
      "/schema/properties/generatorName/maxLength",
      "tightens",
      "major",
    ],
    [
      "a bound where there was none",
      (d) => (d.schema.properties.supportedStrategies.maxItems = 9),
      "/schema/properties/supportedStrategies/maxItems",
      "tightens",
      "major",
    ],
    [
      "a change behind a $ref",
      (d) => (d.schema.$defs.outputField.properties.description.maxLength = 400),
      "/schema/properties/outputFields/items/properties/description/maxLength",
      "tightens",
      "major",
    ],
    [
      "a new optional member",
      (d) => (d.schema.properties.homepage = { type: "string", maxLength: 200 }),
      "/schema/properties/homepage",
      "loosens",
      "minor",
    ],
    [
      "a member that is gone",
      (d) => {
        delete d.schema.properties.rationaleNotes;
        delete d.notes;
        d.rules = d.rules.filter(({ code }: { code: string }) => code !== "rationale-missing");
        delete d.docs["rationale-missing"];
        delete d.aliases["/rationaleNotes"];
        d.normalization.prose.pop();
        d.rules[1].at.pop();
        d.rules[1].params.sequencesAt.pop();
        for (const e of d.examples.valid) delete e.candidate.rationaleNotes;
        d.examples.invalid.forEach((e: Draft) => {
          delete e.candidate.rationaleNotes;
          e.expect = e.expect.filter((x: Draft) => x.pointer !== "/rationaleNotes");
        });
        d.examples.invalid = d.examples.invalid.filter((e: Draft) => e.expect.length > 0);
      },
      "/schema/properties/rationaleNotes",
      "tightens",
      "major",
    ],
    [
      "another pattern",
      (d) => (d.schema.properties.generatorId.pattern = "^[A-Za-z][A-Za-z0-9._-]*$"),
      "/schema/properties/generatorId/pattern",
      "either",
      "major",
    ],
    [
      "one more strategy",
      (d) => d.lists.strategies.values.push("exact"),
      "/lists/strategies/values",
      "loosens",
      "minor",
    ],
    [
      "one more field type alias",
      (d) => (d.lists.fieldTypes.aliases.txt = "string"),
      "/lists/fieldTypes/aliases",
      "none",
      "patch",
    ],
    [
      "strategies in another order",
      (d) => d.lists.strategies.values.reverse(),
      "/lists/strategies/values",
      "package",
      "minor",
    ],
    [
      "a warning made an error",
      (d) => (d.rules.find((r: Draft) => r.code === "description-short").severity = "error"),
      "/rules/6/severity",
      "tightens",
      "major",
    ],
    ["other wording", (d) => (d.docs["description-short"].fix = "Say more."), "/docs", "none", "patch"],
    ["a title", (d) => (d.title = "Generators"), "/title", "none", "patch"],
  ])("%s", (_name, edit, pointer, effect, bump) => {
    const result = diff(edit);
    expect(result.changes).toContainEqual(expect.objectContaining({ pointer, effect }));
    expect(result.bump).toBe(bump);
    expect(result.canBreak).toBe(bump === "major");
    expect(result.outdatesPackages).toBe(true);
  });

  it("notes a version that was not raised", () => {
    const result = diffSpecPackages(load(datagen), load(edited((d) => (d.title = "Other"), datagen.version)));
    expect(result.changes.map(({ pointer }) => pointer)).toContain("/version");
  });

  // Each edit is small and some are dangerous; what matters is that no danger is overlooked.
  const edits: ((document: Draft, n: number) => void)[] = [
    (d, n) => (d.schema.properties.id.maxLength = n + 1),
    (d, n) => (d.schema.properties.id.minLength = n % 4),
    (d) => delete d.schema.properties.id.minLength,
    (d) => (d.schema.properties.id.pattern = "^[a-z]+$"),
    (d) => delete d.schema.properties.id.pattern,
    (d) => (d.schema.additionalProperties = false),
    (d) => delete d.schema.additionalProperties,
    (d) => (d.schema.properties.kind = { type: "string", maxLength: 9 }),
    (d) => (d.schema.properties.kind = { enum: ["a", "b"] }),
    (d) => delete d.schema.properties.kind,
    (d) => (d.schema.required = ["id", "size"]),
    (d) => (d.schema.required = []),
    (d, n) => (d.schema.properties.size.type = n % 2 ? "integer" : "number"),
    (d, n) => (d.schema.properties.size.minimum = n - 3),
    (d) => delete d.schema.properties.size.minimum,
    (d) => (d.lists.kinds.values = ["a", "b", "c"]),
    (d) => (d.lists.kinds.values = ["a"]),
    (d, n) => (d.rules[1].severity = n % 2 ? "error" : "warning"),
    (d) => d.rules.splice(2, 1),
    (d, n) =>
      (d.rules[2] = {
        code: "short",
        check: "enough-text",
        at: ["/id"],
        severity: n % 2 ? "error" : "info",
        params: { min: n },
      }),
    (d) => (d.normalization = { prose: ["/id"] }),
    (d, n) => (d.rules[0].effectiveAt = `20${26 + (n % 3)}-01-01T00:00:00Z`),
    (d, n) =>
      (d.rules[3] = {
        code: "unsafe",
        check: "no-unsafe-characters",
        at: ["/id"],
        severity: n % 2 ? "error" : "warning",
        params: { classes: ["zero-width"] },
      }),
    (d) => d.rules.splice(3, 1),
  ];
  const base = (() => {
    const document = tinyPackage() as Draft;
    document.schema.properties.kind = { type: "string", maxLength: 8 };
    document.schema.properties.size = { type: "integer", minimum: 0 };
    document.lists = { kinds: { values: ["a", "b"] } };
    document.rules.push(
      { code: "kind-unknown", check: "in-list", at: ["/kind"], severity: "error", params: { list: "kinds" } },
      { code: "short", check: "enough-text", at: ["/id"], severity: "warning", params: { min: 2 } },
      {
        code: "unsafe",
        check: "no-unsafe-characters",
        at: ["/id"],
        severity: "warning",
        params: { classes: ["zero-width"] },
      },
    );
    for (const code of ["kind-unknown", "short", "unsafe"])
      document.docs[code] = { summary: "Wrong.", fix: "Change it." };
    return document;
  })();

  it("never says that a change cannot break what it does break", () => {
    const edit = fc.record({ which: fc.nat(edits.length - 1), n: fc.nat(6) });
    const candidate = fc.record(
      {
        id: fc.constantFrom("a", "ab", "Ab1", " ab ", "a\u200bb", "abcdefg", "rivet", "bolt"),
        kind: fc.constantFrom("a", "b", "c", "dd", "long kind here"),
        size: fc.constantFrom(-1, 0, 1, 2.5, 7),
        other: fc.constant(true),
      },
      { requiredKeys: ["id"] },
    );
    let broke = 0;
    let harmless = 0;
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 3 }),
        fc.array(edit, { maxLength: 2 }),
        fc.array(candidate, { minLength: 8, maxLength: 30 }),
        (first, second, corpus) => {
          const apply = (document: Draft, list: { which: number; n: number }[]) => {
            const copy = structuredClone(document);
            for (const { which, n } of list) {
              try {
                edits[which]?.(copy, n);
              } catch {
                // An edit of something that an earlier one removed.
              }
            }
            copy.rules = copy.rules.filter(Boolean);
            const kept = Object.entries(copy.docs).filter(([code]) =>
              copy.rules.some((r: Draft) => r.code === code),
            );
            copy.docs = Object.fromEntries(kept);
            return copy;
          };
          const before = loadSpecPackage(apply(base, first));
          const after = loadSpecPackage(apply(apply(base, first), second));
          fc.pre(before.ok && after.ok);
          if (!before.ok || !after.ok) return;
          const registry = createRegistry([{ id: "bolt", name: "Bolt" }], "2027-01-01T00:00:00Z");
          const named = corpus.map((candidate, index) => ({ name: String(index), candidate }));
          const { broken } = impactOf(before.spec, after.spec, named, { ...context, registry });
          const { canBreak } = diffSpecPackages(before.spec, after.spec);
          if (broken.length > 0) broke++;
          else if (!canBreak) harmless++;
          if (!canBreak) expect(broken).toEqual([]);
        },
      ),
      { numRuns: draws(6_000) },
    );
    // Both kinds were met, or the above would say nothing.
    expect(Math.min(broke, harmless)).toBeGreaterThan(5);
  });
});
