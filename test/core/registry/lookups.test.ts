/** Look-ups that a few entries cannot show: equal hashes, large registries, near ids and entries under other keys. */
import { describe, expect, test } from "vitest";
import { digestOf } from "../../../src/core/json/digest.ts";
import { EMPTY_REGISTRY, readKeyedEntry } from "../../../src/core/registry/entries.ts";
import { createRegistry, createRegistryBuilder } from "../../../src/core/registry/registry.ts";

const asOf = "2026-11-01T00:00:00Z";
const entry = (id: string, name = id) => ({ id, name });

describe("texts with equal hashes", () => {
  // Found by trying: these pairs have the same 32-bit hash.
  const [ONE, OTHER] = ["rzjjxv", "bdzqvg"];
  const [BAG, OTHER_BAG] = ["hbbtkd nlbwpx", "cdxkqd bkxwgj"];

  test("are different ids", () => {
    const builder = createRegistryBuilder();
    expect([ONE, OTHER, ONE.toUpperCase()].map((id) => builder.add(entry(id)))).toEqual([true, true, false]);
    const registry = createRegistry([entry(ONE, "Something"), entry(OTHER, "Else")], asOf);
    expect([ONE, OTHER].map((id) => registry.findById(id)?.id)).toEqual([ONE, OTHER]);
    expect(createRegistry([entry(ONE)], asOf).findById(OTHER)).toBeUndefined();
    expect(registry.suggest(`${OTHER.slice(0, 3)}-${OTHER.slice(3)}`)[0]?.id).toBe(OTHER);
    expect(createRegistry([entry(ONE)], asOf).suggest(OTHER)).toEqual([]);
  });

  test("are different names", () => {
    const registry = createRegistry([entry("1", ONE), entry("2", OTHER)], asOf);
    expect([ONE, OTHER].map((name) => registry.findNearName(name)?.id)).toEqual(["1", "2"]);
    expect(createRegistry([entry("1", ONE)], asOf).findNearName(OTHER)).toBeUndefined();
  });

  test("are different names with a typing error before or behind them", () => {
    const near = (registered: string, name: string) =>
      createRegistry([entry("1", registered)], asOf).findNearName(name)?.id;
    expect([near(`${ONE}lington`, `${ONE}lingtn`), near(`${ONE}lington`, `${OTHER}lingtn`)]).toEqual([
      "1",
      undefined,
    ]);
    expect([
      near(`lingtonabc${ONE}`, `lingtnabc${ONE}`),
      near(`lingtonabc${ONE}`, `lingtnabc${OTHER}`),
    ]).toEqual(["1", undefined]);
  });

  test("are different words in any order", () => {
    const turned = (name: string) => name.split(" ").reverse().join(" ");
    const registry = createRegistry([entry("1", BAG), entry("2", OTHER_BAG)], asOf);
    expect([BAG, OTHER_BAG].map((name) => registry.findNearName(turned(name))?.id)).toEqual(["1", "2"]);
    expect(createRegistry([entry("1", BAG)], asOf).findNearName(turned(OTHER_BAG))).toBeUndefined();
  });
});

test("names that differ in the division into words are the same name, and the first is found", () => {
  const registry = createRegistry(
    [entry("1", "Light House"), entry("2", "Lighthouse"), entry("3", "House light")],
    asOf,
  );
  expect(
    ["Lighthouse", "light-house", "HOUSE LIGHTS", "Lights house"].map(
      (name) => registry.findNearName(name)?.id,
    ),
  ).toEqual([...["1", "1", "1", "1"]]);
});

test("the first letter of a word is never a typing error, wherever the words are divided", () => {
  const registry = createRegistry([entry("1", "Light House")], asOf);
  const near = (name: string) => registry.findNearName(name)?.id;
  expect([near("Lighthonse"), near("Lighthuose"), near("Lighthhouse"), near("Lihthouse")]).toEqual([
    "1",
    "1",
    "1",
    "1",
  ]);
  expect([near("Lightmouse"), near("Lightouse"), near("Mighthouse"), near("Lighohtuse")]).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
});

