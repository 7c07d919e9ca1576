/** Drafts of the generator as cases of the corpus: each is a start with a few changes. */
import { type Changes, draftOf, type RepairCase, repairedOf } from "../../corpus/cases.mjs";
import { readDomains } from "./domains.ts";
import { type Draft, generate } from "./generate.ts";
import { isObject, isSame, pointerOf } from "./json.ts";
import { createJudge } from "./judge.ts";

/** Makes this many cases for each row of the table, all with different drafts. */
export function freeze(seed: number, count: number): RepairCase[] {
  const judge = createJudge();
  const starts = readDomains().flatMap(({ name, starts: own }) =>
    own.map((start) => ({ ...start, domain: name })),
  );
  const cases: RepairCase[] = [];
  const seen = new Set<string>();
  const isValid = ({ name }: { name: string }, candidate: unknown) => judge.isValid(name, candidate);
  for (const draft of generate({ seed, count: count * 4, isValid, plain: true })) {
    const key = JSON.stringify([draft.domain, draft.draft]);
    if (seen.has(key) || cases.length === count) continue;
    seen.add(key);
    const start = nearest(
      starts.filter(({ domain }) => domain === draft.domain),
      draft,
    );
    const repairCase = caseOf(draft, start, cases.length + 1);
    if (!isSame(draftOf(repairCase), draft.draft) || !isSame(repairedOf(repairCase), draft.expected))
      throw new Error(`${draft.id} cannot be told by changes`);
    cases.push(repairCase);
  }
  return cases;
}

interface Start {
  name: string;
  candidate: unknown;
}

/** The start from which the expected candidate differs least. */
function nearest(starts: readonly Start[], { expected }: Draft): Start {
  const size = ({ candidate }: Start) => JSON.stringify(changesBetween(candidate, expected)).length;
  return starts.reduce((best, start) => (size(start) < size(best) ? start : best));
}

function caseOf(
  { domain, row, kinds, need, draft, expected }: Draft,
  start: Start,
  number: number,
): RepairCase {
  const fromStart = changesBetween(start.candidate, expected);
  const fromDraft = changesBetween(draft, expected);
  const isNearDraft = JSON.stringify(fromDraft).length < JSON.stringify(fromStart).length;
  return {
    id: `table/${number}`,
    title: `${row}: ${kinds.join(", ")} (${number})`,
    domain,
    repair: "suggested",
    start: start.name,
    ...changesBetween(start.candidate, draft),
    repaired: {
      valid: need !== "decision",
      from: isNearDraft ? "draft" : "start",
      ...(isNearDraft ? fromDraft : fromStart),
    },
  };
}

/** What turns one value into the other, in the words of the corpus. */
function changesBetween(from: unknown, to: unknown): Changes {
  const changes: Required<Changes> = { remove: [], rename: {}, set: {} };
  collect(from, to, [], changes);
  const { remove, rename, set } = changes;
  return {
    ...(remove.length > 0 && { remove }),
    ...(Object.keys(rename).length > 0 && { rename }),
    ...(Object.keys(set).length > 0 && { set }),
  };
}

function collect(from: unknown, to: unknown, tokens: string[], changes: Required<Changes>): void {
  if (isSame(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, item] of from.entries()) collect(item, to[index], [...tokens, String(index)], changes);
  } else if (isObject(from) && isObject(to) && Object.keys(from).some((name) => Object.hasOwn(to, name))) {
    collectMembers(from, to, tokens, changes);
  } else changes.set[pointerOf(tokens)] = to;
}

function collectMembers(
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  tokens: string[],
  changes: Required<Changes>,
): void {
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  const come = Object.keys(to).filter((name) => !Object.hasOwn(from, name));
  for (const name of gone) {
    const other = come.find((candidate) => isSame(from[name], to[candidate]));
    if (other === undefined) changes.remove.push(pointerOf([...tokens, name]));
    else {
      changes.rename[pointerOf([...tokens, name])] = other;
      come.splice(come.indexOf(other), 1);
    }
  }
  for (const name of come) changes.set[pointerOf([...tokens, name])] = to[name];
  for (const name of Object.keys(from))
    if (Object.hasOwn(to, name)) collect(from[name], to[name], [...tokens, name], changes);
}
