/** The same content in another shape. */
import { at, isObject, put, tokensOf } from "../json.ts";
import type { ListPlace, ObjectPlace } from "../places.ts";
import { type Distortion, isBelow, isFree, leaveOut, type Sheet, valueAt, write } from "../sheet.ts";

const ENVELOPES = ["candidate", "proposal", "data", "payload", "body", "submission", "content"];

/** The whole draft as one other value. */
function wrap(sheet: Sheet, draft: unknown, kind: string): true {
  sheet.draft = draft;
  sheet.kinds.push(kind);
  sheet.touched.push("");
  if (sheet.need !== "decision") sheet.need = "suggested";
  return true;
}

export const wrapped: Distortion = (sheet) => {
  const { random, draft, domain } = sheet;
  if (!isObject(draft) || Object.keys(draft).length < 3) return false;
  const name = random.pick(ENVELOPES);
  const [targetProduct, domainId] = domain.name.split("/");
  switch (random.int(0, 7)) {
    case 0:
      return wrap(sheet, { [name]: draft }, "a wrapper");
    case 1:
      return wrap(
        sheet,
        { [name]: { [random.pick(ENVELOPES.filter((other) => other !== name))]: draft } },
        "a wrapper in a wrapper",
      );
    case 2:
      return wrap(sheet, [draft], "a list of one");
    case 3:
      return wrap(sheet, `\`\`\`json\n${JSON.stringify(draft, null, 2)}\n\`\`\``, "fenced JSON");
    case 4:
      return wrap(sheet, JSON.stringify(draft), "JSON as text");
    case 5:
      return wrap(sheet, { targetProduct, domainId, candidate: draft }, "the envelope again");
    case 6:
      return wrap(sheet, `\`\`\`\n${JSON.stringify(draft)}\n\`\`\`\n`, "fenced JSON without a language");
    default:
      return wrap(sheet, JSON.stringify(draft, null, 2), "indented JSON as text");
  }
};

function pickOf<T extends { pointer: string }>(
  sheet: Sheet,
  items: readonly T[],
  accepts: (item: T) => boolean,
): T | undefined {
  const fitting = items.filter(
    (item) =>
      item.pointer !== "" &&
      !sheet.touched.some((other) => other === item.pointer || isBelow(item.pointer, other)) &&
      accepts(item),
  );
  return fitting.length === 0 ? undefined : sheet.random.pick(fitting);
}

/** Replaces a container by another shape of what it holds now, distorted values included. */
function reshape(sheet: Sheet, pointer: string, value: unknown, kind: string): true {
  put(sheet.draft, pointer, value);
  sheet.touched.push(pointer);
  sheet.kinds.push(kind);
  if (sheet.need !== "decision") sheet.need = "suggested";
  return true;
}

export const mapForList: Distortion = (sheet) => {
  const list = pickOf(sheet, sheet.reading.lists, ({ key }) => key !== undefined);
  if (list?.key === undefined) return false;
  const items = at(sheet.draft, list.pointer) as Record<string, unknown>[];
  const map: Record<string, unknown> = {};
  for (const item of items) {
    const name = item[list.key];
    // Names like numbers change their place in an object.
    if (typeof name !== "string" || Object.hasOwn(map, name) || /^\d+$/.test(name) || name === "__proto__")
      return false;
    const { [list.key]: _, ...rest } = item;
    map[name] = rest;
  }
  // An object that looks like one item has two readings.
  if (items.length < 2) return false;
  return reshape(sheet, list.pointer, map, "a map by its key for a list");
};

export const rowsForRecords: Distortion = (sheet) => {
  const list = pickOf(sheet, sheet.reading.lists, ({ isRecords }) => isRecords);
  if (list === undefined) return false;
  const records = at(sheet.draft, list.pointer) as Record<string, unknown>[];
  const names = sheet.reading.objects.find(({ isRecord }) => isRecord)?.names ?? [];
  // Rows have no names of their own: they would take over what happened to the declared ones.
  if (sheet.touched.some((other) => /\/(?:name|code)$/.test(other))) return false;
  if (names.length < 2 || records.some((record) => names.some((name) => !Object.hasOwn(record, name))))
    return false;
  return reshape(
    sheet,
    list.pointer,
    records.map((record) => names.map((name) => record[name])),
    "rows for records",
  );
};

export const itemForList: Distortion = (sheet) => {
  const list = pickOf(sheet, sheet.reading.lists, ({ pointer, itemKind }: ListPlace) => {
    const items = at(sheet.draft, pointer);
    return Array.isArray(items) && items.length > 0 && itemKind !== undefined;
  });
  if (list === undefined) return false;
  const [item] = at(sheet.draft, list.pointer) as unknown[];
  if (typeof item === "string" && /[,;\n/+]|\band\b/.test(item)) return false;
  // Records depend on their fields and lists of words on nothing, so one item of any list is a list.
  if (/channels|outputFields/.test(list.pointer) && (valueAt(sheet, list.pointer) as unknown[]).length > 1)
    return false;
  put(sheet.expected, list.pointer, (valueAt(sheet, list.pointer) as unknown[]).slice(0, 1));
  return reshape(sheet, list.pointer, item, "one item for its list");
};

