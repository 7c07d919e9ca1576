/** Where the entries of an edited tree come from in the text, and in which order they are written. */
import { type Draft, type DraftEntry, entriesOf } from "./draft.ts";
import type { SourceEntry, SourceValue } from "./source-tree.ts";

/** Which drafts stand for which values, and which entries of the text are still somewhere. */
export function survey(root: Draft) {
  const places = new Map<SourceValue, Draft>();
  const placed = new Set<SourceEntry>();
  const visit = (draft: Draft): void => {
    if (draft.source?.aliasOf !== undefined) return;
    if (draft.source) places.set(draft.source, draft);
    for (const entry of draft.entries ?? []) {
      if (entry.source) placed.add(entry.source);
      visit(entry.draft);
    }
  };
  visit(root);
  return { places, placed };
}

function firstOffset(draft: Draft): number {
  if (draft.source) return draft.source.start;
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...(draft.entries ?? []).map(({ draft: inner, source: from }) => from?.start ?? firstOffset(inner)),
  );
}

/** Members stand in the order of the text that they come from; new ones come last. */
export function inOrder(draft: Draft, was?: SourceValue): DraftEntry[] {
  const entries = entriesOf(draft);
  if (draft.kind === "list") return entries;
  const keyOf = ({ name, draft: inner, source: from }: DraftEntry): number =>
    from?.start ?? was?.entries.find((entry) => entry.name === name)?.start ?? firstOffset(inner);
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => (one.key === other.key ? 0 : one.key - other.key))
    .map(({ entry }) => entry);
}
