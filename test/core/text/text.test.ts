/** Guesses, pairs of names, identifiers and what a reader cannot see: see the tables beside. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Meter } from "../../../src/core/meter/meter.ts";
import { editDistance, identifierFrom, isOtherUnit, Word } from "../../../src/core/similar/likeness.ts";
import {
  closest,
  createMatcher,
  createNameMatcher as nameMatcherOf,
  readName,
} from "../../../src/core/similar/matcher.ts";
import {
  actualOf,
  CHARACTER_CLASSES,
  characterCount,
  codePointName,
  cut,
  findUnsafe,
  found,
  grouped,
  isPlainLine,
  isPlainProse,
  lengthWithin,
  likeliest as likeliestOf,
  listOf,
  lowerCase,
  normalizeText,
  normalizeUnicode,
  quote,
  rangeOf,
  shown,
  trimEnds,
  typeName,
} from "../../../src/core/unicode/unicode.ts";
import { draws } from "../../support/random.ts";
import { expectTable } from "../table.ts";

/** A request of its own for every question. */
function createNameMatcher(places: Parameters<typeof nameMatcherOf>[0]) {
  const { pair, resembling, nearest } = nameMatcherOf(places);
  type Asked<Name> = Name extends (
    first: infer First,
    absent: infer Absent,
    fits: infer Fits,
    meter: Meter,
  ) => unknown
    ? [First, Absent, Fits]
    : never;
  return {
    pair: (...asked: Asked<typeof pair>) => pair(...asked, new Meter()),
    resembling: (...asked: Asked<typeof resembling>) => resembling(...asked, new Meter()),
    nearest: (sent: string, isOpen: (name: string) => boolean) => nearest(sent, isOpen, new Meter()),
  };
}
const likeliest = (sent: string, options: readonly string[], guess?: string) =>
  likeliestOf(sent, options, guess, new Meter());

const words = (text: string) => text.trim().split(/\s+/);

describe("did you mean", () => {
  test("words of a short list", async () => {
    const options = words(
      "string integer number boolean date time datetime uuid email url object array fast realistic",
    );
    const asked =
      words(`string String STRING strnig strin str int integr integers num bool boolian dat date-time date_time Date.Time
      timedate tim emial mail ur uri obj arr list reel realstic relaistic unfast notfast fas slow x uuid4 guid dateTimes`);
    const rows = asked.map((word) => [word, "=>", closest(word, options) ?? "-"]);
    await expectTable(import.meta.url, "./guesses.txt", rows);
  });

  test("a word of five letters without the first, and no shorter one", () => {
    expect(closest("itle", ["title"])).toBe("title");
    expect(closest("one", ["none"])).toBeUndefined();
  });

  test("a text without letters means nothing", () => {
    expect(closest("", ["colour"])).toBeUndefined();
    expect(closest(" -_.", ["colour"])).toBeUndefined();
  });

  test("a word and its alias are no rivals for a slip", () => {
    const { match } = createMatcher(["date", "datetime"], new Map([["date-time", "datetime"]]), true);
    expect(match("dateqtime", new Meter())).toEqual([{ value: "datetime", grounds: ["slip", "clear"] }]);
  });

  test("of several that are equally near each is offered, as a decision, and no other", () => {
    const { match } = createMatcher(["second", "secund", "seconds"]);
    expect(match("secnd", new Meter())).toEqual([
      { value: "second", grounds: ["likeness", "open"] },
      { value: "secund", grounds: ["likeness", "open"] },
    ]);
  });

  test.each([
    ["coop", ["coöp", "co-op"], "open", 2],
    ["coop", ["co op", "co-op"], "open", 2],
    ["coop", ["coöp", "coupe"], "same", 1],
    ["co op", ["coöp", "co-op"], "same", 1],
    ["\uff28\uff29\uff36", ["HIV", "RSV"], "clear", 1],
    ["\ufb01sh", ["fish"], "clear", 1],
    ["co  op", ["co op", "co-up"], "same", 1],
    ["co \t op", ["co-op"], "same", 1],
  ])("%s among %j", (sent, words, certainty, count) => {
    const found = createMatcher(words).match(sent, new Meter());
    expect(found.map(({ grounds }) => grounds)).toEqual(Array(count).fill(["notation", certainty]));
  });

  test("words of more than 64 characters are not compared", () => {
    expect(closest("a".repeat(64), ["a".repeat(64)])).toBe("a".repeat(64));
    expect(closest("a".repeat(65), ["a".repeat(64)])).toBeUndefined();
    expect(closest("a".repeat(64), ["a".repeat(65)])).toBeUndefined();
  });

  test("in a long list only words with the same first letter are compared, and no more than a thousand", () => {
    const long = Array.from(
      { length: 1_001 },
      (_, index) => `b${"xyz".repeat(3)}${String(index).padStart(4, "0")}`,
    );
    expect(closest("wxyz", [...long, "vxyz"])).toBeUndefined();
    expect(closest("wxyzw", [...long, "wxyzv"])).toBe("wxyzv");
    expect(closest("blast", [...long, "blasts"])).toBeUndefined();
    expect(closest("blast", [...long.slice(1), "blasts"])).toBeUndefined();
    expect(closest("blast", ["blasts", ...long])).toBe("blasts");
  });

  test("distances", async () => {
    const pairs =
      words(`abc/abc abc/abd abc/acb abc/bca abc/ab abc/abcd abcd/badc kitten/sitting a/b ab/ba flaw/lawn abcdef/abdcef
      abcdef/azced abc/xyz ca/abc`).map((pair) => pair.split("/") as [string, string]);
    const rows = pairs.map(([a, b]) => [
      ...[a, b, "within 3:", editDistance(a, b, 3), "within 1:", editDistance(a, b, 1)],
    ]);
    await expectTable(import.meta.url, "./distances.txt", rows);
  });

  test("distances are those of the whole table, as far as they are asked for", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
    fc.assert(
      fc.property(word, word, word, fc.integer({ min: 0, max: 4 }), (stem, a, b, most) => {
        for (const [left, right] of [
          [a, b],
          [stem + a, stem + b],
          [a + stem, b + stem],
        ] as const)
          expect(editDistance(left, right, most)).toBe(Math.min(most + 1, distanceByTable(left, right)));
      }),
      { numRuns: draws(2_000) },
    );
  });
});

