/** What is absent, what a rule refuses, and what depends on order: mostly things that only the author can settle. */
import { at, isObject } from "../json.ts";
import { type Distortion, isFree, leaveOut, mean, pickPlace, type Sheet, valueAt, write } from "../sheet.ts";

/** A member that can have one value only, not said. */
export const onlyValueAbsent: Distortion = (sheet) => {
  const place = pickPlace(
    sheet,
    ({ kind, words, isRequired }) => kind === "word" && words!.values.length === 1 && isRequired === true,
  );
  if (place === undefined || /\/\d+$/.test(place.pointer)) return false;
  return leaveOut(
    sheet,
    place.pointer,
    isFilled(sheet, place.pointer) ? "suggested" : "decision",
    "the only possible value left out",
  );
};

/** Whether the package says that the value may be filled in. */
function isFilled({ domain, reading }: Sheet, pointer: string): boolean {
  const place = reading.places.find((other) => other.pointer === pointer);
  if (place?.schema.fill === true) return true;
  const rule = domain.package.rules.find(
    ({ check, at: places }) => check === "in-list" && places.includes(pointer),
  );
  return domain.package.lists?.[String(rule?.params?.list)]?.fill === true;
}

const OWNERS: [unknown, string][] = [
  ["Payments team", "a team"],
  ["N/A", "nobody"],
  ["human:sara@x", "a kind and an id in one word"],
  ["ada@example.org", "an address"],
  [["ada@example.org"], "a list with an address"],
  [{ id: "team-a" }, "an id without a kind"],
  [{ id: "bot-7", kind: "agent" }, "another kind"],
  [{ name: "Ada Lovelace" }, "a name"],
  [{ human: "ada@example.org" }, "the kind as a name"],
  ["Ada Lovelace <ada@example.org>", "a name and an address"],
];

/** An object that says less than it must, or something else. */
export const ownerOtherwise: Distortion = (sheet) => {
  const { random } = sheet;
  const objects = sheet.reading.objects.filter(
    ({ pointer, isClosed, names, isRecord }) =>
      isClosed &&
      !isRecord &&
      pointer !== "" &&
      !/\/\d+$/.test(pointer) &&
      isFree(sheet, pointer) &&
      names.some((name) => ["kind", "id", "name", "email", "contact", "currency"].includes(name)),
  );
  if (objects.length === 0) return false;
  const { pointer, names, required } = random.pick(objects);
  const [raw, kind] = random.pick(OWNERS);
  if (isObject(raw) && (required.every((name) => Object.hasOwn(raw, name)) || !names.includes("id"))) {
    if (!isObject(raw) || !Object.hasOwn(raw, "kind")) return false;
  }
  if (isObject(raw) && required.every((name) => Object.hasOwn(raw, name)) && raw.kind !== "agent")
    return false;
  return write(sheet, pointer, raw, "decision", `an owner as ${kind}`);
};

/** What a rule refuses: an identifier that is taken, dates the wrong way round, a name twice. */
export const refusedByRule: Distortion = (sheet) => {
  const { random, domain } = sheet;
  const { rules } = domain.package;
  if (rules.length === 0) return false;
  const rule = random.pick(rules);
  const pointer = rule.at[0]!;
  if (rule.check === "not-in-registry" && !pointer.includes("*")) {
    const name = rule.params?.registry as string | undefined;
    const entries =
      name === undefined ? domain.registry.generators : (domain.registry.registries?.[name] ?? []);
    const value = valueAt(sheet, pointer);
    if (entries.length === 0 || typeof value !== "string" || !isFree(sheet, pointer)) return false;
    return write(sheet, pointer, random.pick(entries).id, "decision", "an identifier that is taken");
  }
  if (rule.check === "compare" && pointer === "/period/to") {
    const [from, to] = [valueAt(sheet, "/period/from"), valueAt(sheet, "/period/to")];
    if (from === to || !isFree(sheet, "/period")) return false;
    return write(sheet, "/period", { from: to, to: from }, "decision", "two dates the wrong way round");
  }
  if (rule.check === "unique" && rule.params?.member !== undefined && isFree(sheet, pointer)) {
    const items = valueAt(sheet, pointer) as Record<string, unknown>[];
    if (!Array.isArray(items) || items.length < 2 || /channels|outputFields/.test(pointer)) return false;
    const copy = structuredClone(items);
    const member = rule.params.member as string;
    copy[1]![member] = copy[0]![member];
    return write(sheet, pointer, copy, "decision", "two items with one key");
  }
  if (
    rule.check === "forbidden-when" &&
    isFree(sheet, "/supported_by") &&
    at(sheet.expected, "/codeowners") !== undefined
  ) {
    mean(sheet, "/supported_by", "hue");
    return write(sheet, "/supported_by", "hue", "decision", "a member that another one forbids");
  }
  if (rule.check === "does-not-match" || rule.check === "matches") {
    if (pointer !== "/version" || !isFree(sheet, pointer)) return false;
    return write(
      sheet,
      pointer,
      random.pick(["latest", "^1.2.0", "1.x"]),
      "decision",
      "a form that a rule refuses",
    );
  }
  return false;
};

