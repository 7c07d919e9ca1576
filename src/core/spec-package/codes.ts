/** The codes of the schema and of packages. The codes of rules are in their spec package. */
import type { Severity } from "../types.ts";

/** What a diagnostic code means and what to do about it. */
export interface CodeEntry {
  code: string;
  severity: Severity;
  /** What is wrong, in a sentence. */
  summary: string;
  /** What to do about it. */
  fix: string;
  /** When the rule becomes an error, where it is not one yet. */
  effectiveAt?: string;
}

/** A row each: the code, what is wrong, and what to do about it. */
const ROWS = [
  "candidate-missing | The request has no candidate. | Send the proposal in the member `candidate`.",
  "rule-unevaluated | A rule has no answer for this proposal, for example because it divides by zero. | Change the value that the message names; if it is good, tell the product that publishes the rule.",
  "type-mismatch | A value has another JSON type than its member requires. | Send a value of the type that the message names; if the value can be converted, a fix offers the result.",
  "member-missing | A required member is absent. | Add it; the fix gives its shape.",
  "member-unknown | A member has a name that the spec package does not know. | Rename it to the member that was meant, or remove it.",
  "member-deprecated (warning) | A member is still accepted, and should no longer be used. | Use what the message names instead, or leave the member out.",
  "member-forbidden | A member is there that may not be, perhaps because of another one. | Remove it, or change what it excludes.",
  "member-repeated | An object has two members of the same name. Programs disagree about which of them counts, so a reviewer may see another proposal than the product. | Keep one of them; the message names each value and its place, and each fix keeps one.",
  "member-name | The name of a member does not have the form that its object requires. | Give the member a name of the form that the message describes.",
  "value-not-allowed | A value is not one of the few that are allowed. | Use one of the values in `expected`.",
  "value-deprecated (warning) | A word of a list is still accepted, and should no longer be used. | Use the word that the message names instead.",
  "value-refused | A value is one that is excluded, or fits none of several alternatives. | Use another value; the message says which are excluded.",
  "alternative-missing | An object has none of several members of which it needs one. | Add one of the members that the message names.",
  "alternatives-mixed | A value fits several alternatives of which exactly one may fit. | Remove what belongs to the other alternatives.",
  "text-too-short | A text is blank or has too few characters. | Write at least as many characters as the message says; characters are Unicode code points.",
  "text-too-long | A text has too many characters. | Shorten it; prose is counted after its ends are trimmed.",
  "placeholder-left | A text is still the placeholder `TODO`. | Write the text that belongs there.",
  "text-pattern | A text does not have the form that its member requires. | Write it in the form that the message describes; if one can be derived, a fix offers it.",
  "text-format | A text is not of the format that its member requires, such as a date or a URI. | Write it in the format that the message names; if it can be read, a fix offers the result.",
  "list-too-short | A list or object has too few entries. | Add entries.",
  "list-too-long | A list or object has too many entries. | Remove entries, or split the proposal.",
  "list-lacks-item | A list has too few items of a kind that it must contain. | Add an item of the kind that the message describes.",
  "item-repeated | An item occurs twice in a list. | Remove the repeat.",
  "number-too-small | A number is below the minimum. | Use a number within the bounds in `expected`.",
  "number-too-large | A number is above the maximum. | Use a number within the bounds in `expected`.",
  "number-not-multiple | A number is not a multiple of the step that its member requires. | Use a multiple of the number in `expected`.",
  "number-out-of-range | A number is larger than a JSON number can be. | Use a smaller number, or a string.",
  "number-imprecise (warning) | A number has more digits than a JSON number keeps, so that it becomes another one. | Send it as text if all of its digits matter, otherwise with 15 digits.",
  "lone-surrogate | A text or member name contains half of a surrogate pair, which is not a character. | Write the whole character, or remove the half.",
  "nested-too-deep | Objects and arrays are nested deeper than any product accepts. | Flatten the value.",
  "rules-stale (warning) | The product could not be reached recently, so the verdict rests on an older copy of its rules or registry. | Nothing is wrong with the candidate. Validate again before submitting.",
  "package-shape | A proposal package lacks a member, has one too many, or has one of the wrong type. | Build the package again instead of writing it by hand.",
  "package-product | A proposal package is for another product or domain. | Submit it to the product that it names.",
  "package-outdated | A proposal package was built on rules that are no longer current. | Validate and build the candidate again.",
  "package-digest | A proposal package does not match its own digest. | Build the package again, and submit it unchanged.",
  "package-not-normalized | The candidate in a proposal package is not in its normal form. | Build the package again, and submit it unchanged.",
];

/** The codes that every spec package has: those of the schema and of packages. */
export const BUILT_IN_CODES: readonly CodeEntry[] = ROWS.map((row) => {
  const [name, summary, fix] = row.split(" | ") as [string, string, string];
  const code = name.replace(" (warning)", "");
  return { code, severity: code === name ? "error" : "warning", summary, fix };
});

/** The catalogue behind the page of rules, in the order in which they are checked. */
export function describeCodes(spec?: { codes: readonly CodeEntry[] }): CodeEntry[] {
  return [...BUILT_IN_CODES, ...(spec?.codes ?? [])];
}