function distanceByTable(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
    }
  return rows[a.length]![b.length]!;
}

test("what all spellings of a name have in common", async () => {
  const names = [
    ...[
      "line 1",
      "line_1",
      "line1",
      "line-1",
      "v1 2",
      "v1_2",
      "v12",
      "1-2",
      "3 d",
      "a_1_b",
      "a_",
      "_a",
      "-4",
      "4",
    ],
    ...[
      "a.b",
      "a_b",
      "a  b",
      "a _ b",
      "a+b",
      "a + b",
      "HIV-",
      "firstName",
      "first_name",
      "№5",
      "ﬁsh",
      "x²",
      "²x",
    ],
  ];
  const rows = names.map((name) => [name, "=>", readName(name, new Meter())?.key]);
  await expectTable(import.meta.url, "./name-keys.txt", rows);
});

test("units that are others than those of a name, or beside a value", async () => {
  const own = { box: ["boxes"], crate: ["crates"] };
  const asked: [string, string, unknown[]][] = [
    ...["kg", "lb", "lb.", "Lb", "min", "USD", "boxes"].map((unit): [string, string, unknown[]] => [
      unit,
      "weightKg_2",
      [],
    ]),
    ...["USD", "EUR", "kg", "m", "£", "pounds"].map((unit): [string, string, unknown[]] => [
      unit,
      "price",
      ["TON", "EUR"],
    ]),
    ["USD", "price", ["xEUR", "EURx", 5, "eur", null]],
    ["USD", "price", ["XYZ", "LBS"]],
    ["usd", "priceEur", []],
    ["crates", "box", []],
    ["boxes", "box", []],
    ["crates", "price", ["BOX"]],
  ];
  const rows = asked.map(([unit, name, beside]) => [
    unit,
    name,
    beside,
    "=>",
    isOtherUnit(unit, name, beside, own),
  ]);
  await expectTable(import.meta.url, "./other-units.txt", rows);
});

