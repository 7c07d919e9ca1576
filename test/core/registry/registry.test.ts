import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../../src/core/json/digest.ts";
import {
  createRegistry,
  createRegistryBuilder,
  openRegistry,
  registryBuffers,
} from "../../../src/core/registry/registry.ts";

const asOf = "2026-11-01T00:00:00Z";
const entry = (id: string, name = id) => ({ id, name });

describe("ids", () => {
  /** Built inside each test, so that the builder is tested as well. */
  const open = () =>
    createRegistry(
      [
        entry("first-name", "First name"),
        entry("Straße.Größe", "Street size"),
        entry("kelvin", "Temperature"),
        entry("__proto__", "Prototype"),
        entry("constructor", "Builder of things"),
        entry("", "Nothing"),
        entry("\ufeffmarked", "Byte order mark"),
      ],
      asOf,
    );

  it.each([
    ["first-name", "First name"],
    ["FIRST-Name", "First name"],
    // The sign of the unit Kelvin is a K.
    ["\u212aelvin", "Temperature"],
    ["STRAßE.GRÖßE", "Street size"],
    ["straße.gro\u0308ße", "Street size"],
    ["__proto__", "Prototype"],
    ["__PROTO__", "Prototype"],
    ["constructor", "Builder of things"],
    ["", "Nothing"],
    ["\ufeffmarked", "Byte order mark"],
  ])("finds %j, compared without case and in one Unicode form", (id, name) => {
    expect(open().findById(id)?.name).toBe(name);
  });

  it.each(["first_name", "first-nam", "toString", "hasOwnProperty", "marked", "\ud800", "x".repeat(65_536)])(
    "has no entry for %j",
    (id) => {
      expect(open().findById(id)).toBeUndefined();
    },
  );

  it("gives back what was published, not the form it is compared in", () => {
    expect(open().findById("straße.größe")).toEqual({ id: "Straße.Größe", name: "Street size" });
  });

  it("meets a letter that composes in lower case only", () => {
    expect(createRegistry([entry("J\u030c-1")], asOf).findById("\u01f0-1")?.id).toBe("J\u030c-1");
  });

  it("tells every one of many ids apart", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => entry(`gen-${index}`, `Generator ${index}`));
    const large = createRegistry(many, asOf);
    expect(large.size).toBe(20_000);
    expect(many.filter(({ id }) => large.findById(id.toUpperCase())?.id !== id)).toEqual([]);
    expect(many.filter(({ id }) => large.findById(`${id}-new`) !== undefined)).toEqual([]);
  });

  it.each([1, 2, 7, 8, 9, 15, 16, 17, 1_023, 1_024, 1_025])(
    "finds each of %i, and answers for others",
    (size) => {
      const list = Array.from({ length: size }, (_, index) => entry(`gen-${index}`));
      const some = createRegistry(list, asOf);
      expect(list.filter(({ id }) => some.findById(id)?.id !== id)).toEqual([]);
      expect(some.findById("another")).toBeUndefined();
    },
  );

  it("finds the first of those that share an id, and says so while they are added", () => {
    const builder = createRegistryBuilder();
    expect(builder.add(entry("city", "City"))).toBe(true);
    expect(builder.add(entry("CITY", "Another city"))).toBe(false);
    expect(builder.add(entry("Cit\u00e9"))).toBe(true);
    expect(builder.add(entry("cite\u0301"))).toBe(false);
    expect(builder.size).toBe(4);
    expect(openRegistry(builder.finish(asOf)).findById("City")?.name).toBe("City");
  });
});

