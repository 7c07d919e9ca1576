/** What is said about the types of values. The page has this module's values alone, made when it is built: it tests no value. */
import { VALUE_TYPES } from "./value-types.ts";

/** By type: what a value looks like, and one that is of it, as JSON. */
export const TYPE_TEXTS: Readonly<Record<string, { phrase: string; good: string }>> = Object.fromEntries(
  Object.entries(VALUE_TYPES).map(([type, { phrase, good }]) => [
    type,
    { phrase, good: JSON.stringify(good) },
  ]),
);