describe("names of members", () => {
  const places = [
    { name: "generatorId", aliases: ["slug", "key"] },
    { name: "generatorName" },
    { name: "description" },
    { name: "outputFields", aliases: ["columns"] },
    { name: "minLength" },
    { name: "maxLength" },
    { name: "durationSeconds" },
    { name: "line1" },
    { name: "isActive" },
    { name: "sizes" },
    { name: "homepageUrl" },
    { name: "startDate" },
  ];

  test("pairs of one unknown name", async () => {
    const matcher = createNameMatcher(places);
    const sent =
      words(`generatorId generator_id GeneratorID generatorid generatrId generatorIds slug Slug key keys id name Name
      title desc descr description_text descriptoin decsription fields output_fields outputs columns column out minlength min_len
      minimumLength maximum length durationMinutes duration seconds durationSecs line2 line_1 line isInactive active notActive
      inactive size siez Size url homepage homepageUri website begin start endDate date start_dates dateStart x "" __proto__`);
    const rows = sent.map((name) => {
      const pair = (fits: boolean) =>
        matcher
          .pair(
            [name],
            () => true,
            () => fits,
          )
          ?.get(name) ?? "-";
      const like = matcher.resembling(
        name,
        () => true,
        () => true,
      );
      return [name, "fits:", pair(true), "does not fit:", pair(false), "like:", like.join(" ") || "-"];
    });
    await expectTable(import.meta.url, "./pairs.txt", rows);
  });

  test("what speaks for a name having been meant as another", async () => {
    const pairs =
      words(`abcd/abcx abcde/abcdx abcde/abcd abcd/abcde ab/ba size/sizes sizes/size siezs/sizes class/clas bus/buss
      categories/category category/categories ties/tie flies/fly glasses/glass glass/glas addresses/address
      createdAt/created created/createdAt updatedAt/createdAt minValue/maxValue min/minimum minimum/min maximum/minimum
      from/to fromDate/toDate startTime/endTime beginTime/endTime first/last firstName/lastName input/output inputs/outputs
      widthCm/widthMm width/height widthCm/width lengthMetres/lengthFeet lengthInMetres/lengthMetres weightKg/weight
      weightKg/weightLbs dayCount/weekCount active/inactive active/isInactive notActive/active noActive/active nonActive/active
      enabled/disabled enable/disable line1/line2 line1/line line/line1 line01/line1 address2/address1 v2/v1
      userName/name name/userName fullName/lastName userId/orderId id/userId userType/type petName/petType
      desc/description de/description descr/description description/desc descriptionText/description longDescription/description
      textDescription/descriptionText fieldNam/fieldName fieldNa/fieldName fldName/fieldName outFields/outputFields
      outputFlds/outputFields color/colour colr/colour colour/color abcdefgh/abcdexyh abcdefg/abcdxyg abcdefgh/axcdeygh
      abcdefgh/xbcdefyz HTTPServer/httpServer http_server/HTTPServer URLPath/urlPath myURL/my_url a1b2/a1-b2 a.b/ab a_b/aB
      x/y xyz/abc tax/taxRate rate/taxRate taxRates/rate net/gross netPrice/grossPrice buyer/seller
      parentId/childId on/off onTime/offTime debit/credit increment/decrement top/bottom left/right leftSide/rightSide
      low/high lower/upper source/target open/close opened/closed old/new oldValue/newValue before/after sender/receiver
      hours/minutes durationHours/durationMinutes hoursWorked/hours priceEuro/priceDollar priceEuros/price
      petCategories/category category/petCategories pies/pie pieces/piece boxClass/clas gas/ga gases/gas roomGlass/glas
      minRange/maxMinRange maxMinRange/minRange inOut/outIn itemsOut/itemsIn toFrom/from isOnline/online isOffline/online
      notes/not noName/name nameNo/name nonEmpty/empty priceCents/priceEuros weeks/week weekDays/weeks lengthCm/lengthM
      abcdefgh/abcdefij abcdefgh/abcdeijk abcdefg/abcdeij abcdefghi/bacdefgih petNam/petName petNa/petName petN/petName
      nam/name na/name userNam/petName userType/petType kindText/text textKind/text idCode/code pet/petId petid/petId
      id/petId no/petNo myPetNam/myDogName myPetNam/myPetName petMyNam/myPetName abc/ab ab/abc cde/abcde
      insurer/insured publishedBy/publisherBy issue/issued license/licensee plane/planet plants/planet patientId/patentId
      mode/model plant/plants metre/meter meter/metre color/colours tile/title fistName/firstName vale/value
      lessor/lessee lessee/lessor payer/payee payeeName/payerName trainees/trainers lessor/payee lessors/lessees traner/trainee trainee/traner trainer/trainyr train/trainee
      length_m/length weightG/weight total_b/total point-x/point p_price/price price/price_a weightg/weight descr_ipton/description
      replyDate/replayDate relay/replay present/preset presetCount/presentCount inventor/inventory diver/driver filter/filer career/carer
      carton/cartoon presents/present replys/reply`).map((pair) => pair.split("/") as [string, string]);
    const rows = pairs.map(([sent, meant]) => {
      const matcher = createNameMatcher([{ name: meant }]);
      const isPaired = (fits: boolean) =>
        matcher.pair(
          [sent],
          () => true,
          () => fits,
        ) !== undefined;
      const isOffered = () =>
        matcher.resembling(
          sent,
          () => true,
          () => true,
        ).length > 0;
      const verdict = isPaired(false)
        ? "by its name"
        : isPaired(true)
          ? "if the value fits"
          : isOffered()
            ? "offered"
            : "no";
      return [sent, "for", meant, "=>", verdict];
    });
    await expectTable(import.meta.url, "./names-for-names.txt", rows);
  });

  test("which of several names was meant", async () => {
    const cases: [string, string][] = [
      ["colour", "color colours"],
      ["name", "userName petName"],
      ["name", "userName nameText"],
      ["desc", "description descriptor"],
      ["description", "descriptions descriptoin"],
      ["userName name", "fullName"],
      ["fulName name", "fullName userName"],
      ["a_b", "ab aB"],
      ["startDate endDate", "start end"],
      ["nam name", "names"],
      ["color colr", "colour"],
      ["color colr", "colour colours"],
      ["full_name fulName", "fullName"],
      ["fulName full_name fullNam", "fullName userName"],
      ["min max", "minimum maximum"],
      ["line1 line2", "line1_ line2_"],
    ];
    const rows = cases.map(([sent, meant]) => {
      const matcher = createNameMatcher(words(meant).map((name) => ({ name })));
      const pairs = (fits: boolean) =>
        Object.fromEntries(
          matcher.pair(
            words(sent),
            () => true,
            () => fits,
          ) ?? [],
        );
      return [sent, "for", meant, "=>", pairs(true), "or, if nothing fits,", pairs(false)];
    });
    await expectTable(import.meta.url, "./names-for-several.txt", rows);
  });

  test("names of up to 64 characters are compared, 2,048 times for one object", () => {
    const pairs = (sent: string[], meant: string[]) =>
      createNameMatcher(meant.map((name) => ({ name }))).pair(
        sent,
        () => true,
        () => true,
      )?.size;
    const [most, more] = ["a".repeat(64), "a".repeat(65)];
    expect(pairs([most], ["a".repeat(63)])).toBe(1);
    expect(pairs(["a".repeat(63)], [most])).toBe(1);
    expect(pairs([more], [most])).toBeUndefined();
    expect(pairs([most], [more])).toBeUndefined();
    expect([most, more].map((name) => readName(name, new Meter())?.key)).toEqual([most, undefined]);
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => `colour${"abcdefgh"[index % 8]}${"ijklmnop"[index >> 3]}`);
    expect(pairs(["color"], names(1))).toBeUndefined();
    expect(
      pairs(
        Array.from({ length: 32 }, (_, index) => `x${index}`),
        [...names(63), "x5"],
      ),
    ).toBe(1);
    expect(
      pairs(
        Array.from({ length: 32 }, (_, index) => `x${index}`),
        [...names(64), "x5"],
      ),
    ).toBeUndefined();
  });

  test("several unknown names at once", async () => {
    const matcher = createNameMatcher(places);
    const cases = [
      ["name", "id"],
      ["generatorNam", "generatorName2"],
      ["min", "max"],
      ["lenght", "maxLenght"],
      ["descriptions", "descripton"],
      ["startdate", "start_date"],
      ["slug", "generatorid"],
      ["fields", "columns"],
    ];
    const rows = cases.map((sent) => {
      const all = matcher.pair(
        sent,
        () => true,
        () => true,
      );
      const none = matcher.pair(
        sent,
        () => true,
        () => false,
      );
      return [sent, "fits:", Object.fromEntries(all ?? []), "does not fit:", Object.fromEntries(none ?? [])];
    });
    await expectTable(import.meta.url, "./pairs-of-several.txt", rows);
  });

  test("a member that is there is never paired", () => {
    const matcher = createNameMatcher(places);
    expect(
      matcher.pair(
        ["generator_id"],
        (name) => name !== "generatorId",
        () => true,
      ),
    ).toBeUndefined();
  });

  test("what fits beats what does not, and no name is paired twice", () => {
    const matcher = createNameMatcher([{ name: "colour" }, { name: "colours" }]);
    const pair = (fits: (sent: string, meant: string) => boolean) =>
      Object.fromEntries(matcher.pair(["color"], () => true, fits) ?? []);
    expect(pair(() => true)).toEqual({ color: "colour" });
    expect(pair((_, meant) => meant === "colours")).toEqual({});
    expect(pair(() => false)).toEqual({});
    const declared = createNameMatcher([
      { name: "hue", aliases: ["tone"] },
      { name: "sound", aliases: ["tone"] },
    ]);
    expect(
      declared.pair(
        ["tone"],
        () => true,
        (_, meant) => meant === "hue",
      ),
    ).toEqual(new Map([["tone", "hue"]]));
    expect(
      declared.pair(
        ["tone"],
        () => true,
        (_, meant) => meant === "sound",
      ),
    ).toEqual(new Map([["tone", "sound"]]));
    expect(
      declared.pair(
        ["tone"],
        () => true,
        () => true,
      ),
    ).toBeUndefined();
  });

  test("long names and very many names are not compared", () => {
    const long = "a".repeat(300);
    expect(
      createNameMatcher([{ name: long }]).pair(
        [`${long}b`],
        () => true,
        () => true,
      ),
    ).toBeUndefined();
    expect(readName(long, new Meter())).toBeUndefined();
    expect(Word.of("Max_Length").key).toBe(Word.of("maxLength").key);
    const many = Array.from({ length: 5_000 }, (_, index) => `name${index}x`);
    const matcher = createNameMatcher(many.map((name) => ({ name })));
    expect(
      matcher.pair(
        many.map((name) => `${name}y`),
        () => true,
        () => true,
      ),
    ).toBeUndefined();
  });
});

