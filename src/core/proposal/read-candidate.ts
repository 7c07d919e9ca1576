/** Reads a candidate as it was meant, also one that is sent as text. */
import { fix, Reading, type RegistryScope, type Sink } from "../findings/finding.ts";
import { describeRepeat } from "../findings/unsafe-json.ts";
import { findRepeats, hasInexactNumber } from "../json/notes.ts";
import { isPlainObject, type Path, type PathKey } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { lookIntoText } from "../reader/read-json.ts";
import type { Place, Shape } from "../schema/place.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { actualOf, listAll, shown } from "../unicode/describe.ts";
import type { Opened } from "./quick-pass.ts";

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
function isOfRequest({ targetProduct, domainId }: SpecPackage, name: string, value: unknown): boolean {
  if (name === "targetProduct") return value === targetProduct;
  if (name === "domainId") return value === domainId;
  if (name === "repair") return value === "safe" || value === "suggested";
  return name === "view" && (value === "full" || value === "brief");
}

function companyOf(spec: SpecPackage, value: unknown, path: Path): Path[] {
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

const MIN_KNOWN_MEMBERS = 2;
const MAX_WRAPPERS = 3;
const MAX_COMPANY = 12;

export function readCandidate(
  spec: SpecPackage,
  { candidate, read, meter }: Opened,
  scope: RegistryScope,
): Reading {
  const { root } = spec.schema;
  const reading = new Reading(candidate, meter, scope);
  const inText = root.shape.object && read?.kind === "found" ? read : undefined;
  // What cannot be read as JSON was looked through already.
  const whole = inText?.value ?? candidate;
  const path = read?.kind === "unread" ? undefined : pathToProposal(whole, 0);
  // An object among words may be a part of what they say.
  const isInText = inText !== undefined && (path !== undefined || !inText.isAmongWords);
  let value = isInText ? whole : candidate;
  for (const key of path ?? []) value = (value as Record<PathKey, unknown>)[key];
  reading.wrapper = path ?? [];
  reading.company = companyOf(spec, whole, reading.wrapper);
  if (isInText || reading.wrapper.length > 0)
    reading.setOrigin([], { path: isInText ? [] : reading.wrapper, isInText });
  reading.value = root.read?.(value, [], reading) ?? value;
  for (const rule of spec.rules.whole) rule.insight?.read(reading);
  return reading;

  /** Where the proposal is inside the objects and lists of one that were put around it; undefined if it is nowhere. */
  function pathToProposal(value: unknown, depth: number): PathKey[] | undefined {
    if (root.shape.object === undefined || depth > MAX_WRAPPERS) return undefined;
    const key = wrapperOf(value);
    if (key !== undefined) {
      const below = pathToProposal((value as Record<PathKey, unknown>)[key], depth + 1);
      if (below !== undefined) return [key, ...below];
    }
    return isProposal(root, value, meter) ? [] : undefined;
  }

  /** The only thing in a list or object that is not a proposal itself. */
  function wrapperOf(value: unknown): PathKey | undefined {
    if (Array.isArray(value)) return value.length === 1 ? 0 : undefined;
    if (!isPlainObject(value)) return undefined;
    const keys = Object.keys(value).filter((key) => !isOfRequest(spec, key, value[key]));
    const holders = keys.length === 1 ? keys : holdersAmong(root, value, keys, meter);
    const [key] = holders;
    if (holders.length !== 1 || key === "__proto__" || root.shape.object!.members.has(key!)) return undefined;
    return isMember(root, key!, value[key!], meter) ? undefined : key;
  }
}

/** The members that plainly hold a proposal, in an object that is none, such as an answer with its reasons. */
function holdersAmong(root: Place, value: Record<string, unknown>, keys: readonly string[], meter: Meter) {
  const known = countKnown(root.shape, value);
  const { required } = root.shape.object!;
  // Where any member is allowed, what has a member of a proposal and lacks none is one.
  const isWhole = known > 0 && !isClosed(root) && [...required].every((name) => Object.hasOwn(value, name));
  if (keys.length > MAX_COMPANY || known >= MIN_KNOWN_MEMBERS || isWhole) return [];
  return keys.filter((key) => holdsProposal(root.shape, value[key], 1, meter));
}

function holdsProposal(shape: Shape, value: unknown, depth: number, meter: Meter): boolean {
  const inner = typeof value === "string" ? lookIntoText(value, meter) : value;
  if (typeof inner !== "object" || inner === null) return false;
  const { members, required } = shape.object!;
  const enough = Math.max(Math.min(MIN_KNOWN_MEMBERS, members.size), required.size / 2);
  if (countKnown(shape, inner) >= enough) return true;
  const items = Object.values(inner);
  const isSearched = depth < MAX_WRAPPERS && items.length <= MAX_COMPANY && value === inner;
  return isSearched && items.some((item) => holdsProposal(shape, item, depth + 1, meter));
}

/** A member under a similar name is no wrapper, unless what is in it looks more like a proposal than like an item. */
function isMember(root: Place, name: string, value: unknown, meter: Meter): boolean {
  if (!isClosed(root) || !root.suits({ [name]: value }, meter)) return false;
  const { members } = root.shape.object!;
  let inner = value;
  for (let depth = 0; depth < MAX_WRAPPERS && isPlainObject(inner); depth++) {
    const [key, another] = Object.keys(inner);
    if (key === undefined || another !== undefined || members.has(key)) break;
    inner = inner[key];
  }
  const known = countKnown(root.shape, inner);
  const isOfMember = ({ shape }: Place) =>
    [shape, shape.items?.shape, shape.object?.entry?.shape].some((each) => countKnown(each, inner) >= known);
  return known < MIN_KNOWN_MEMBERS || [...members.values()].some(isOfMember);
}

function isProposal(root: Place, value: unknown, meter: Meter): boolean {
  const object = typeof value === "string" ? lookIntoText(value, meter) : value;
  if (!isPlainObject(object)) return false;
  if (countKnown(root.shape, object) >= Math.min(MIN_KNOWN_MEMBERS, root.shape.object!.members.size))
    return true;
  // Where any member is allowed, any object would suit.
  return isClosed(root) && Object.keys(object).length > MIN_KNOWN_MEMBERS && root.suits(object, meter);
}

function countKnown(shape: Shape | undefined, value: unknown): number {
  const members = shape?.object?.members;
  if (members === undefined || !isPlainObject(value)) return 0;
  let known = 0;
  for (const name of members.keys()) if (Object.hasOwn(value, name)) known++;
  return known;
}

const isClosed = (root: Place) => root.shape.object?.others === "none";
