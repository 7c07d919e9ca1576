/** What is said about the types of values. The page has this module's values alone, made when it is built: it tests no value. */
import { FORMATS, VALUE_TYPES } from "./value-types.ts";

/** By type: what a value looks like, and one that is of it, as JSON. The format `time` wants more than the type of that name. */
export const TYPE_TEXTS: Readonly<Record<string, { phrase: string; good: string }>> = Object.fromEntries(
  Object.entries({ ...VALUE_TYPES, "time-with-offset": FORMATS.get("time")! }).map(
    ([type, { phrase, good }]) => [type, { phrase, good: JSON.stringify(good) }],
  ),
);
