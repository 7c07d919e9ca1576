/** What belongs at a place, in a few words, so that it can be told from other places. */
import { quote } from "../unicode/describe.ts";
import type { Shape } from "./place.ts";

export function describeShape({ title, phrase, bounds, object }: Shape): string {
  const [mark] = [...(object?.members ?? [])].filter(([, { shape }]) => shape.onlyValue !== undefined);
  const what = mark
    ? `${phrase} with ${quote(mark[0])} ${mark[1].shape.phrase}`
    : object && object.required.size > 0
      ? `${phrase} with ${[...object.required].map(quote).join(" and ")}`
      : bounds
        ? `${phrase} of ${bounds}`
        : phrase;
  return title === undefined || what.includes(title) ? what : `${what} (${title})`;
}
