/** One text where a list belongs. */
import type { ListPlace } from "../places.ts";
import { type Distortion, isFree, mean, type Need, type Sheet, valueAt, write } from "../sheet.ts";

function pickList(sheet: Sheet, accepts: (list: ListPlace) => boolean): ListPlace | undefined {
  const lists = sheet.reading.lists.filter((list) => accepts(list) && isFree(sheet, list.pointer));
  return lists.length === 0 ? undefined : sheet.random.pick(lists);
}

const isFreeText = ({ itemKind, item }: ListPlace) =>
  itemKind === "text" && ((item.maxLength as number | undefined) ?? 100) >= 60;

/** Items that none of the marks can be part of. */
function areSimple(items: unknown[]): boolean {
  return (
    items.length > 0 && items.every((item) => !/[,;\n]/.test(String(item)) && String(item).trim() !== "")
  );
}

/** What one text in place of a list may be read as, by what the package says about the items; undefined if that is not known. */
function needFor({ itemKind, item }: ListPlace, items: unknown[], mark: string): Need | undefined {
  // Marks within a URL divide nothing.
  const isUrl = (text: string) => /^https?:\/\/[^\s,;]+$/.test(text);
  const first = String(items[0]);
  if (items.length === 1 && (isUrl(first) || !/[,;/|&+\t\n]|\s(?:and|or)\s/i.test(first))) return "suggested";
  if (itemKind === "text" || itemKind === "prose") return "decision";
  // A mark between numbers may say something about them.
  if (items.some((each) => typeof each !== "string")) return "decision";
  if (itemKind !== "patterned" && itemKind !== "fresh") return "suggested";
  if (typeof item.pattern !== "string") return undefined;
  const pattern = new RegExp(item.pattern, "u");
  const isOne = (text: string) =>
    pattern.test(text) && text.length <= ((item.maxLength as number | undefined) ?? 1_000);
  // Where two items and the mark between them could be one, nobody knows.
  const texts = items.map(String);
  const hasOther = texts.some((_, first) =>
    texts.some((_, last) => last > first && isOne(texts.slice(first, last + 1).join(mark))),
  );
  const divides = texts.length === 1 ? isOne(texts[0]!) : hasOther;
  const isMarked = (text: string) => !isUrl(text) && /[/|&+]|\s(?:and|or)\s/i.test(text);
  return divides || texts.some(isMarked) ? "decision" : "suggested";
}

/** Line breaks, commas and semicolons followed by white space. */
export const listAsText: Distortion = (sheet) => {
  const list = pickList(
    sheet,
    ({ itemKind, isRecords }) => !isRecords && itemKind !== undefined && itemKind !== "object",
  );
  if (list === undefined) return false;
  const items = valueAt(sheet, list.pointer) as unknown[];
  if (!areSimple(items) || items.some((item) => typeof item === "object")) return false;
  const mark = sheet.random.pick([", ", "; ", "\n", ",\n"]);
  const need = needFor(list, items, mark);
  if (need === undefined) return false;
  return write(sheet, list.pointer, items.map(String).join(mark), need, "a list as text");
};

/** Other marks divide a text only where every piece is an accepted word. */
export const wordsAsText: Distortion = (sheet) => {
  const list = pickList(sheet, ({ words }) => words !== undefined && words.values.length > 1);
  if (list === undefined) return false;
  const { values } = list.words!;
  const items = [...new Set(sheet.random.shuffle(values).slice(0, 2))];
  if (items.some((item) => /[/+,\s]|and/.test(item))) return false;
  mean(sheet, list.pointer, items);
  const mark = sheet.random.pick(["/", " / ", "+", " + ", " and ", ","]);
  return write(sheet, list.pointer, items.join(mark), "suggested", "accepted words with other marks");
};

const SINGLE = [
  "research and development",
  "C/C++",
  "TCP/IP",
  "R&D",
  "salt and pepper",
  "1,000",
  "and/or",
  "input+output",
];

/** With a mark inside it, nobody knows whether it is one item. */
export const oneTextForList: Distortion = (sheet) => {
  const list = pickList(sheet, isFreeText);
  if (list === undefined) return false;
  const item = sheet.random.pick(SINGLE);
  return write(sheet, list.pointer, item, "decision", "one item with a mark inside, for a list");
};

export const markedItemsAsText: Distortion = (sheet) => {
  const list = pickList(sheet, isFreeText);
  if (list === undefined) return false;
  const items = sheet.random.shuffle(SINGLE).slice(0, 2);
  return write(
    sheet,
    list.pointer,
    items.join(sheet.random.pick([", ", "; ", "\n"])),
    "decision",
    "items with marks inside, as text",
  );
};

/** Pieces that are no words of the list: nobody knows whether it is one text or several. */
export const strangeWordsAsText: Distortion = (sheet) => {
  const list = pickList(sheet, ({ words }) => words !== undefined && words.values.length > 1);
  if (list === undefined) return false;
  const word = sheet.random.pick(list.words!.values);
  const raw = `${word}${sheet.random.pick(["/", " + ", " and "])}${sheet.random.pick(["whatever", "something else", "others"])}`;
  return write(sheet, list.pointer, raw, "decision", "a word of the list and another one, with other marks");
};