test("identifiers", async () => {
  const texts = [
    ...[
      "Parking Ticket",
      "parking_ticket",
      "Größe der Straße",
      "Café Menü",
      "a.b.c",
      "1.2.3",
      "one two three four five six",
    ],
    ...[
      "one two three four five six seven",
      " a b ",
      "-a-",
      "what's this",
      "a*",
      "",
      "  ",
      "---",
      "日本",
      "x",
      "HTTPServer",
      "a–b—c",
      "ａｂ",
    ],
    ..."a".repeat(64).concat(" ", "a".repeat(65)).split(" "),
  ];
  const rows = texts.map((text) => {
    const offered = new Set<string>();
    identifierFrom(text, (word) => {
      offered.add(word);
      return false;
    });
    return [JSON.stringify(text), "=>", [...offered].join(" ") || "-"];
  });
  await expectTable(import.meta.url, "./identifiers.txt", rows);
});

const TEXTS = [
  ...[
    "",
    "a",
    "plain text",
    " edge",
    "edge ",
    "two\nlines",
    "two\r\nlines\r",
    "tab\there",
    "\u0000",
    "\u007f",
    "\u0085",
  ],
  ...[
    "é",
    "e\u0301",
    "ﬁ",
    "Å",
    "\u212b",
    "\ud800",
    "a\udc00b",
    "😀",
    "😀\ufe0f",
    "👩\u200d💻",
    "👨\u200d👩\u200d👧",
    "a\u200db",
  ],
  ...[
    "می\u200cخواهم",
    "\u200cمی",
    "می\u200c",
    "क\u094d\u200dष",
    "1\ufe0f\u20e3",
    "1\ufe0f",
    "a\ufe0f",
    "❤\ufe0f",
    "❤\ufe0e",
  ],
  ...[
    "🏴\u{e0067}\u{e0062}\u{e007f}",
    "🏴\u{e0067}\u{e0062}",
    "a\u{e0067}\u{e007f}",
    "👍🏽\u200d💻",
    "👍🏽",
    "🏽\u200d💻",
  ],
  ...[
    "a\u202eb",
    "\u2066a\u2069",
    "soft\u00adhyphen",
    "bom\ufeff",
    "\u2028",
    "a\u2028b",
    "\u3164",
    "\u115f",
    "\u034f",
    "\u061c",
  ],
  ...[
    "\u00a0nbsp\u00a0",
    "\u3000",
    "İ",
    "K",
    "ẞ",
    "Σ",
    "\u1c89",
    "\u{10ffff}",
    "J\u030c",
    "\u0378e\u0301",
    "\u0344\u0308",
  ],
];

