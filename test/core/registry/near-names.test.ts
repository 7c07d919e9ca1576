import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRegistry } from "../../../src/core/registry/registry.ts";
import type { RegistryEntry } from "../../../src/core/types.ts";

const file = new URL("../../../spec-packages/datagen/registry.json", import.meta.url);
const embedded = JSON.parse(readFileSync(file, "utf8")) as { asOf: string; generators: RegistryEntry[] };
/** Built inside each test, so that the builder is tested as well. */
const openEmbedded = () => createRegistry(embedded.generators, embedded.asOf);

const registryOf = (...names: string[]) =>
  createRegistry(
    names.map((name, index) => ({ id: `gen-${index}`, name })),
    embedded.asOf,
  );

describe("the embedded registry", () => {
  it("is believable: enough generators, each with an id and a name of its own", () => {
    expect(embedded.generators.length).toBeGreaterThanOrEqual(45);
    const ids = embedded.generators.map(({ id }) => id.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(Number.isNaN(Date.parse(embedded.asOf))).toBe(false);
  });

  it.each(embedded.generators.map((entry) => [entry.name, entry] as const))(
    "would not have called %j a duplicate of another",
    (name, entry) => {
      const others = embedded.generators.filter((other) => other !== entry);
      expect(createRegistry(others, embedded.asOf).findNearName(name)).toBeUndefined();
    },
  );
});

describe("near-duplicates", () => {
  it.each([
    // The same letters and digits.
    ["First name", "First name"],
    ["first_name", "First name"],
    ["FirstName", "First name"],
    ["  FIRST   NAME  ", "First name"],
    ["Fïrst Namé", "First name"],
    ["Ｆｉｒｓｔ name", "First name"],
    ["First\u200b name", "First name"],
    ["First\u0080name", "First name"],
    ["🎉 First name", "First name"],
    ["UUIDv4", "UUID v4"],
    ["ISBN 13", "ISBN-13"],
    // The same words.
    ["Name, first", "First name"],
    ["Number (phone)", "Phone number"],
    ["First names", "First name"],
    ["Cities", "City"],
    ["Countries", "Country"],
    ["Street addresses", "Street address"],
    ["Codes, currency", "Currency code"],
    // One slip.
    ["Frist name", "First name"],
    ["Fist naem", undefined],
    ["Last nmae", "Last name"],
    ["Last nam", "Last name"],
    ["Emial address", "Email address"],
    ["Email adress", "Email address"],
    ["Email addresss", "Email address"],
    ["Lattitude", "Latitude"],
    ["Longtude", "Longitude"],
    ["Usernamme", "Username"],
    ["Firstnme", "First name"],
    ["Credit card nubmer", "Credit card number"],
    ["Vehicle identificaton number", "Vehicle identification number"],
    ["Postel code", "Postal code"],
    ["Postax code", "Postal code"],
    ["Userxname", "Username"],
    ["IPv4 adress", "IPv4 address"],
    // A Cyrillic letter in disguise.
    ["First n\u0430me", "First name"],
  ])("%j: %j", (name, near) => {
    expect(openEmbedded().findNearName(name)?.name).toBe(near);
  });
});

describe("one slip", () => {
  it.each([
    ["in the first entry", ["Username"], "Userxname"],
    ["beside a short word that nobody knows", ["Abcgadolin level"], "Abc gadolan level"],
    ["behind a digit", ["Route 5bcdefg"], "Route 5cdefg"],
    ["where another letter is likelier", ["stabcxdefgh", "zzabcydefzz", "yyyy yyyy"], "stabcqdefgh"],
  ])("%s", (_title, names, name) => {
    expect(registryOf(...names).findNearName(name)?.name).toBe(names[0]);
  });

  it("is found whatever was compared before", () => {
    const names = registryOf("abcd efgh", "stuvwxyzab");
    expect(names.findNearName("ABCD-EFGH")?.name).toBe("abcd efgh");
    expect(names.findNearName("stuvqxyzab")?.name).toBe("stuvwxyzab");
  });

  it("is found however many letters the registry uses, and however rare the one is that was meant", () => {
    const from = (first: string, count: number) =>
      String.fromCharCode(...Array.from({ length: count }, (_, index) => first.charCodeAt(0) + index));
    const many = [from("a", 26), from("\u0430", 32), from("\u03b1", 17)].flatMap((name) => [
      name,
      `${name} 2`,
    ]);
    const armenian = from("\u0561", 12);
    const names = registryOf(...many, armenian);
    expect(names.findNearName(armenian.slice(0, 5) + armenian.slice(6))?.name).toBe(armenian);
  });

  it("is found in names of up to 96 letters", () => {
    const long = (length: number) => `${"abcdefghij ".repeat(9)}klmnopqrst`.slice(0, length + 9);
    const near = (length: number) => {
      const name = long(length);
      const slips = [name.replace("abcd", "abqd"), `${name.slice(0, -1)}z`];
      return slips.map((slipped) => registryOf(name).findNearName(slipped) !== undefined);
    };
    expect([near(96), near(97)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

describe("honest neighbours", () => {
  it.each([
    "Loyalty card",
    "Nickname",
    "Altitude",
    "Attitude",
    "IPv5 address",
    "UUID v5",
    "UUID",
    "ISBN-10",
    "EAN-8 barcode",
    "SHA-512 digest",
    "County code",
    "Produce name",
    "Producer name",
    "Prize",
    "Time tone",
    "Part date",
    "Birth rate",
    "Building lumber",
    "Email",
    "Address",
    "Name",
    "Company",
    "VAT numbering",
    "Credit cart number",
    "Contry of birth",
  ])("%j is not called a duplicate of an embedded generator", (name) => {
    expect(openEmbedded().findNearName(name)).toBeUndefined();
  });

  it.each([
    ["Contact name", "Contract name"],
    ["Message text", "Massage text"],
    ["Order state", "Order stage"],
    ["Police number", "Policy number"],
    ["Plane name", "Planet name"],
    ["Trial number", "Trail number"],
    ["HTTP address", "HTTPS address"],
    ["ISBN code", "ISIN code"],
    ["C# identifier", "C++ identifier"],
    ["C identifier", "C++ identifier"],
    ["Price in $", "Price in €"],
    ["Discount", "Discount %"],
    ["Address line 1", "Address line 2"],
    ["Schema 1.1", "Schema 11"],
    ["Schema 1.1", "Schema 2.1"],
    ["Schema 1.0", "Schema 10"],
    ["Gadolin", "Gadolan"],
    ["Gadolin", "Gadoln"],
    ["Schema 9.9", "Schema 99"],
    ["Phase II of trial", "Phase III of trial"],
    ["Vitamin B level", "Vitamin D level"],
    ["Custom form", "Customs form"],
    ["Height range", "Weight range"],
    ["Party members", "Part members"],
    // One sign is one syllable here, and one vowel sign another word.
    ["東京都中央区銀座住所", "東京都中央区築座住所"],
    ["नाम की सूची बनाओ", "नाम का सूची बनाओ"],
  ])("%j beside %j, either way round", (one, other) => {
    expect(registryOf(one).findNearName(other)).toBeUndefined();
    expect(registryOf(other).findNearName(one)).toBeUndefined();
  });

  it.each(["Gadolan levox", "Gadolan levo"])("have two words that nobody knows: %j", (name) => {
    expect(registryOf("Gadolinlevox", "Gadolinlevo").findNearName(name)).toBeUndefined();
  });

  it("differ in the first letter of a word, even if it is no first letter in the registered name", () => {
    const names = registryOf("Gadolinhouse", "Gadolin level");
    expect(names.findNearName("Gadolinmouse")?.name).toBe("Gadolinhouse");
    expect(names.findNearName("Gadolin mouse")).toBeUndefined();
  });

  it.each([
    ["Gadolntlevel", "Gadolt nlevel", "Nlevel xyz"],
    ["Gadolinlevel", "Gadolin xlevel", "Xlevel xyz"],
  ])("%j beside %j, where the error would lie between two words", (registered, name, other) => {
    expect(registryOf(registered, other).findNearName(name)).toBeUndefined();
  });

  it("are words that the registry itself uses", () => {
    // Neither word is known beforehand; both are once the registry speaks of them.
    expect(registryOf("Gadolin level").findNearName("Gadolan level")?.name).toBe("Gadolin level");
    expect(registryOf("Gadolin level", "Gadolan height").findNearName("Gadolan level")).toBeUndefined();
    expect(registryOf("Gadolin level", "Gadolans").findNearName("Gadolan level")).toBeUndefined();
  });
});

describe("number", () => {
  it.each([
    ["Movie", "Movies"],
    ["Menu item", "Menus items"],
    ["Cache key", "Caches key"],
    ["Box", "Boxes"],
    ["Pie", "Pies"],
    ["Waltz", "Waltzs"],
    ["Dish", "Dishes"],
    ["Branch", "Branches"],
    ["Buzz", "Buzzes"],
    ["Address", "Addresses"],
    ["Order status", "Status, orders"],
  ])("%j and %j are the same", (one, other) => {
    expect(registryOf(one).findNearName(other)?.name).toBe(one);
    expect(registryOf(other).findNearName(one)?.name).toBe(other);
  });

  it.each([
    ["News", "New"],
    ["1990s", "1990"],
    ["Bass", "Bas"],
    ["GPS", "GP"],
    ["Lathe", "Lath"],
    ["Gaffe", "Gaff"],
    ["House", "Hous"],
    ["Имяs", "Имя"],
    ["Tree", "Tre"],
  ])("%j and %j are not", (one, other) => {
    expect(registryOf(one).findNearName(other)).toBeUndefined();
    expect(registryOf(other).findNearName(one)).toBeUndefined();
  });
});

describe("signs and digits", () => {
  it.each([
    ["C++ 11 level", "C++11 level"],
    ["Level 5 b", "Level 5b"],
  ])("%j and %j are the same", (one, other) => {
    expect(registryOf(one).findNearName(other)?.name).toBe(one);
  });
});

describe("other languages", () => {
  it.each([
    ["Größe der Straße", "Grosse der Strase"],
    ["Número de teléfono", "Numero de telefno"],
    ["Номер телефона", "Номер телефна"],
    ["Όνομα πελάτης", "ΟΝΟΜΑ ΠΕΛΑΤΗΣ"],
    ["住所", "住所"],
  ])("%j is met by %j", (registered, name) => {
    expect(registryOf(registered).findNearName(name)?.name).toBe(registered);
  });
});

describe("any string gets an answer", () => {
  const names = [
    "",
    "🎉",
    "\ud800",
    "a".repeat(500),
    "x ".repeat(200),
    "b".repeat(600),
    "__proto__",
    "ß",
    "First name",
  ];

  it.each([
    ["", undefined],
    [" - ", undefined],
    ["🎉", undefined],
    ["\ud800", undefined],
    ["\udc00\ud800", undefined],
    ["First \ud800name", "First name"],
    ["A".repeat(500), "a".repeat(500)],
    ["a".repeat(499), undefined],
    ["x".repeat(200), "x ".repeat(200)],
    // Too long to be held against anything, even itself.
    ["b".repeat(600), undefined],
    ["c".repeat(65_536), undefined],
    ["\ufdfa".repeat(500), undefined],
    ["y ".repeat(30_000), undefined],
    ["\ufdfa".repeat(20_000), undefined],
    ["́".repeat(60_000), undefined],
    ["__PROTO__", "__proto__"],
    ["constructor", undefined],
    ["SS", "ß"],
  ])("case %#", (name, near) => {
    const strange = registryOf(...names);
    expect(strange.findNearName(name)?.name).toBe(near);
    // Whatever was asked before leaves no trace.
    for (const typed of ["FirstName", "Frist name"])
      expect(strange.findNearName(typed)?.name).toBe("First name");
  });

  it("names of up to 512 characters are read, however long they become", () => {
    const phrase = "\ufdfa".repeat(100);
    const near = (registered: string, name: string) =>
      registryOf(registered).findNearName(name) !== undefined;
    expect([512, 513].map((length) => near("a".repeat(length), "A".repeat(length)))).toEqual([true, false]);
    expect(["1", "2"].map((end) => near(`${phrase}1`, phrase + end))).toEqual([true, false]);
  });

  it("in an empty registry too", () => {
    expect(registryOf().findNearName("First name")).toBeUndefined();
    expect(registryOf().findById("first-name")).toBeUndefined();
  });

  it("long names are found whole, and up to a length with a slip", () => {
    const words = (length: number) => "abcdefghij ".repeat(30).slice(0, length);
    const slipped = (name: string) => `${name.slice(0, 3)}q${name.slice(4)}`;
    expect(registryOf(words(100)).findNearName(slipped(words(100)))?.name).toBeDefined();
    expect(registryOf(words(140)).findNearName(slipped(words(140)))).toBeUndefined();
    expect(registryOf(words(140)).findNearName(words(140).toUpperCase())?.name).toBeDefined();
  });
});
