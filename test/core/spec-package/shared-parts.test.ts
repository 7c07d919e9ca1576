/**
 * Packages share compiled parts that are equal. Each package here differs from the others in one detail, and must give the
 * same answers as if it were the only one: as loaded by a copy of the core that has seen no other package.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { checkCandidate, loadSpecPackage, type SpecPackage } from "../../../src/core/index.ts";
import { compileSpecPackage } from "../../../src/core/publishing/load.ts";
import { createProvenCompiler } from "../../../src/service/catalogue/packages.ts";
import { context, datagenDocument, load, readJson } from "../datagen.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are altered freely.
type Loose = any;

const rule = (document: Loose, check: string) =>
  document.rules.find((each: Loose) => each.check === check) as Loose;

/** Each makes another package of the reference package. */
const DETAILS: Record<string, (document: Loose) => void> = {
  "nothing else": () => {},
  "the length of a text": (document) => {
    document.schema.properties.generatorName.maxLength = 12;
  },
  "a pattern": (document) => {
    document.schema.properties.generatorId.pattern = "^[a-z]+(-[a-z]+)*$";
  },
  "a word of a list": (document) => {
    document.lists[Object.keys(document.lists).at(-1)!].values.push("thorough");
  },
  "an alias of a word": (document) => {
    const list = document.lists[Object.keys(document.lists).at(-1)!];
    list.aliases = { ...list.aliases, thorough: list.values[0] };
  },
  "another name of a member": (document) => {
    document.aliases = { ...document.aliases, "/generatorName": ["caption"] };
  },
  "another name of a member further down": (document) => {
    document.aliases = { ...document.aliases, "/owner/id": ["passport"] };
  },
  prose: (document) => {
    document.normalization.prose = [];
  },
  "the severity of a rule": (document) => {
    rule(document, "unlike-registered-names").severity = "info";
  },
  "when a rule takes effect": (document) => {
    rule(document, "in-list").effectiveAt = "2999-01-01T00:00:00Z";
  },
  "parameters of a rule": (document) => {
    rule(document, "enough-text").params.min += 400;
  },
  "a required member": (document) => {
    document.schema.required.push("rationaleNotes");
  },
  "the values of a member": (document) => {
    document.schema.properties.owner.properties.kind = { enum: ["human", "team"] };
  },
  "more members": (document) => {
    document.schema.properties.owner.properties.team = { type: "string", maxLength: 5 };
  },
};

const base = readJson("../scenarios/bases/loyalty-card.json") as Loose;
const candidates: Loose[] = [
  base,
  { ...base, generatorName: "Loyalty card of a very long name", generatorId: "Loyalty.Card" },
  { ...base, generatorName: undefined, caption: "Loyalty card" },
  { ...base, supportedStrategies: ["thorough", "fast"], description: "  Short.  " },
  { ...base, supportedStrategies: "thorough", rationaleNotes: undefined },
  { ...base, owner: { kind: "robot", id: "ada", team: "retail" }, generatorName: "First name" },
  { ...base, owner: { kind: "human", passport: "ada" } },
  { ...base, description: `Long enough, but only with its spaces.${" ".repeat(2_000)}` },
].map((candidate) => JSON.parse(JSON.stringify(candidate)));

const packageWith = (alter: (document: Loose) => void): Loose => {
  const document = datagenDocument() as Loose;
  alter(document);
  return document;
};

type Core = Pick<typeof import("../../../src/core/index.ts"), "checkCandidate"> &
  Pick<typeof import("../../../src/core/publishing/load.ts"), "compileSpecPackage">;

async function freshCore(): Promise<Core> {
  vi.resetModules();
  const { checkCandidate } = await import("../../../src/core/index.ts");
  const { compileSpecPackage } = await import("../../../src/core/publishing/load.ts");
  return { checkCandidate, compileSpecPackage };
}

function answers({ checkCandidate, compileSpecPackage }: Core, document: Loose): unknown[] {
  const compiled = compileSpecPackage(structuredClone(document));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.reasons));
  return candidates.map((candidate) => {
    const { specPackage: _, ...result } = checkCandidate(compiled.spec, candidate, context);
    return result;
  });
}

describe("a package that differs in one detail answers as if it were alone", () => {
  let shared: Core;
  beforeAll(async () => {
    shared = await freshCore();
    for (const alter of Object.values(DETAILS)) answers(shared, packageWith(alter));
  });

  test.each(Object.keys(DETAILS))("%s", async (name) => {
    const document = packageWith(DETAILS[name]!);
    expect(answers(shared, document)).toEqual(answers(await freshCore(), document));
  });

  test("the details matter", async () => {
    const plain = JSON.stringify(
      answers(
        shared,
        packageWith(() => {}),
      ),
    );
    const idle = Object.keys(DETAILS).filter(
      (name) => JSON.stringify(answers(shared, packageWith(DETAILS[name]!))) === plain,
    );
    expect(idle).toEqual(["nothing else"]);
  });
});

test("packages that differ in one place share the nodes of all others", () => {
  const [one, other] = [load(datagenDocument()), load(packageWith(DETAILS["another name of a member"]!))];
  const isShared = (at: string) => one.schema.places.get(at) === other.schema.places.get(at);
  expect(isShared("/outputFields")).toBe(true);
  expect(isShared("/owner/id")).toBe(true);
  expect(one.schema.root).not.toBe(other.schema.root);
});

test("a package that is refused is refused again, with the same reasons", () => {
  const wrong = packageWith((document) => {
    document.schema.properties.generatorName.minLength = -1;
  });
  const reasons = () => {
    const loaded = loadSpecPackage(structuredClone(wrong));
    return loaded.ok ? [] : loaded.reasons;
  };
  const first = reasons();
  expect(first).not.toEqual([]);
  expect(reasons()).toEqual(first);
});

describe("domains of one service", () => {
  const compile = createProvenCompiler();
  const compiled = (alter: (document: Loose) => void): SpecPackage => compile(packageWith(alter), "")!;
  const plain = compiled(() => {});

  test("share what they have in common, and keep what is their own", () => {
    const other = compiled((document) => {
      document.targetProduct = "other";
      document.version = "2.0.0";
      document.examples.valid.pop();
    });
    expect(other.schema).toBe(plain.schema);
    expect(other.document.rules).toBe(plain.document.rules);
    expect(other).toMatchObject({ targetProduct: "other", version: "2.0.0" });
    expect(other.document.examples.valid).toHaveLength(plain.document.examples.valid.length - 1);
  });

  test.each(Object.keys(DETAILS))("answer as if they were alone: %s", (name) => {
    const document = packageWith(DETAILS[name]!);
    const alone = loadAnyway(document);
    for (const candidate of candidates)
      expect(checkCandidate(compiled(DETAILS[name]!), candidate, context)).toEqual({
        ...checkCandidate(alone, candidate, context),
        specPackage: { version: alone.version, digest: "" },
      });
  });

  test("keep apart what only their order tells", () => {
    const reversed = compiled((document) => {
      const { properties } = document.schema;
      document.schema.properties = Object.fromEntries(Object.entries(properties).reverse());
    });
    expect(Object.keys(reversed.document.schema.properties as object)).toEqual(
      Object.keys(plain.document.schema.properties as object).reverse(),
    );
    expect(reversed.schema).not.toBe(plain.schema);
  });
});

/** Its examples may say something else. */
function loadAnyway(document: Loose): SpecPackage {
  const made = compileSpecPackage(document);
  if (!made.ok) throw new Error(JSON.stringify(made.reasons));
  return made.spec;
}