/** Joiners, selectors and tags with and without what they belong to, and the ends of ranges. */
TEXTS.push(
  ...[
    "ا\u200dب",
    "ا\u200da",
    "a\u200dا",
    "\u064b\u200dا",
    "ا\u200d\u064b",
    "\u064b\u200d\u064b",
    "\u200dا",
    "ا\u200d",
  ],
  ...["a\u200cا", "\u064b\u200cا", "👩\u200c💻", "👩\u200da", "a\u200d💻", "👩\u200d", "\u200d💻"],
  ...[
    "👍\u{1f3fb}\u200d💻",
    "👍\u{1f3ff}\u200d💻",
    "a\u{1f3fb}\u200d💻",
    "❤\ufe0f\u200d🔥",
    "a\ufe0f\u200d🔥",
    "\ufe0f\u200d🔥",
  ],
  ...[
    "\u{1f3fa}\u200d💻",
    "\u{1f400}\u200d💻",
    "9\ufe0f",
    "9\ufe0f\u20e3",
    "#\ufe0f\u20e3",
    "©\ufe0f",
    "©\ufe0e\u20e3",
    "\ufe0f",
  ],
  ...[
    "🏴\u{e0020}\u{e007f}",
    "🏴\u{e007e}\u{e007f}",
    "🏴\u{e001f}\u{e007f}",
    "🏴\u{e007f}",
    "🏴\u{e0067}a\u{e007f}",
  ],
  ...[
    "🏴\u{e0067}\u{e001f}\u{e007f}",
    "🏴\u{e0067}\u{e0080}",
    "🏴🏽\u{e0067}\u{e007f}",
    "a\u{e0020}\u{e007f}",
    "\u{e0067}\u{e007f}",
  ],
  ...[
    "\u200e",
    "\u200f",
    "\u2010",
    "\u202a",
    "\u202f",
    "\u2066",
    "\u206a",
    "\u2060",
    "\u2064",
    "\u2065",
    "\u180e",
    "\u200b",
  ],
  ...[
    "\u2029",
    "a\u2029b",
    "a\u2028\u2029b",
    "a \u2028b",
    "\u2028a",
    "a\ufeffb",
    "\u009f",
    "\u0080",
    "\u001f",
    "a\u0085b",
  ],
  ...["\uffff", "\r", "a\rb", "a\tb", "~", "}", "\u007f~", "a\u000bb"],
  ...[
    "\ud800\udc00",
    "\udbff\udfff",
    "\ud800a",
    "\udfff\ud800",
    "\ud83d\ue000",
    "\udbff\udbff",
    "\ue000\udc00",
    "\ud800",
  ],
  ...[16, 17].flatMap((length) => [
    "a".repeat(length),
    `${"a".repeat(length - 1)} `,
    ` ${"a".repeat(length - 1)}`,
  ]),
  ...[16, 17].flatMap((length) => [
    `${"a".repeat(length - 1)}~`,
    `${"a".repeat(length - 1)}\u007f`,
    `a\n${"a".repeat(length)}`,
  ]),
);