/** A form that a pattern refuses, although it is easy to guess another one. */
export const refusedByPattern: Distortion = (sheet) => {
  const place = pickPlace(
    sheet,
    ({ kind, schema }) => (kind === "patterned" || kind === "fresh") && schema.pattern !== undefined,
  );
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer) as string;
  const raw = sheet.random.pick([
    value.toLowerCase().replaceAll(" ", ""),
    `${value}!`,
    value.replace(/^https:/, "http:"),
    `${value} ${value.slice(0, 3)}`,
    `#${value}`,
  ]);
  if (raw === value || new RegExp(String(place.schema.pattern), "u").test(raw)) return false;
  return write(sheet, place.pointer, raw, "decision", "a form that the pattern refuses");
};

/** The type of a declared field, left out: values tell it if they are all numbers or all booleans. */
export const typeAbsent: Distortion = (sheet) => {
  const { random, domain } = sheet;
  const rule = domain.package.rules.find(({ check }) => check === "records-match-fields");
  if (rule === undefined) return false;
  const { fields, name, type } = rule.params as { fields: string; name: string; type: string };
  const declared = valueAt(sheet, fields) as Record<string, string>[];
  const index = random.int(0, declared.length - 1);
  const field = declared[index]!;
  const pointer = `${fields}/${index}/${type}`;
  const records = valueAt(sheet, rule.at[0]!) as Record<string, unknown>[];
  if (!isFree(sheet, pointer) || !isFree(sheet, rule.at[0]!)) return false;
  const values = records.map((record) => record[field[name]!]);
  const isBoolean = values.every((value) => typeof value === "boolean");
  const isInteger = values.every((value) => Number.isInteger(value));
  const isNumber = values.every((value) => typeof value === "number") && !isInteger;
  const told = isBoolean ? "boolean" : isInteger ? "integer" : isNumber ? "number" : undefined;
  if (told !== undefined && told !== field[type]) return false;
  // What the values tell depends on how they are written, so they stay as they are.
  for (const index of records.keys()) sheet.touched.push(`${rule.at[0]!}/${index}/${field[name]!}`);
  return leaveOut(
    sheet,
    pointer,
    told === undefined ? "decision" : "suggested",
    told === undefined ? "a type that only texts tell" : "a type that the values tell",
  );
};

/** Order and repeats that could mean something. */
export const orderMatters: Distortion = (sheet) => {
  const { random, domain } = sheet;
  const sorted = domain.package.rules.find(({ check }) => check === "sorted");
  if (sorted && random.chance(0.5)) {
    const pointer = sorted.at[0]!;
    const items = valueAt(sheet, pointer);
    if (!Array.isArray(items) || items.length < 2 || !isFree(sheet, pointer)) return false;
    return write(sheet, pointer, [...items].reverse(), "decision", "a list in another order");
  }
  const lists = sheet.reading.lists.filter(
    ({ isUnique, isSet, pointer }) => isUnique && !isSet && isFree(sheet, pointer),
  );
  const list = lists.length === 0 ? undefined : random.pick(lists);
  const items = list === undefined ? undefined : (valueAt(sheet, list.pointer) as unknown[]);
  if (list === undefined || items === undefined || items.length === 0) return false;
  return write(sheet, list.pointer, [...items, items[0]], "decision", "an item of a list twice");
};

/** More items than the list takes: nobody knows which one should go. */
export const tooMany: Distortion = (sheet) => {
  const lists = sheet.reading.lists.filter(
    ({ item, isRecords, pointer }) => item.type === "integer" && !isRecords && isFree(sheet, pointer),
  );
  if (lists.length === 0) return false;
  const { pointer } = sheet.random.pick(lists);
  const many = Array.from({ length: 41 }, (_, index) => index + 1);
  return write(sheet, pointer, many, "decision", "more items than a list takes");
};