test("typing errors are found in a registry of thousands of letters", () => {
  let state = 7;
  const letter = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return "abcdefghijklmnopqrstuvwxyz"[(state >>> 16) % 26]!;
  };
  const names = Array.from({ length: 120 }, () => Array.from({ length: 18 }, letter).join(""));
  const registry = createRegistry(
    names.map((name, index) => entry(`n-${index}`, name)),
    asOf,
  );
  for (const name of [0, 7, 119].map((index) => names[index]!)) {
    const typed = (place: number, text: string, lost = 0) =>
      name.slice(0, place) + text + name.slice(place + lost);
    const found = [
      typed(3, name[4]! + name[3]!, 2),
      typed(5, "q"),
      typed(5, "", 1),
      typed(5, "Q", 1),
      typed(10, "x"),
    ];
    expect(found.map((text) => registry.findNearName(text)?.name)).toEqual(found.map(() => name));
    expect(registry.findNearName(typed(5, "qx"))).toBeUndefined();
  }
});

test("an id in the first slot of its table is found by its letters", () => {
  // Found by trying.
  expect(createRegistry([entry("gen-67", "Something")], asOf).suggest("gen 67")[0]?.id).toBe("gen-67");
});

describe("ids that are nearly one", () => {
  const entries = [
    entry("first-name", "Given name"),
    entry("street_address", "Postal address"),
    entry("x1", "Something"),
    entry("--", "Dashes"),
  ];

  test.each<[string, string | undefined]>([
    ["FirstName", "first-name"],
    ["first.name", "first-name"],
    ["given-name", "first-name"],
    ["street-address", "street_address"],
    ["streetadress", undefined],
    ["first-nam", undefined],
    ["nothing-like-it", undefined],
    ["---", undefined],
    ["", undefined],
  ])("for %j, %j is suggested", (id, suggested) => {
    expect(createRegistry(entries, asOf).suggest(id)[0]?.id).toBe(suggested);
  });

  test.each([
    ["MG", ["mg", "Mg"]],
    [" mg", ["mg"]],
    ["M-G", ["mg", "Mg"]],
    ["ML", ["mL"]],
    ["11-0", ["11.0"]],
    ["secnd", []],
  ])("%j could be %j", (id, suggested) => {
    const ids = ["mg", "Mg", "mL", "1.10", "11.0", "second", "secund"];
    const registry = createRegistry(
      ids.map((each) => entry(each)),
      asOf,
      { case: "exact" },
    );
    expect(registry.suggest(id).map((near) => near.id)).toEqual(suggested);
  });
});

test("a registry without entries finds nothing", () => {
  const asked = ["findById", "findNearName", "suggest"] as const;
  expect(asked.map((name) => EMPTY_REGISTRY[name]("a"))).toEqual([undefined, undefined, []]);
  expect({ ...EMPTY_REGISTRY }).toMatchObject({ digest: "", size: 0 });
});

test("the digest of a list that fills several pages is that of the canonical list", () => {
  const list = Array.from({ length: 40 }, (_, index) => entry(`${index}`, `${"é".repeat(1_700)}\n`));
  expect(createRegistry(list, asOf).digest).toBe(digestOf(list));
});

describe("entries under a key", () => {
  test.each<[unknown, [string, string] | undefined]>([
    ["a", ["a", "a"]],
    [5, ["5", "5"]],
    [Number.POSITIVE_INFINITY, undefined],
    ["", undefined],
    [true, undefined],
    [null, undefined],
    [["a"], undefined],
    [{ code: "a" }, ["a", "a"]],
    [{ code: 7, name: "Seven" }, ["7", "Seven"]],
    [{ code: "a", name: 5 }, ["a", "a"]],
    [{ code: "a", name: "" }, ["a", ""]],
    [{ code: "a", name: "\ud800" }, ["a", "a"]],
    [{ code: "a", name: "n".repeat(1_000) }, ["a", "n".repeat(1_000)]],
    [{ code: "a", name: "n".repeat(1_001) }, ["a", "a"]],
    [{ code: "i".repeat(256) }, ["i".repeat(256), "i".repeat(256)]],
    [{ code: "i".repeat(257) }, undefined],
    [{ code: "\ud800" }, undefined],
    [{ code: null }, undefined],
    [{ name: "Only a name" }, undefined],
    [{}, undefined],
  ])("%j", (value, expected) => {
    expect(readKeyedEntry(value, "code")).toEqual(expected && entry(...expected));
  });

  test("own members only", () => {
    expect(readKeyedEntry({ code: "a" }, "constructor")).toBeUndefined();
    expect(readKeyedEntry(Object.create({ code: "a" }), "code")).toBeUndefined();
    expect(
      readKeyedEntry(Object.assign(Object.create({ name: "inherited" }), { code: "a" }), "code")?.name,
    ).toBe("a");
  });
});