test("characters that mislead", async () => {
  const rows = TEXTS.flatMap((text) => {
    const all = findUnsafe(text, CHARACTER_CLASSES, false);
    const exempt = findUnsafe(text, CHARACTER_CLASSES, true);
    const classes = CHARACTER_CLASSES.filter((name) => findUnsafe(text, [name], false) !== undefined);
    return [
      [
        JSON.stringify(text),
        "classes",
        classes.join(" ") || "-",
        "without them",
        JSON.stringify(all?.rest ?? text),
      ],
      ["   with sequences", JSON.stringify(exempt?.kinds ?? []), JSON.stringify(exempt?.rest ?? text)],
    ];
  });
  await expectTable(import.meta.url, "./unsafe.txt", rows);
});

test("normal forms, lengths and plain text", async () => {
  const rows = TEXTS.map((text) => [
    JSON.stringify(text),
    ...["text", JSON.stringify(normalizeText(text)), "trimmed", JSON.stringify(trimEnds(text))],
    ...["lower", JSON.stringify(lowerCase(text)), "NFKD", JSON.stringify(normalizeUnicode(text, "NFKD"))],
    ...["length", characterCount(text), "plain", isPlainLine(text), isPlainProse(text)],
  ]);
  await expectTable(import.meta.url, "./normal-forms.txt", rows);
});

