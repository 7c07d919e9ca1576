/** Reads a candidate as it was meant: see findings/reading.ts. */
import { createReading, type Reading } from "../findings/reading.ts";
import { isPlainObject } from "../json/pointer.ts";
import type { Place } from "../schema/place.ts";
import type { Effort } from "../similar/effort.ts";

/** Members of the request around a candidate, which callers sometimes send a second time inside it. */
const ENVELOPE_MEMBERS = ["targetProduct", "domainId", "repair"];
const MIN_KNOWN_MEMBERS = 2;

export function readCandidate(root: Place, candidate: unknown, effort: Effort): Reading {
  const reading = createReading(candidate, effort);
  const wrapper = wrapperOf(root, candidate);
  let value = candidate;
  if (wrapper !== undefined) {
    value = (candidate as Record<string, unknown>)[wrapper];
    reading.origins.set([], { path: [wrapper] });
  }
  reading.value = root.read?.(value, [], reading) ?? value;
  return reading;
}

/** The member that holds the whole proposal, if one was put around it. */
function wrapperOf(root: Place, candidate: unknown): string | undefined {
  const members = root.shape.object?.members;
  if (!isPlainObject(candidate) || members === undefined) return undefined;
  const keys = Object.keys(candidate).filter((key) => !ENVELOPE_MEMBERS.includes(key));
  const [key] = keys;
  if (keys.length !== 1 || key === "__proto__" || members.has(key!)) return undefined;
  const inner = candidate[key!];
  if (!isPlainObject(inner)) return undefined;
  const names = Object.keys(inner);
  const known = names.filter((name) => members.has(name)).length;
  const isProposal =
    known >= Math.min(MIN_KNOWN_MEMBERS, members.size) ||
    (names.length > MIN_KNOWN_MEMBERS && root.suits(inner));
  return isProposal ? key : undefined;
}
