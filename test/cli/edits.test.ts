/**
 * Random edits of files in many styles: the result says what was meant, no comment is lost, members keep their order,
 * and lines that need not change do not.
 */
import fastJsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { writeValue } from "../../src/authoring/documents/edit/edit.ts";
import { openJson } from "../../src/authoring/documents/json/json.ts";
import { openYaml } from "../../src/authoring/documents/yaml/yaml.ts";
import type { PatchOperation } from "../../src/core/types.ts";
import { draws } from "../support/random.ts";
import { createRandom, STYLES, type Style } from "./random-text.ts";

const EDITS = draws(240);

type Random = () => number;
const below = (random: Random, limit: number) => Math.floor(random() * limit);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]!;

const NAMES = ["name", "kind", "zip", "phone", "tags", "owner", "ver", "notes", "list", "size"];
const WORDS = [
  "a word",
  "two words here",
  "x",
  "",
  "yes",
  "1.10",
  "# no comment",
  "a: b",
  "- dash",
  "ünï",
  "it's",
  'q"q',
];

function randomValue(random: Random, depth: number): unknown {
  const kind = below(random, depth > 3 ? 4 : 7);
  if (kind === 0) return pick(random, [0, 7, 42, 1.5, -3, 1234, 49301]);
  if (kind === 1) return pick(random, [true, false, null]);
  if (kind < 4) return pick(random, WORDS);
  if (kind === 4) return Array.from({ length: below(random, 5) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1, 1);
}

function randomObject(random: Random, depth: number, least: number): Record<string, unknown> {
  const names = NAMES.filter(() => random() < 0.3);
  while (names.length < least) names.push(`extra${names.length}`);
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth)]));
}

function pointersIn(value: unknown, pointer = ""): { pointer: string; value: unknown }[] {
  const inside =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) => pointersIn(item, `${pointer}/${key}`))
      : [];
  return [{ pointer, value }, ...inside];
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** One change as a fix would make it. */
function randomPatch(random: Random, whole: unknown): PatchOperation[] {
  const places = pointersIn(whole);
  const others = places.filter(({ pointer }) => pointer !== "");
  if (others.length === 0) return [{ op: "add", path: "/added", value: "text" }];
  const { pointer, value } = pick(random, others);
  const objects = places.filter((place) => isObject(place.value));
  const parent = pick(random, objects);
  const scalar = () => pick<unknown>(random, ["new text", "0x", 12, true, null, "a, b", "two\nlines"]);
  switch (below(random, 9)) {
    case 0:
    case 1:
      return [{ op: "replace", path: pointer, value: typeof value === "number" ? String(value) : scalar() }];
    case 2:
      return [{ op: "replace", path: pointer, value: randomValue(random, 3) }];
    case 3:
      return [{ op: "remove", path: pointer }];
    case 4:
      return [
        {
          op: "add",
          path: `${parent.pointer}/added`,
          value: random() < 0.5 ? scalar() : randomValue(random, 2),
        },
      ];
    case 5: {
      const target = objects.filter((place) => !`${place.pointer}/`.startsWith(`${pointer}/`));
      return [{ op: "move", from: pointer, path: `${pick(random, target).pointer}/moved` }];
    }
    case 6:
      if (!isObject(value)) return [{ op: "replace", path: pointer, value: scalar() }];
      return [{ op: "move", from: pointer, path: "" }];
    case 7: {
      const end = pointer.lastIndexOf("/");
      if (/\/\d+$/.test(pointer)) return [{ op: "remove", path: pointer }];
      const wrapped = `${pointer.slice(0, end)}/${pointer.slice(end + 1)}_`;
      return [
        { op: "move", from: pointer, path: wrapped },
        { op: "add", path: pointer, value: [] },
        { op: "move", from: wrapped, path: `${pointer}/0` },
      ];
    }
    default: {
      const { pointer: at } = parent;
      const names = Object.keys(parent.value as object).filter(() => random() < 0.6);
      return [
        { op: "add", path: `${at}/group`, value: {} },
        ...names.map(
          (name): PatchOperation => ({ op: "move", from: `${at}/${name}`, path: `${at}/group/${name}` }),
        ),
      ];
    }
  }
}

