/** The order in which findings are reported: that of the document as its author wrote it. */

import { child, isPlainObject, type Path } from "../json/pointer.ts";
import type { Finding } from "./finding.ts";
import { originOf, type Reading } from "./reading.ts";

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
export function sortByPosition(findings: Finding[], reading: Reading, sent: unknown): readonly Finding[] {
  if (findings.length < 2) return findings;
  const members: Members = new Map();
  const paths = findings.map(({ isSent, path }) => (isSent ? path : originOf(reading, path).path));
  for (const path of paths) noteMembers(path, sent, members);
  for (const [parent, order] of members) {
    let position = 0;
    for (const name in parent) {
      if (order.has(name)) order.set(name, position);
      position++;
    }
    for (const [name, known] of order) if (known === ABSENT) order.set(name, position++);
  }
  const ranked = findings.map((finding, index) => ({
    finding,
    rank: rankOf(paths[index]!, sent, members),
  }));
  ranked.sort(
    (a, b) =>
      compareRanks(a.rank, b.rank) ||
      (a.finding.code < b.finding.code ? -1 : a.finding.code > b.finding.code ? 1 : 0),
  );
  return ranked.map(({ finding }) => finding);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The positions of those members of an object that have findings. An object can have thousands of others. */
type Members = Map<object, Map<string, number>>;

const ABSENT = -1;

function noteMembers(path: Path, document: unknown, members: Members): void {
  let value = document;
  for (const key of path) {
    if (typeof key === "string" && isPlainObject(value)) {
      const order = members.get(value) ?? new Map<string, number>();
      members.set(value, order);
      if (!order.has(key)) order.set(key, ABSENT);
    }
    value = child(value, key);
  }
}

/** The position of a value among its siblings, level by level. */
function rankOf(path: Path, document: unknown, members: Members): number[] {
  let value = document;
  return path.map((key) => {
    const order = typeof key === "string" && isPlainObject(value) ? members.get(value) : undefined;
    value = child(value, key);
    return order === undefined ? Number(key) : order.get(String(key))!;
  });
}