test("lengths within bounds count characters, not units", () => {
  expect(lengthWithin("😀😀", 2, 2)).toBe(true);
  expect(lengthWithin("😀😀", 3, 4)).toBe(false);
  expect(lengthWithin("😀😀", 1, 1)).toBe(false);
  expect(lengthWithin("😀a", 2, 2)).toBe(true);
  expect(lengthWithin("", 0, 0)).toBe(true);
  expect(lengthWithin("", 1, 5)).toBe(false);
  expect(lengthWithin("abc", 3, 3)).toBe(true);
  expect(lengthWithin("abcd", 3, 3)).toBe(false);
  expect(lengthWithin("ab", 3, 3)).toBe(false);
  expect(lengthWithin("\ud800\ud800", 2, 2)).toBe(true);
});

test("lengths within bounds are those that counting gives", () => {
  for (const text of TEXTS.filter((each) => each.length <= 12))
    for (let min = 0; min <= 6; min++)
      for (let max = min; max <= 7; max++) {
        const length = Array.from(text).length;
        expect(lengthWithin(text, min, max), JSON.stringify([text, min, max])).toBe(
          length >= min && length <= max,
        );
      }
});

test("more marks in a row than any text has stay as they are, and what is around them is normalized", () => {
  for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const)
    for (const pattern of ["\u0301\u0323", "\u0344\u0323", "\u0f73\u0f71"]) {
      const [run, long] = [pattern.repeat(15), pattern.repeat(16)];
      const [before, after] = ["xe\u0301e", "e\u0301\u0323b"];
      const normal = (text: string) => text.normalize(form);
      expect(normalizeUnicode(before + run + after, form)).toBe(normal(before + run + after));
      expect(normalizeUnicode(before + long + after, form)).toBe(normal(before) + long + normal(after));
      expect(normalizeUnicode(before + long, form)).toBe(normal(before) + long);
      // What is not assigned in Unicode 15.0 splits a text and stays as it is.
      expect(normalizeUnicode(`${before}\u0378${long}`, form)).toBe(`${normal(before)}\u0378${long}`);
      expect(normalizeUnicode(`${before}\u0378${run}`, form)).toBe(`${normal(before)}\u0378${normal(run)}`);
    }
});

test("what is normalized once stays so, however many marks follow each other", () => {
  const parts = ["a", "\u0958", "\u0344", "\u0301", "\u0323\u0301", "\u0f73", "\u1100", "\u1161", "\u0378"];
  for (let seed = 1; seed < 400; seed++) {
    const text = Array.from({ length: 8 }, (_, at) =>
      parts[(seed * (at + 3) * 7_919) % parts.length]!.repeat(1 + ((seed * (at + 1) * 104_729) % 36)),
    ).join("");
    const once = normalizeUnicode(text, "NFC");
    expect(normalizeUnicode(once, "NFC"), JSON.stringify(text)).toBe(once);
  }
});

