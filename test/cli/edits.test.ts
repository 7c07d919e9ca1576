/**
 * Random edits of files in many styles: the result says what was meant, no comment is lost, members keep their order,
 * and lines that need not change do not.
 */
import fastJsonPatch from "fast-json-patch";
import { afterAll, describe, expect, test } from "vitest";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { writeValue } from "../../src/authoring/documents/edit/edit.ts";
import { findSource, MERGE, type SourceValue } from "../../src/authoring/documents/edit/source-tree.ts";
import { openDocument } from "../../src/authoring/documents/open.ts";
import type { PatchOperation } from "../../src/core/types.ts";
import { draws } from "../support/random.ts";
import { createRandom, randomObject, randomValue, STYLES, type Style } from "./random-text.ts";

const EDITS = Number(process.env.EDITS ?? draws(240));

type Random = () => number;
const below = (random: Random, limit: number) => Math.floor(random() * limit);
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)]!;

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
  switch (below(random, 10)) {
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
    case 8: {
      const { pointer: at } = parent;
      if (at === "" || /\/\d+$/.test(at)) return [{ op: "replace", path: pointer, value: scalar() }];
      const names = Object.keys(parent.value as object);
      return [
        { op: "move", from: at, path: `${at}_` },
        { op: "add", path: at, value: [] },
        ...names.map((name): PatchOperation => ({ op: "move", from: `${at}_/${name}`, path: `${at}/-` })),
        { op: "remove", path: `${at}_` },
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

/** How everything that the patch leaves alone is written: by the pointer that it has afterwards, what it was and is. */
function* spellings(before: SourceDocument, after: SourceDocument, patch: readonly PatchOperation[]) {
  const [old, now] = [writtenIn(before), writtenIn(after)];
  // The same document with a mark in place of every scalar shows where each comes from.
  const marked = (value: unknown, pointer: string): unknown => {
    if (typeof value !== "object" || value === null) return `\0${pointer}`;
    const entries = Object.entries(value).map(([key, item]) => [key, marked(item, `${pointer}/${key}`)]);
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  };
  for (const { pointer, value } of pointersIn(applied(marked(before.value, ""), patch))) {
    if (typeof value !== "string" || !value.startsWith("\0")) continue;
    const was = old.get(value.slice(1));
    const is = now.get(pointer);
    if (was && is) yield { was, is, isRenamed: pointer.split("/").at(-1) !== value.split("/").at(-1) };
  }
}

interface Written {
  readonly name: string;
  readonly scalar: string;
}

/** By pointer. What an alias repeats is written elsewhere. */
function writtenIn(document: SourceDocument): Map<string, Written> {
  const found = new Map<string, Written>();
  const source = document.readSource();
  const visit = ({ kind, entries, aliasOf }: SourceValue, pointer: string): void => {
    if (aliasOf) return;
    for (const [index, { name, nameStart, nameEnd, value }] of entries.entries()) {
      const inner = `${pointer}/${kind === "list" ? index : String(name)}`;
      const text = source!.text;
      if (value.kind === "scalar" && !value.aliasOf)
        found.set(inner, {
          name: text.slice(nameStart, nameEnd),
          scalar: text.slice(value.ownStart, value.end).replace(/\s+/g, " "),
        });
      visit(value, inner);
    }
  };
  if (source) visit(source.root, "");
  return found;
}

/** Whether a patch is about a value that is written once for several places, or holds one: another use may not agree. */
function isShared(document: SourceDocument, patch: readonly PatchOperation[]): boolean {
  const { root } = document.readSource()!;
  const valuesIn = (value: SourceValue): SourceValue[] =>
    value.aliasOf ? [value] : [value, ...value.entries.flatMap((entry) => valuesIn(entry.value))];
  const anchored = new Set(valuesIn(root).map(({ aliasOf }) => aliasOf));
  const hasOthers = (value: SourceValue) =>
    value.aliasOf !== undefined || anchored.has(value) || value.entries.some(({ name }) => name === MERGE);
  return patch
    .flatMap((operation) => [operation.path, ...("from" in operation ? [operation.from] : [])])
    .some((pointer) => {
      const path = pointer.split("/").slice(1);
      const onTheWay = path.map((_, length) => findSource(root, path.slice(0, length)).value);
      return [...onTheWay, ...valuesIn(findSource(root, path).value)].some(hasOthers);
    });
}

/** The lines that a patch does not touch and that are no longer there, however they are indented and end. */
function linesLost(text: string, document: SourceDocument, after: string, patch: readonly PatchOperation[]) {
  const plain = (line: string) => line.trim().replace(/,(?=\s*(?:$|\/|#))/g, "");
  const left = new Map<string, number>();
  for (const line of after.split("\n")) left.set(plain(line), (left.get(plain(line)) ?? 0) + 1);
  const touched = patch.flatMap((operation) => {
    const pointers = [operation.path, ...("from" in operation ? [operation.from] : [])];
    return pointers.flatMap((pointer) => {
      const path = pointer.split("/").slice(1);
      return [{ start: document.rangeOf(path, "name").start, end: document.rangeOf(path, "value").end }];
    });
  });
  const isTouched = (line: number) =>
    touched.some(({ start, end }) => start.line <= line && line <= end.line);
  return text
    .split("\n")
    .filter((_, index) => !isTouched(index + 1))
    .filter((line) => {
      const count = (left.get(plain(line)) ?? 0) - 1;
      left.set(plain(line), count);
      return count < 0;
    });
}

const SEED = Number(process.env.FC_SEED === "any" ? Date.now() % 100_000 : (process.env.FC_SEED ?? 1));
/** What an edit did not keep, with the first cases of each kind. `npm run verify -- edits` shows it. */
const lost = new Map<string, string[]>();
const counts = { edits: 0, refused: 0, scalars: 0 };

afterAll(() => {
  if (process.env.EDITS === undefined) return;
  const { edits, refused, scalars } = counts;
  console.log(`${edits} edits, ${refused} refused, ${scalars} scalars that stay; seed ${SEED}. Not kept:`);
  for (const [what, cases] of lost)
    console.log(`  ${what}: ${cases.length}\n${cases.slice(0, 10).join("\n")}`);
  if (lost.size === 0) console.log("  nothing");
});

describe.each(STYLES)("$name", (style: Style) => {
  test("edits keep everything else", async () => {
    const open = (text: string) => openDocument(style.file, text);
    const refused: string[] = [];
    const random = createRandom(SEED + STYLES.indexOf(style));
    const runs = Math.ceil(EDITS / STYLES.length);
    for (let run = 0; run < runs; run++) {
      const text = style.write(randomObject(random, 0, 2), random);
      const document = await open(text);
      expect(document.findings, text).toEqual([]);
      const patch = randomPatch(random, document.value);
      const meant = applied(document.value, patch);
      if (meant === undefined) continue;
      counts.edits++;
      const edited = writeValue(document, meant, patch);
      const shown = `${text}\n--- ${JSON.stringify(patch)}\n${"text" in edited ? edited.text : edited.refusal}`;
      const note = (what: string, detail: string) =>
        lost.set(what, [...(lost.get(what) ?? []), `    ${style.name}: ${detail} ${JSON.stringify(patch)}`]);
      if ("refusal" in edited) {
        if (!isShared(document, patch)) refused.push(shown);
        note("refused", edited.refusal);
        continue;
      }
      const after = await open(edited.text);
      expect(after.value, shown).toEqual(meant);
      const kept = remarksIn(edited.text);
      expect(new Set(kept).size, shown).toBe(kept.length);
      expect(kept, shown).toEqual(expect.arrayContaining(remarksThatStay(text, document, patch)));
      for (const { was, is, isRenamed } of spellings(document, after, patch)) {
        counts.scalars++;
        if (was.scalar !== is.scalar) note("a scalar", `${was.scalar} → ${is.scalar}`);
        const quotes = ({ name }: Written) => /^["']/.exec(name)?.[0];
        const isItem = was.name === "" || is.name === "";
        if (isItem) continue;
        if (isRenamed ? quotes(was) !== quotes(is) && quotes(is) === undefined : was.name !== is.name)
          note("a name", `${was.name} → ${is.name}`);
      }
      if (style.isTight && /[:,] /.test(edited.text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))) note("no gaps", "");
      if (style.isTight) expect(edited.text).not.toContain("\n");
      else if (!style.name.includes("anchors"))
        for (const line of linesLost(text, document, edited.text, patch))
          note(line.trim() === "" ? "an empty line" : "a line", line);
    }
    counts.refused += refused.length;
    expect(refused.length / runs).toBeLessThan(0.05);
  });
});
