/** Offers to keep what has no place of its own in the text that the package declares for it. */
import { type Path, parsePointer, valueAt } from "../json/pointer.ts";
import { quote } from "../unicode/describe.ts";
import { type FixDraft, fix, type Sink } from "./finding.ts";

/** Each offer repeats the notes, so that only some of a hostile candidate's members get one. */
const MAX_OFFERS = 12;

/** A fix that appends an unknown member to the notes, if it is a text or a list of texts and there is room. */
export function offerNotes(key: string, value: unknown, path: Path, sink: Sink): FixDraft[] {
  const at = sink.notes;
  const content = textOf(value);
  if (at === undefined || content === undefined || !key.isWellFormed() || sink.notesOffered >= MAX_OFFERS)
    return [];
  const place = parsePointer(at);
  const current = valueAt(sink.reading.value, place);
  if (current !== undefined && typeof current !== "string") return [];
  const label = path.length === 1 ? key : path.join("/");
  const text = current === undefined || current.trim() === "" ? "" : `${current}\n\n`;
  const to = `${text}${label}:${content}`;
  // An offer that is refused took as much as one that is made.
  sink.notesOffered++;
  if (!sink.accepts(at, to, place)) return [];
  const put =
    current === undefined
      ? ({ kind: "add", path: place, value: to } as const)
      : ({ kind: "replace", path: place, to } as const);
  const title = `Move it to ${quote(place.at(-1)!)}`;
  const draft = fix(title, ["structure", "open"], put, { kind: "remove", path });
  draft.isLastResort = true;
  return [draft];
}

/** What the notes say after the member's name. */
function textOf(value: unknown): string | undefined {
  if (isText(value)) return ` ${value}`;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isText)) return undefined;
  return value.map((item) => `\n- ${item}`).join("");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.isWellFormed();
}