test("names of types and of characters", () => {
  const values = [undefined, null, [], {}, true, 5, "a"];
  expect(values.map(typeName).join(", ")).toBe(
    "nothing, null, an array, an object, a boolean, a number, a string",
  );
  expect(["a", "\u202e", "🦉", "\n"].map(codePointName)).toEqual(["U+0061", "U+202E", "U+1F989", "U+000A"]);
});

test("how values are shown", async () => {
  const values: unknown[] = [
    ...[
      "",
      "a",
      'say "hi"',
      "back\\slash",
      "a\nb",
      "\u202e",
      "\u{e0067}",
      "é",
      "x".repeat(60),
      "x".repeat(61),
      "x".repeat(121),
    ],
    ...[
      `${"x".repeat(59)}😀`,
      `${"x".repeat(119)}😀y`,
      0,
      -1.5,
      1e21,
      Number.POSITIVE_INFINITY,
      true,
      null,
      undefined,
      [],
      [1],
    ],
    ...[
      [1, 2],
      { a: 1 },
      {},
      { long: "x".repeat(60) },
      { é: 1 },
      false,
      { a: "x".repeat(52) },
      { a: "x".repeat(53) },
    ],
    ...[
      "\u007f",
      "\u0080",
      "\u009f",
      "\u00a0",
      "\u00ad",
      "\u2028",
      "\u2029",
      "\u0001",
      "\u{e0001}",
      "\uffff",
    ],
    ...[`${"x".repeat(59)}\udbff\udfff`, `${"x".repeat(59)}\ud800y`, `${"x".repeat(59)}\udc00y`],
  ];
  const rows = values.map((value) => [
    found(value),
    "|",
    shown(value),
    "|",
    JSON.stringify(actualOf(value)) ?? "undefined",
  ]);
  await expectTable(import.meta.url, "./shown.txt", rows);
});

test("lists, counts and ranges", async () => {
  const letters = Array.from({ length: 14 }, (_, index) => String.fromCharCode(97 + index));
  const many = [...letters, "zebra", "zoo"];
  const rows = [
    ...[0, 1, 2, 3, 12, 13, 14].map((count) => [`${count}`, listOf(letters.slice(0, count))]),
    ...["two of five", listOf(letters.slice(0, 5), "or", 2)].map((cell) => [cell]),
    ["likeliest of few", likeliest("b", letters.slice(0, 3))],
    ["likeliest of many", likeliest("Z", many)],
    ["likeliest with a guess", likeliest("zo", many, "zoo")],
    ["likeliest by its start", likeliest("Z2bx", ["ZA", "z1", ...many, "z2", "Z2b", "z2ba"]).join(" ")],
    ["likeliest of twelve", likeliest("z", [...letters.slice(0, 11), "zoo"])],
    ["likeliest of thirteen", likeliest("z", [...letters.slice(0, 12), "zoo"])],
    [
      "likeliest of many alike",
      likeliest(
        "z",
        Array.from({ length: 30 }, (_, index) => `z${index}`),
      ).join(" "),
    ],
    [
      "likeliest, some long",
      likeliest("b", ["b".repeat(120), "c", "b".repeat(121)]).map((text) => text.length),
    ],
    ["likeliest and long", likeliest("b", ["b".repeat(121)]).map((text) => text.length)],
    ...[0, 7, 999, 1_000, 12_345, 1_234_567].map((number) => [grouped(number)]),
    ...[
      [0, 5],
      [1, 1],
      [1, 80],
      [2, 1_000],
      [3, Number.POSITIVE_INFINITY],
      [0, Number.POSITIVE_INFINITY],
      [1, Number.POSITIVE_INFINITY],
    ].map(([min, max]) => [`${min} to ${max}:`, rangeOf(min!, max!, "character")]),
    ["quoted", quote("a\u0007b")],
    ["cut", cut("abc😀", 4), cut("abcd", 4), cut("abcde", 4)],
  ];
  await expectTable(import.meta.url, "./lists.txt", rows);
});
