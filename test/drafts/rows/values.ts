/** Dates, times, booleans, addresses and identifiers, as people write them. */
import type { Kind } from "../places.ts";
import { type Distortion, mean, pickPlace, type Sheet, valueAt, write } from "../sheet.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

interface Day {
  year: number;
  month: number;
  day: number;
}

const two = (value: number) => String(value).padStart(2, "0");
const ofKind =
  (...kinds: Kind[]) =>
  ({ kind }: { kind: Kind }) =>
    kinds.includes(kind);

function dayOf(text: string): Day {
  const [year, month, day] = text.split("-").map(Number) as [number, number, number];
  return { year, month, day };
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? "st"
      : day % 10 === 2 && day !== 12
        ? "nd"
        : day % 10 === 3 && day !== 13
          ? "rd"
          : "th";
  return `${day}${ending}`;
}

/** Notations of a day that can be read in one way only. */
function plainNotations({ year, month, day }: Day): [string, string][] {
  const name = MONTHS[month - 1]!;
  const weekday = DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!;
  const notations: [string, string][] = [
    [`${day} ${name} ${year}`, "18 March 2024"],
    [`${name} ${day}, ${year}`, "March 18, 2024"],
    [`${day} ${name.slice(0, 3)} ${year}`, "18 Mar 2024"],
    [`${day}-${name.slice(0, 3)}-${year}`, "18-Mar-2024"],
    [`${year}/${month}/${day}`, "2024/3/18"],
    [`${year}.${two(month)}.${two(day)}`, "2024.03.18"],
    [`${ordinal(day)} ${name} ${year}`, "18th March 2024"],
    [`${weekday}, ${day} ${name} ${year}`, "Monday, 18 March 2024"],
    [`${year} ${name} ${day}`, "2024 March 18"],
  ];
  if (month < 10 || day < 10) notations.push([`${year}-${month}-${day}`, "2024-3-18"]);
  if (day > 12) {
    notations.push([`${two(day)}/${two(month)}/${year}`, "18/03/2024"]);
    notations.push([`${two(month)}/${two(day)}/${year}`, "03/18/2024"]);
    notations.push([`${two(day)}.${two(month)}.${year}`, "18.03.2024"]);
  }
  return notations;
}

export const dateOtherwise: Distortion = (sheet) => {
  const place = pickPlace(sheet, ofKind("date"));
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer);
  if (typeof value !== "string") return false;
  const [raw, kind] = sheet.random.pick(plainNotations(dayOf(value)));
  return write(sheet, place.pointer, raw, "suggested", `date as ${kind}`);
};

export const timeOtherwise: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, ofKind("time"));
  if (place === undefined) return false;
  const [hour, minute] = [random.int(0, 23), random.int(0, 59)];
  mean(sheet, place.pointer, `${two(hour)}:${two(minute)}:00`);
  const half = hour < 12 ? "am" : "pm";
  const shown = hour % 12 === 0 ? 12 : hour % 12;
  const notations: [string, string][] = [
    [`${two(hour)}:${two(minute)}`, "09:15"],
    [`${shown}:${two(minute)} ${half}`, "9:15 pm"],
    [`${shown}:${two(minute)}${half.toUpperCase()}`, "9:15PM"],
    [`${hour}:${two(minute)}`, "9:15"],
  ];
  const [raw, kind] = random.pick(notations);
  return write(sheet, place.pointer, raw, "suggested", `time as ${kind}`);
};

