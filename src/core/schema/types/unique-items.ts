/** `uniqueItems`: no two items of a list are equal. Takes time linear in the list. */
import type { Grounds } from "../../evidence/evidence.ts";
import { fix } from "../../findings/finding.ts";
import { createValueMap } from "../../json/value-set.ts";
import { actualOf, found } from "../../unicode/describe.ts";
import { fault, type Visit } from "../place.ts";

/** The first item that equals an earlier one. */
export function firstRepeat(list: readonly unknown[]): number | undefined {
  const seen = createValueMap<true>();
  for (let index = 0; index < list.length; index++) {
    if (seen.get(list[index]) === true) return index;
    seen.set(list[index], true);
  }
  return undefined;
}

export function reportRepeats(list: readonly unknown[], isSet: boolean, visit: Visit): void {
  // Nothing is lost in a set: the same is said a few items earlier. Elsewhere a position may mean something.
  const grounds: Grounds = isSet ? ["notation", "same"] : ["rule", "open"];
  const seen = createValueMap<number>();
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const earlier = seen.get(item);
    if (earlier === undefined) {
      seen.set(item, index);
      continue;
    }
    const path = [...visit.path, index];
    const detail = () => ({
      message: `${found(item)} is already here, as item ${earlier + 1}; each may occur once.`,
      actual: actualOf(item),
      fixes: [fix("Remove the repeat", grounds, { kind: "remove" as const, path })],
      related: [{ path: [...path.slice(0, -1), earlier], message: "It is here first" }],
    });
    fault(visit, "item-repeated", detail, path);
  }
}
