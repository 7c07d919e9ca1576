/** A candidate that is sent as text: by models that quote it, in chats, and with files. */

import { fix, type Sink } from "../findings/finding.ts";
import { describeRepeat } from "../findings/repeated-names.ts";
import { findRepeats, hasInexactNumber } from "../json/notes.ts";
import type { Path, PathKey } from "../json/pointer.ts";
import { Meter } from "../meter/meter.ts";
import { type ReadText, readText } from "../reader/read-text.ts";
import { SCHEMA_ALONE } from "../schema/place.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { actualOf, listAll, shown } from "../unicode/describe.ts";

/** A candidate as it is checked, and what one request may spend on it. */
export interface Opened {
  /** What was sent, or what it says where it is JSON as text, which is read without a remark. */
  readonly candidate: unknown;
  /** What was read in a candidate that is another text. */
  readonly read?: Exclude<ReadText, { kind: "json" }>;
  readonly meter: Meter;
}

export function asItIs(candidate: unknown): Opened {
  return { candidate, meter: new Meter() };
}

export function openCandidate({ schema: { root } }: SpecPackage, sent: unknown): Opened {
  if (typeof sent !== "string" || root.ok(sent, SCHEMA_ALONE)) return asItIs(sent);
  const meter = new Meter();
  const read = readText(sent, meter);
  return read.kind === "json" ? { candidate: read.value, meter } : { candidate: sent, read, meter };
}

/** What a text looks like that was meant as JSON. */
const LIKE_JSON = /[{[]|`{3}|~{3}/;

/** Reports a text in which a proposal was found, or was meant to be. False: the schema has more to say about it. */
export function reportText(text: string, read: NonNullable<Opened["read"]>, sink: Sink): boolean {
  const { reading } = sink;
  const isFound = read.kind === "found" && reading.originOf([]).isInText;
  if (!isFound && (reading.value !== text || !LIKE_JSON.test(text))) return false;
  if (!isFound) sink.skip(text, false, []);
  const detail = () => {
    const about = { expected: "object", actual: actualOf(text) };
    if (!isFound) {
      const reason =
        read.kind === "unread" ? read.reason() : "what is in it has other members than a proposal";
      const message = `Expected an object, found a text in which none can be read: ${reason}.`;
      return { ...about, message };
    }
    const repeats = findRepeats(read.value).map((repeat) => describeRepeat(repeat).message);
    const lost = reading.company;
    // Digits, repeated values and what stands beside the proposal would be lost.
    const certainty =
      repeats.length > 0 || lost.length > 0 || hasInexactNumber(read.value) ? "open" : "clear";
    const beside = lost.length === 0 ? "" : ` beside ${namesOf(lost)}`;
    const message = `Expected an object, found a text with one in it${beside}, read past ${read.past().join("; ")}.`;
    const to = reading.value;
    return {
      ...about,
      message: [message, ...repeats.slice(0, MAX_REPEATS)].join(" "),
      fixes: [fix(`Use ${shown(to)}`, ["structure", certainty], { kind: "choose", path: [], to })],
    };
  };
  sink.add("type-mismatch", "error", detail, [], "sent");
  return true;
}

/** More would make the message unreadable. */
const MAX_REPEATS = 3;

export function namesOf(paths: readonly Path[]): string {
  return listAll([...new Set(paths.map((path) => String(path.at(-1))))]);
}

/** Whether a member says what the request around a candidate says, which callers sometimes send a second time inside it. */
export function isOfRequest({ targetProduct, domainId }: SpecPackage, name: string, value: unknown): boolean {
  if (name === "targetProduct") return value === targetProduct;
  if (name === "domainId") return value === domainId;
  if (name === "repair") return value === "safe" || value === "suggested";
  return name === "view" && (value === "full" || value === "brief");
}

/** What stands beside a proposal at a path, or beside something around it, apart from parts of a request. */
export function companyOf(spec: SpecPackage, value: unknown, path: Path): Path[] {
  const company: Path[] = [];
  let around = value;
  for (const [depth, key] of path.entries()) {
    for (const [name, item] of Object.entries(around as object))
      if (name !== String(key) && !isOfRequest(spec, name, item))
        company.push([...path.slice(0, depth), name]);
    around = (around as Record<PathKey, unknown>)[key];
  }
  return company;
}
