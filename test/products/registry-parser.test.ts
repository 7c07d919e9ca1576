import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistryPageParser } from "../../src/service/catalogue/registry-page.ts";
import { draws } from "../support/random.ts";

/** Feeds a text in pieces of a given size and gives back what came out. */
function read(text: string | Uint8Array, size = 7, member = "generators") {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const entries: unknown[] = [];
  const parser = createRegistryPageParser(member, (batch) => {
    entries.push(...batch);
    return undefined;
  });
  for (let at = 0; at < bytes.length; at += size) {
    const problem = parser.feed(bytes.subarray(at, at + size));
    if (problem !== undefined) return { problem: problem.code };
  }
  const page = parser.finish();
  return page.ok ? { entries, next: page.next } : { problem: page.problem.code };
}

const generators = [
  { id: "a", name: 'Brackets ] } [ { and "quotes" and \\ slashes' },
  { id: "b", name: "naïve 🙂 , comma", extra: [{ deep: [1, [2, "]"]] }] },
  { id: "c", name: "" },
];

describe("a registry page read as a stream", () => {
  it("gives the same entries however the bytes are cut", () => {
    const text = JSON.stringify({ first: [{ generators: [1] }], generators, next: "/registry?after=c" });
    for (let size = 1; size <= text.length; size++) {
      expect(read(text, size)).toEqual({ entries: generators, next: "/registry?after=c" });
    }
  });

  it.each(["widgets", "a b", "größe 🙂", 'quoted "name" \\ and /', "__proto__", "x".repeat(100)])(
    "finds the list under the name %j, however it is spelled",
    (member) => {
      const name = JSON.stringify(member);
      const escaped = `"${member.replace(/./gs, unicodeEscape)}"`;
      for (const spelling of [name, escaped]) {
        const text = `{"generators":[1],"a\\"":[{${name}:[2]}],${spelling} : ${JSON.stringify(generators)}}`;
        for (const size of [1, 7, text.length]) {
          expect(read(text, size, member), spelling).toEqual({ entries: generators, next: undefined });
        }
      }
    },
  );

  it.each([
    ['{"generators":[]}', 'the response has no single list named "widgets"'],
    ['{"not\\"widgets":[]}', 'the response has no single list named "widgets"'],
    ['{"widgets":[],"widgets":[]}', '"widgets" is given twice'],
  ])("names the list that was expected in place of %s", (text, message) => {
    const parser = createRegistryPageParser("widgets", () => undefined);
    const problem = parser.feed(new TextEncoder().encode(text)) ?? parser.finish();
    expect(problem).toMatchObject("ok" in problem ? { problem: { message } } : { message });
  });

  it("takes any JSON spelling of a page, and nothing that JSON.parse refuses", () => {
    const spaced = fc.constantFrom("", " ", "\n\t ");
    const entry = fc.oneof(
      fc.record({ id: fc.string(), name: fc.string({ unit: "grapheme" }) }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 6 }),
        spaced,
        fc.integer({ min: 1, max: 40 }),
        fc.option(fc.record({ at: fc.nat(), put: fc.constantFrom(",", "]", "}", "[", '"', "\\", "x", "") })),
        (list, space, size, damage) => {
          let text = `${space}{${space}"generators"${space}:${space}${JSON.stringify(list, null, space)}${space}}${space}`;
          if (damage !== null) {
            const at = damage.at % text.length;
            text = (text.slice(0, at) + damage.put + text.slice(at + 1)).toWellFormed();
          }
          const whole = parseWhole(text);
          const result = read(text, size);
          if (whole === undefined) expect(result).toHaveProperty("problem");
          else expect(result).toEqual({ entries: whole, next: undefined });
        },
      ),
      { numRuns: draws(2_000) },
    );
  });

  it.each([
    ["nothing", "", "invalid-json"],
    ["a web page", "<!doctype html><title>Not here</title>", "invalid-json"],
    ["an array", "[]", "invalid-shape"],
    ["null", "null", "invalid-shape"],
    ["no generators", '{"items":[]}', "invalid-shape"],
    ["generators that are no array", '{"generators":{}}', "invalid-shape"],
    ["generators given twice", '{"generators":[1],"generators":[2]}', "invalid-shape"],
    ["generators given twice in disguise", '{"generators":[],"\\u0067enerators":[2]}', "invalid-shape"],
    ["a trailing comma", '{"generators":[{"id":"a","name":"A"},]}', "invalid-json"],
    ["a leading comma", '{"generators":[,{"id":"a","name":"A"}]}', "invalid-json"],
    ["a missing comma", '{"generators":[{"id":"a"} {"id":"b"}]}', "invalid-json"],
    ["an end in the middle", '{"generators":[{"id":"a","name":"A"},{"id', "invalid-json"],
    ["more after the end", '{"generators":[]} {}', "invalid-json"],
    ["a byte order mark", '\ufeff{"generators":[]}', "invalid-json"],
    ["next that is a number", '{"generators":[],"next":2}', "invalid-shape"],
    ["a page of padding", `{"generators":[],"padding":"${"x".repeat(70_000)}"}`, "too-large"],
    ["one endless entry", `{"generators":[{"id":"${"x".repeat(90_000)}`, "too-large"],
  ])("refuses %s", (_name, text, code) => {
    expect(read(text, 4_096)).toEqual({ problem: code });
  });

  it("refuses bytes that are not UTF-8", () => {
    const bytes = new TextEncoder().encode('{"generators":[{"id":"a","name":"?"}]}');
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect(read(bytes)).toEqual({ problem: "invalid-json" });
  });
});

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The list as JSON.parse of the whole text sees it; undefined where there is none. */
function parseWhole(text: string): unknown[] | undefined {
  try {
    const page = JSON.parse(text) as { generators?: unknown };
    return Array.isArray(page?.generators) ? page.generators : undefined;
  } catch {
    return undefined;
  }
}