export const containerAsText: Distortion = (sheet) => {
  const containers: { pointer: string }[] = [
    ...sheet.reading.objects.filter(({ isRecord }) => !isRecord),
    ...sheet.reading.lists,
  ];
  const place = pickOf(sheet, containers, ({ pointer }) => typeof at(sheet.draft, pointer) === "object");
  if (place === undefined) return false;
  const value = at(sheet.draft, place.pointer);
  if (Object.keys(value as object).length === 0) return false;
  const text = sheet.random.chance(0.7) ? JSON.stringify(value) : JSON.stringify(value, null, 2);
  return reshape(sheet, place.pointer, text, "JSON as text for one member");
};

/** JSON text that says one name twice: a parser would keep one of them. */
export const repeatedName: Distortion = (sheet) => {
  const place = pickOf(
    sheet,
    sheet.reading.objects,
    ({ pointer, isRecord }) => isFree(sheet, pointer) && !isRecord,
  );
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer);
  const entry = isObject(value)
    ? Object.entries(value).find(([, item]) => typeof item === "string")
    : undefined;
  if (entry === undefined) return false;
  const [name, item] = entry;
  const text = `${JSON.stringify(value).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(`${String(item)} 2`)}}`;
  return write(sheet, place.pointer, text, "decision", "JSON as text with a name twice");
};

const isPlainText = (value: unknown) => typeof value === "string" && /^[A-Za-z0-9][\w@.+ -]*$/.test(value);

export const objectAsLines: Distortion = (sheet) => {
  const place = pickOf(sheet, sheet.reading.objects, ({ pointer, isRecord, isClosed }: ObjectPlace) => {
    const value = at(sheet.draft, pointer);
    return (
      isFree(sheet, pointer) &&
      !isRecord &&
      isClosed &&
      isObject(value) &&
      Object.keys(value).length >= 2 &&
      Object.values(value).every(
        (item) => isPlainText(item) || typeof item === "number" || typeof item === "boolean",
      )
    );
  });
  if (place === undefined) return false;
  const value = at(sheet.draft, place.pointer) as Record<string, unknown>;
  const lines = Object.entries(value).map(([name, item]) => `${name}: ${String(item)}`);
  return reshape(
    sheet,
    place.pointer,
    lines.join(sheet.random.pick([", ", "\n", "; "])),
    "an object as key: value text",
  );
};

/** All members of an object beside it, under its names or with its name before theirs. */
export const levelTooHigh: Distortion = (sheet) => {
  const { random, reading } = sheet;
  const parents = reading.objects.filter(({ isClosed, isRecord }) => isClosed && !isRecord);
  const place = pickOf(
    sheet,
    parents,
    ({ pointer }) => tokensOf(pointer).length === 1 && isFree(sheet, pointer),
  );
  const root = reading.objects.find(({ pointer }) => pointer === "");
  if (place === undefined || root === undefined || !root.isClosed) return false;
  const value = at(sheet.draft, place.pointer);
  const own = tokensOf(place.pointer)[0]!;
  if (!isObject(value) || !isObject(sheet.draft)) return false;
  const hasPrefix = random.chance(0.5);
  const nameOf = (name: string) => (hasPrefix ? own + name[0]!.toUpperCase() + name.slice(1) : name);
  const known = new Set([...root.names, ...Object.values(root.aliases).flat()]);
  const elsewhere = reading.objects
    .filter(({ pointer }) => pointer !== place.pointer)
    .flatMap(({ names }) => names);
  for (const name of Object.keys(value))
    if (
      known.has(nameOf(name)) ||
      Object.hasOwn(sheet.draft, nameOf(name)) ||
      elsewhere.includes(nameOf(name))
    )
      return false;
  const moved = Object.fromEntries(Object.entries(value).map(([name, item]) => [nameOf(name), item]));
  leaveOut(
    sheet,
    place.pointer,
    "suggested",
    hasPrefix ? "members a level too high, with a prefix" : "members a level too high",
  );
  sheet.draft = { ...(sheet.draft as object), ...moved };
  return true;
};

/** A member of the candidate inside one of its objects. */
export const levelTooLow: Distortion = (sheet) => {
  const { reading, random } = sheet;
  const root = reading.objects.find(({ pointer }) => pointer === "");
  const inner = pickOf(
    sheet,
    reading.objects,
    ({ pointer, isClosed, isRecord }) =>
      isClosed && !isRecord && tokensOf(pointer).length === 1 && isFree(sheet, pointer),
  );
  if (root === undefined || inner === undefined || !root.isClosed || !isObject(sheet.draft)) return false;
  const names = root.required.filter((name) => {
    const pointer = `/${name}`;
    const used = [...inner.names, ...Object.values(inner.aliases).flat()];
    return (
      pointer !== inner.pointer &&
      isFree(sheet, pointer) &&
      Object.hasOwn(sheet.draft as object, name) &&
      !used.includes(name) &&
      name.length > 4
    );
  });
  if (names.length === 0) return false;
  const name = random.pick(names);
  const value = (sheet.draft as Record<string, unknown>)[name];
  const holder = at(sheet.draft, inner.pointer);
  if (!isObject(holder)) return false;
  leaveOut(sheet, `/${name}`, "suggested", "a member a level too low");
  holder[name] = value;
  sheet.touched.push(inner.pointer);
  return true;
};
