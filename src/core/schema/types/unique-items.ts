/** `uniqueItems`: no two items of a list are equal. Takes time linear in the list. */
import type { Grounds } from "../../evidence/evidence.ts";
import { fix, type Sink } from "../../findings/finding.ts";
import { canonicalize } from "../../json/canonical.ts";
import { isSafeJson } from "../../json/safety.ts";
import { actualOf, found } from "../../unicode/describe.ts";

/** The first item that equals an earlier one. */
export function firstRepeat(list: readonly unknown[]): number | undefined {
  const seen = new Set<unknown>();
  for (let index = 0; index < list.length; index++) {
    const key = keyOf(list[index]);
    if (key === undefined) continue;
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return undefined;
}

export function reportRepeats(list: readonly unknown[], isSet: boolean, sink: Sink): void {
  // Nothing is lost in a set: the same is said a few items earlier. Elsewhere a position may mean something.
  const grounds: Grounds = isSet ? ["notation", "same"] : ["rule", "open"];
  const seen = new Map<unknown, number>();
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const key = keyOf(item);
    if (key === undefined) continue;
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, index);
      continue;
    }
    const path = [...sink.path, index];
    const detail = () => ({
      message: `${found(item)} is already here, as item ${earlier + 1}; each may occur once.`,
      actual: actualOf(item),
      fixes: [fix("Remove the repeat", grounds, { kind: "remove" as const, path })],
      related: [{ path: [...path.slice(0, -1), earlier], message: "It is here first" }],
    });
    sink.add("item-repeated", "error", detail, path);
  }
}

/** Equal items have the same key. Values that JSON cannot carry are reported elsewhere and have none. */
function keyOf(item: unknown): unknown {
  if (typeof item === "string") return `"${item}`;
  if (typeof item !== "object" || item === null) return item;
  return isSafeJson(item, 0) ? canonicalize(item) : undefined;
}
