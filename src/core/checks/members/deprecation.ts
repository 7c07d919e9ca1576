/** `deprecated` beside a word of a list or a member, read. */
import { isPlainObject } from "../../json/pointer.ts";

/** `deprecated` as the author of a package writes it. */
export type DeprecationDocument = boolean | Deprecation;

export interface Deprecation {
  /** Why, in a sentence. */
  message?: string;
  /** What to use instead: another word of the list, or another member of the same object. */
  use?: string;
  /** Whether the replacement may be made without asking. */
  repair?: boolean;
}

const TEXTS = { message: 500, use: 200 };

/** Undefined where nothing is deprecated; "invalid" if it says neither. */
export function readDeprecation(value: unknown): Deprecation | "invalid" | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return {};
  if (!isPlainObject(value)) return "invalid";
  const isText = (name: keyof typeof TEXTS) => {
    const text = value[name];
    return text === undefined || (typeof text === "string" && text.length > 0 && text.length <= TEXTS[name]);
  };
  const isKnown = Object.keys(value).every((name) => name in TEXTS || name === "repair");
  const isSound =
    isText("message") && isText("use") && ["boolean", "undefined"].includes(typeof value.repair);
  return isKnown && isSound ? (value as Deprecation) : "invalid";
}