export const momentOtherwise: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, ofKind("datetime"));
  if (place === undefined) return false;
  const date = `${random.int(1999, 2029)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  const clock = `${two(random.int(0, 23))}:${two(random.int(0, 59))}`;
  const zone = random.pick(["Z", "+01:00", "-05:30"]);
  mean(sheet, place.pointer, `${date}T${clock}:00${zone}`);
  const notations: [string, string][] = [
    [`${date} ${clock}:00${zone}`, "2024-03-18 09:15:00Z"],
    [`${date}T${clock}${zone}`, "2024-03-18T09:15Z"],
    [`${date.replaceAll("-", "/")} ${clock}:00${zone}`, "2024/03/18 09:15:00Z"],
  ];
  if (zone !== "Z") notations.push([`${date}T${clock}:00${zone.replace(":", "")}`, "a zone as +0100"]);
  const [raw, kind] = random.pick(notations);
  return write(sheet, place.pointer, raw, "suggested", `moment as ${kind}`);
};

export const identifierOtherwise: Distortion = (sheet) => {
  const place = pickPlace(sheet, ofKind("uuid", "email"));
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer) as string;
  if (place.kind === "email") return write(sheet, place.pointer, `mailto:${value}`, "suggested", "mailto:");
  return write(sheet, place.pointer, `{${value}}`, "suggested", "a guid in braces");
};

export const booleanOtherwise: Distortion = (sheet) => {
  const place = pickPlace(sheet, ofKind("boolean"));
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer) === true;
  const raw = sheet.random.pick(value ? ["yes", "Yes", "on", "1", "YES"] : ["no", "No", "off", "0", "OFF"]);
  return write(sheet, place.pointer, raw, "suggested", "a word for true or false");
};

export const booleanAsText: Distortion = (sheet) => {
  const place = pickPlace(sheet, ofKind("boolean"));
  if (place === undefined) return false;
  const value = String(valueAt(sheet, place.pointer));
  const raw = sheet.random.pick([value, value.toUpperCase(), value[0]!.toUpperCase() + value.slice(1)]);
  return write(sheet, place.pointer, raw, "safe", "true or false as text");
};

/** Values with two readings, or that would lose what the author wrote. */
export const ambiguousValue: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, ofKind("date", "time", "datetime", "boolean", "email", "uuid"));
  if (place === undefined) return false;
  const [raw, kind] = random.pick(ambiguous(sheet, place.kind, valueAt(sheet, place.pointer)));
  return write(sheet, place.pointer, raw, "decision", kind);
};

function ambiguous({ random }: Sheet, kind: Kind, value: unknown): [unknown, string][] {
  const text = String(value);
  const [day, month] = [random.int(1, 12), random.int(1, 12)];
  const other = month === day ? (month % 12) + 1 : month;
  const year = random.int(1999, 2029);
  switch (kind) {
    case "date":
      return [
        [`${two(day)}/${two(other)}/${year}`, "day and month in either order"],
        [`${day}-${other}-${year}`, "day and month in either order, with hyphens"],
        [`${day} March ${two(year % 100)}`, "a year of two digits"],
        [`${two(day)}/${two(other)}/${two(year % 100)}`, "three numbers of two digits"],
        [`${text}T18:30:00Z`, "a moment for a day"],
        [`${year}-02-30`, "a day that does not exist"],
        [`March ${year}`, "a month without a day"],
        ["tomorrow", "a day that depends on today"],
        [`spring ${year}`, "a season"],
      ];
    case "time":
      return [
        ["9", "an hour, or a number"],
        ["25:10", "an hour that does not exist"],
        ["noon-ish", "no time of day"],
        ["13:15 pm", "two statements about one half of the day"],
        ["9:15:00 / 10:15:00", "two times"],
      ];
    case "datetime":
      return [
        [`${year}-03-18T09:15:00`, "a moment without a zone"],
        [`${year}-03-18`, "a day for a moment"],
        [`${two(day)}/${two(other)}/${year} 09:15`, "day and month in either order, with a time"],
        [`${year}-03-18T09:15:00 CET`, "a zone by its name"],
      ];
    case "boolean":
      return [
        ["maybe", "neither true nor false"],
        ["n/a", "no answer"],
        ["mostly", "neither true nor false, but nearly"],
        [2, "a number that is neither"],
        ["not yet", "no, with a condition"],
        ["yes, indoors", "yes, with a condition"],
      ];
    case "email":
      return [
        [`Ada Lovelace <${text}>`, "a name beside the address"],
        [text.replace("@", " at "), "an address in words"],
        [`${text}, second@example.org`, "two addresses"],
      ];
    default:
      return [
        [text.slice(0, -1), "a digit too few"],
        [`${text}0`, "a digit too many"],
        [text.replace(/[0-9a-f]$/, "o"), "a letter for a digit"],
      ];
  }
}

/** White space around a value, text in another Unicode form or with other line ends. */
export const looseText: Distortion = (sheet) => {
  const { random } = sheet;
  const place = pickPlace(sheet, ofKind("word", "date", "uuid", "email", "integer", "number", "prose"));
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer);
  if (place.kind === "prose") {
    const prose = random.chance(0.5) ? `${String(value)} à la carte` : `${String(value)}\nSecond line.`;
    if (prose.includes("\n") && place.pointer.toLowerCase().includes("name")) return false;
    if (prose.length > ((place.schema.maxLength as number | undefined) ?? 60)) return false;
    mean(sheet, place.pointer, prose);
    const raw = prose.includes("\n") ? prose.replaceAll("\n", "\r\n") : prose.normalize("NFD");
    return write(
      sheet,
      place.pointer,
      raw,
      "safe",
      prose.includes("\n") ? "other line ends" : "another Unicode form",
    );
  }
  if (typeof value !== "string") return false;
  const raw = random.pick([` ${value}`, `${value} `, `${value}\n`, `  ${value}\t`]);
  return write(sheet, place.pointer, raw, "safe", "white space at the ends");
};

const isPlainUrl = ({
  schema,
  kind,
  isRecordValue,
}: {
  schema: Record<string, unknown>;
  kind: Kind;
  isRecordValue?: boolean;
}) =>
  kind === "url" &&
  (isRecordValue === true || schema.pattern === undefined || /^\^https?\??:/.test(String(schema.pattern)));

/** An address without its scheme: only `www.` says that it is one. */
export const urlWithWww: Distortion = (sheet) => {
  const place = pickPlace(sheet, isPlainUrl);
  if (place === undefined || place.pointer === "/repository/url") return false;
  const path = sheet.random.pick(["", "/about", "/docs/start?lang=en", "/a/b"]);
  const host = `www.${sheet.random.pick(["example.org", "halden.example", "open-data.example"])}`;
  mean(sheet, place.pointer, `https://${host}${path}`);
  return write(sheet, place.pointer, `${host}${path}`, "suggested", "an address that begins with www.");
};

export const urlWithoutScheme: Distortion = (sheet) => {
  const place = pickPlace(sheet, ofKind("url"));
  if (place === undefined) return false;
  const value = valueAt(sheet, place.pointer) as string;
  const bare = value.replace(/^https?:\/\/(www\.)?/, "");
  const [raw, kind] = sheet.random.pick([
    [bare, "an address without its scheme"],
    ["a.jpg", "a file"],
    [`//${bare}`, "an address without its scheme, after slashes"],
    ["see our website", "no address"],
    [`htp://${bare}`, "a scheme with a letter missing"],
    [`localhost:8080/${bare.length}`, "a host and a port"],
  ] as const);
  return write(sheet, place.pointer, raw, "decision", kind);
};
