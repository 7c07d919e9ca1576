/** Names of members and of keys in records. */

import { at, isObject, pointerOf, tokensOf } from "../json.ts";
import type { ObjectPlace } from "../places.ts";
import { callIt, type Distortion, isFree, type Sheet } from "../sheet.ts";
import { slipOf } from "../slips.ts";
import { distance, lettersOf, wordsOf } from "../words.ts";

interface Member {
  object: ObjectPlace;
  name: string;
  pointer: string;
}

/** A member whose object still stands where it was. */
function pickMember(sheet: Sheet, accepts: (member: Member) => boolean): Member | undefined {
  const members: Member[] = [];
  for (const object of sheet.reading.objects) {
    if (!object.isClosed) continue;
    const value = at(sheet.draft, object.pointer);
    if (!isObject(value) || sheet.touched.includes(object.pointer)) continue;
    for (const name of object.names) {
      if (!Object.hasOwn(value, name)) continue;
      const pointer = pointerOf([...tokensOf(object.pointer), name]);
      const member = { object, name, pointer };
      if (!sheet.touched.includes(pointer) && accepts(member)) members.push(member);
    }
  }
  return members.length === 0 ? undefined : sheet.random.pick(members);
}

/** All names that mean a member of this object. */
function acceptedNames({ names, aliases }: ObjectPlace): string[] {
  return [...names, ...Object.values(aliases).flat()];
}

export const memberAlias: Distortion = (sheet) => {
  const member = pickMember(sheet, ({ object, name }) => (object.aliases[name] ?? []).length > 0);
  if (member === undefined) return false;
  const { object, name, pointer } = member;
  const alias = sheet.random.pick(object.aliases[name]!);
  const others = Object.entries(object.aliases).filter(([other]) => other !== name);
  if (object.names.includes(alias) || others.some(([, names]) => names.includes(alias))) return false;
  const holder = at(sheet.draft, object.pointer) as object;
  if (Object.hasOwn(holder, alias)) return false;
  return callIt(sheet, pointer, alias, "suggested", "a declared other name");
};

export const memberInOtherCase: Distortion = (sheet) => {
  const member = pickMember(sheet, () => true);
  if (member === undefined) return false;
  const { object, name, pointer } = member;
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  const cases: [string, string][] = [
    [words.join("_"), "snake_case"],
    [words.join("-"), "kebab-case"],
    [words.map(title).join(""), "PascalCase"],
    [words.join("_").toUpperCase(), "UPPER_CASE"],
    [words.map(title).join(" "), "Title Case"],
    [words.map((word, index) => (index === 0 ? word : title(word))).join(""), "camelCase"],
  ];
  const [other, kind] = sheet.random.pick(cases);
  if (other === name || Object.hasOwn(at(sheet.draft, object.pointer) as object, other)) return false;
  const letters = lettersOf(other);
  if (acceptedNames(object).some((known) => known !== name && lettersOf(known) === letters)) return false;
  return callIt(sheet, pointer, other, "suggested", `a name in ${kind}`);
};

export const memberWithSlip: Distortion = (sheet) => {
  const member = pickMember(sheet, ({ pointer }) => isFree(sheet, pointer));
  if (member === undefined) return false;
  const { object, name, pointer } = member;
  const slip = slipOf(sheet.random, name, acceptedNames(object));
  const value = at(sheet.draft, pointer);
  // An empty list or object is evidence of nothing.
  if (slip === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0))
    return false;
  return callIt(sheet, pointer, slip.text, "suggested", `a name with ${slip.kind}`);
};

const OPPOSITES: [RegExp, string][] = [
  [/internal/, "external"],
  [/Internal/, "External"],
  [/increase/, "decrease"],
  [/import/, "export"],
  [/export/, "import"],
  [/min/, "max"],
  [/max/, "min"],
  [/C$/, "F"],
  [/Mm$/, "Cm"],
  [/Cm$/, "Mm"],
  [/Metres$/, "Feet"],
  [/Seconds$/, "Minutes"],
  [/Euro$/, "Dollar"],
  [/sender/, "render"],
  [/from/, "to"],
  [/arrival/, "departure"],
  [/height/, "weight"],
  [/latitude/, "longitude"],
  [/On$/, "By"],
  [/At$/, "By"],
  [/created/, "creator"],
];

const ADDED = ["short", "legacy", "internal", "primary", "secondary", "old", "backup"];

/** A name that shares a word with a member and says something else. */
export const otherMember: Distortion = (sheet) => {
  const { random } = sheet;
  const member = pickMember(sheet, ({ pointer }) => isFree(sheet, pointer));
  if (member === undefined) return false;
  const { object, name, pointer } = member;
  const words = wordsOf(name);
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1).toLowerCase();
  const opposite = OPPOSITES.find(([pattern]) => pattern.test(name));
  const names = [
    `${random.pick(ADDED)}${words.map(title).join("")}`,
    `${name}By`,
    `${name}${title(random.pick(["count", "source", "history", "unit", "owner"]))}`,
    ...(words.length > 1
      ? [`${words[0]!.toLowerCase()}${random.pick(["Thing", "Extra", "Flag", "Ref"])}`]
      : []),
    ...(words.length > 1
      ? [`${random.pick(["total", "other", "outer"])}${words.slice(1).map(title).join("")}`]
      : []),
    ...(opposite ? [name.replace(...opposite), name.replace(...opposite), name.replace(...opposite)] : []),
  ];
  const other = random.pick(names);
  const letters = lettersOf(other);
  const holder = at(sheet.draft, object.pointer) as object;
  const isKnown = acceptedNames(object).some(
    (known) => distance(lettersOf(known), letters) <= 1 && known !== "id",
  );
  if (other === name || isKnown || Object.hasOwn(holder, other) || isMoved(sheet, object, other))
    return false;
  return callIt(sheet, pointer, other, "decision", "a name that shares a word and means something else");
};

/** `ownerId` beside `owner` is a member a level too high, which is another case. */
function isMoved(sheet: Sheet, { pointer }: ObjectPlace, name: string): boolean {
  const letters = lettersOf(name);
  return sheet.reading.objects.some((inner) => {
    if (!inner.pointer.startsWith(`${pointer}/`)) return false;
    const own = tokensOf(inner.pointer).at(-1)!;
    return inner.names.some((member) => {
      const known = lettersOf(member);
      return known === letters || lettersOf(own) + known === letters;
    });
  });
}
