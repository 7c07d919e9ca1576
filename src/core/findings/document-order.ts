/** The order in which findings are reported: that of the document as its author wrote it. */

import { child, isPlainObject, type Path } from "../json/pointer.ts";
import type { Finding } from "./finding.ts";
import { originOf, type Reading } from "./reading.ts";

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
export function sortByPosition(findings: Finding[], reading: Reading, sent: unknown): readonly Finding[] {
  if (findings.length < 2) return findings;
  const members = new Map<object, Map<string, number>>();
  const ranked = findings.map((finding) => ({
    finding,
    rank: rankOf(finding.isSent ? finding.path : originOf(reading, finding.path).path, sent, members),
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

/** The position of a value among its siblings, level by level. */
function rankOf(path: Path, document: unknown, members: Map<object, Map<string, number>>): number[] {
  const rank = new Array<number>(path.length);
  let value = document;
  for (let depth = 0; depth < path.length; depth++) {
    const key = path[depth]!;
    rank[depth] =
      typeof key === "number" || !isPlainObject(value) ? Number(key) : orderOf(value, key, members);
    value = child(value, key);
  }
  return rank;
}

function orderOf(parent: object, key: string, members: Map<object, Map<string, number>>): number {
  let order = members.get(parent);
  if (!order) {
    order = new Map();
    for (const name of Object.keys(parent)) order.set(name, order.size);
    members.set(parent, order);
  }
  const known = order.get(key);
  if (known !== undefined) return known;
  order.set(key, order.size);
  return order.size - 1;
}