const remarksIn = (text: string) => (text.match(/(?<=\/\/ |\/\* |# )c\d+/g) ?? []).sort();

/** All but those inside a value that the patch takes out or replaces. */
function remarksThatStay(text: string, document: SourceDocument, patch: readonly PatchOperation[]): string[] {
  const [only] = patch;
  if (patch.length !== 1 || (only!.op !== "remove" && only!.op !== "replace")) return remarksIn(text);
  const { start, end } = document.rangeOf(only!.path.slice(1).split("/"), "value");
  return remarksIn(`${text.slice(0, start.offset)}${text.slice(end.offset)}`);
}

/** Undefined if the patch moves an item past the place it goes to. */
function applied(value: unknown, patch: readonly PatchOperation[]): unknown {
  try {
    return fastJsonPatch.applyPatch(structuredClone(value), structuredClone(patch) as never).newDocument;
  } catch {
    return undefined;
  }
}

/** The members of one object that both have, in the order of the first. */
function orderOf(text: string, names: readonly string[]): string[] {
  return names.toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
}

describe.each(STYLES)("$name", (style: Style) => {
  test("edits keep everything else", () => {
    const open =
      style.language === "json" ? (text: string) => openJson(text, { dialect: "jsonc" }) : openYaml;
    const refused: string[] = [];
    const random = createRandom(STYLES.indexOf(style) + 1);
    const runs = Math.ceil(EDITS / STYLES.length);
    for (let run = 0; run < runs; run++) {
      const value = randomObject(random, 0, 2);
      const text = style.write(value, random);
      const document = open(text);
      expect(
        document.findings.filter(({ code }) => code !== "trailing-comma"),
        text,
      ).toEqual([]);
      const patch = randomPatch(random, document.value);
      const meant = applied(document.value, patch);
      if (meant === undefined) continue;
      const edited = writeValue(document, meant, patch);
      const shown = `${text}\n--- ${JSON.stringify(patch)}\n${"text" in edited ? edited.text : edited.refusal}`;
      if ("refusal" in edited) {
        refused.push(shown);
        continue;
      }
      expect(open(edited.text).value, shown).toEqual(meant);
      const kept = remarksIn(edited.text);
      expect(new Set(kept).size, shown).toBe(kept.length);
      expect(kept, shown).toEqual(expect.arrayContaining(remarksThatStay(text, document, patch)));
      const [only] = patch;
      if (
        patch.length === 1 &&
        only!.op === "replace" &&
        !/\n/.test(JSON.stringify(only!.value)) &&
        !text.includes("|-") &&
        !text.includes("*a") &&
        !text.includes(">-")
      ) {
        const before = document.rangeOf(only!.path.slice(1).split("/"), "value");
        const isScalar =
          typeof (only as { value: unknown }).value !== "object" && before.start.line === before.end.line;
        const [old, now] = [text.split("\n"), edited.text.split("\n")];
        if (isScalar && old.length === now.length)
          expect(
            old.filter((line, index) => line !== now[index] && index + 1 !== before.start.line),
            shown,
          ).toEqual([]);
      }
      if (only!.op === "remove" || only!.op === "add") {
        const names = Object.keys(document.value as object).filter((name) =>
          Object.hasOwn(meant as object, name),
        );
        const top = names.map((name) => (style.language === "json" ? `"${name}"` : `\n${name}:`));
        if (style.language === "yaml")
          expect(orderOf(`\n${edited.text}`, top), shown).toEqual(orderOf(`\n${text}`, top));
      }
    }
    if (process.env.SHOW_REFUSED) for (const each of refused) console.log(each.split("\n---").at(-1));
    expect(refused.length / runs).toBeLessThan(0.05);
  });
});
