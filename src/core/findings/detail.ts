/** What a finding has to say, and the changes that would resolve it. */
import { type Grade, type Grounds, gradeOf } from "../evidence/evidence.ts";
import type { Path } from "../json/pointer.ts";
import { quote } from "../unicode/describe.ts";

export interface Detail {
  message: string;
  expected?: unknown;
  actual?: unknown;
  /** Best first. */
  fixes?: FixDraft[];
  related?: { readonly path: Path; readonly message: string }[];
}

/** One change to the candidate as it was read. */
export type Edit =
  | { kind: "replace"; path: Path; to: unknown }
  /** The same at a path of the candidate as sent, also with the value that stands there. */
  | { kind: "choose"; path: Path; to: unknown }
  | { kind: "remove"; path: Path }
  | { kind: "add"; path: Path; value: unknown }
  /** Moves a value to another path. */
  | { kind: "move"; path: Path; to: Path }
  /** Makes sure that an object is there. */
  | { kind: "ensure"; path: Path }
  /** Puts a value into a list of its own. */
  | { kind: "wrap"; path: Path }
  /** Puts the only item of a list in its place. */
  | { kind: "unwrap"; path: Path }
  /** Makes a list of the values of a map; each gets its name in the map as a member. */
  | { kind: "listEntries"; path: Path; key: string }
  /** Makes a record of a row; its cells are in the order of the columns. */
  | { kind: "nameCells"; path: Path; columns: readonly string[] }
  /** Puts a member where it belongs that was read from elsewhere. */
  | { kind: "settle"; path: Path };

export interface FixDraft {
  title: string;
  grade: Grade;
  edits: Edit[];
  /** Whether it explains nothing, so that it may stand behind a removal where it cannot be first. */
  isLastResort?: true;
}

/** A fix, graded by what speaks for it. */
export function fix(title: string, grounds: Grounds, ...edits: Edit[]): FixDraft {
  return { title, grade: gradeOf(grounds), edits };
}

/** The fix that adds a member with its content left open; none if there is no value that would be noticed. */
export function fillIn(
  name: string,
  path: Path,
  value: unknown,
  grounds: Grounds = "placeholder",
): FixDraft[] {
  if (value === undefined) return [];
  return [fix(`Add ${quote(name)} to fill in`, grounds, { kind: "add", path, value })];
}