describe("identity", () => {
  const lists = [
    [],
    [entry("a", "A")],
    [entry("b", "B"), entry("a", "A")],
    [
      entry('quo"te', "back\\slash"),
      entry("line\nend", "tab\tbell\u0007del\u007f"),
      entry("é漢🎉", "\u2028"),
    ],
    Array.from({ length: 5_000 }, (_, index) => entry(`generator-${index}`, `Générateur numéro ${index}`)),
    [entry("x".repeat(200_000), "y".repeat(70_000))],
  ];

  it.each(lists.map((list) => [list.length, list] as const))(
    "is the digest of the canonical list as published (%i entries)",
    (_, generators) => {
      const registry = createRegistry(generators, asOf);
      expect(registry).toMatchObject({ digest: digestOf(generators), asOf, size: generators.length });
    },
  );

  it("depends on the order, for a product publishes one", () => {
    const [one, two] = [entry("a"), entry("b")];
    expect(createRegistry([one, two], asOf).digest).not.toBe(createRegistry([two, one], asOf).digest);
  });
});

describe("moving to another thread", () => {
  it("answers the same after a transfer, which leaves nothing behind", () => {
    const builder = createRegistryBuilder();
    for (let index = 0; index < 300; index++) builder.add(entry(`gen-${index}`, `Generator number ${index}`));
    builder.add(entry("email", "Email address"));
    const data = builder.finish(asOf);
    const { digest } = data;
    const moved = structuredClone(data, { transfer: registryBuffers(data) });
    expect(data.bytes.length + data.ids.length + data.names.length + data.gaps.length).toBe(0);

    const registry = openRegistry(moved);
    expect(registry).toMatchObject({ digest, asOf, size: 301 });
    expect(registry.findById("GEN-250")).toEqual({ id: "gen-250", name: "Generator number 250" });
    expect(registry.findNearName("Email adress")?.id).toBe("email");
    expect(registry.findNearName("Something else")).toBeUndefined();
  });

  it("names every buffer, so that nothing is copied", () => {
    const data = createRegistryBuilder().finish(asOf);
    const arrays = Object.values(data).filter((value) => ArrayBuffer.isView(value));
    expect(new Set(registryBuffers(data))).toEqual(new Set(arrays.map((array) => array.buffer)));
    expect(registryBuffers(data)).toHaveLength(arrays.length);
  });
});

it.each([
  ["exact", ["Ethereum Mainnet", "Cafe\u0301"], ["ethereum mainnet", "EthereumMainnet", "CAF\u00c9"]],
  ["ignore", ["Ethereum Mainnet", "ethereum MAINNET"], ["EthereumMainnet"]],
  [undefined, ["Ethereum Mainnet", "ethereum MAINNET"], ["EthereumMainnet"]],
  ["ignore-spaces", ["Ethereum Mainnet", "ethereummainnet", " ethereum  mainnet"], ["Ethereum-Mainnet"]],
] as const)("with the case rule %s, an id is found in these spellings only", (rule, found, others) => {
  const entries = [entry("Ethereum Mainnet", "1"), entry("Caf\u00e9", "1")];
  const registry = createRegistry(entries, asOf, { case: rule });
  for (const id of found) expect(registry.findById(id)?.name).toBe("1");
  for (const id of others) expect(registry.findById(id)).toBeUndefined();
});

describe("what programs may also ask", () => {
  it.each([
    [-1, ["a", "b", "c"]],
    [0.5, ["b", "c"]],
    [2, ["c"]],
    [3, []],
    [Number.NaN, []],
  ])("lists the entries from position %d on", (from, ids) => {
    const registry = createRegistry([entry("a"), entry("b"), entry("c")], asOf);
    expect(Array.from(registry.entries(from), ({ id }) => id)).toEqual(ids);
  });

  it("gives the arrays of what was added so far, each time as arrays of their own", () => {
    // So many letters are used together that the set of their windows is as wide as it gets.
    const many = Array.from({ length: 5_000 }, (_, index) => entry(digestOf(index)));
    const [builder, another] = [createRegistryBuilder(), createRegistryBuilder()];
    for (const each of many) for (const one of [builder, another]) one.add(each);
    const first = builder.finish(asOf);
    const bytes = serialize(first);
    expect(serialize(builder.finish(asOf)).equals(bytes)).toBe(true);
    for (const one of [builder, another]) one.add(entry("quixotic-zephyr"));
    expect(serialize(builder.finish(asOf)).equals(serialize(another.finish(asOf)))).toBe(true);
    expect(serialize(first).equals(bytes)).toBe(true);
  });
});
