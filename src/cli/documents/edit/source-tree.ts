/** What a parser found in a text, in the same shape for JSON and YAML: each value with the place where it stands. */

export interface SourceValue {
  readonly kind: "object" | "list" | "scalar";
  /** Of a scalar. */
  readonly value: unknown;
  /** With its anchor and tag, if it has them. */
  readonly start: number;
  /** Where the value itself starts, after anchor and tag. */
  readonly ownStart: number;
  readonly end: number;
  readonly entries: readonly SourceEntry[];
  /** A collection of YAML that is told by its indentation. */
  readonly isBlock: boolean;
  /** How a scalar of YAML is written, such as `QUOTE_SINGLE`. */
  readonly style?: string | undefined;
  /** For an alias: the value that it repeats. */
  readonly aliasOf?: SourceValue | undefined;
  /** Members that a merge key brings in, unless the object has them itself. */
  readonly merged?: readonly SourceEntry[] | undefined;
}

/** A member of an object or an item of a list. */
export interface SourceEntry {
  /** Empty for items. */
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: SourceValue;
  /** With the name, or with the dash of a block list. */
  readonly start: number;
  /** In block collections: with the comment on its last line. */
  readonly end: number;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

/** A text with its tree, and how its language writes what is new. */
export interface SourceText {
  readonly text: string;
  readonly root: SourceValue;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
  readonly hasAliases: boolean;
  readonly isJson: boolean;
  /** Whether new objects get a line for each member, where they stand in brackets. */
  readonly isMultiline: boolean;
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
  /** Between a name and its value in brackets. */
  readonly colon: string;
  /** After a comma on one line. */
  readonly gap: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
  writeName(name: string, isInFlow: boolean): string;
  /** `was`: the scalar that it replaces. `indent`: of the lines after the first. */
  writeScalar(value: unknown, was: SourceValue | undefined, isInFlow: boolean, indent: string): string;
}

/** The name of merge keys in the tree, which no member can have. */
export const MERGE = "\0<<";

/** Why a text cannot be edited. */
export class CannotEdit extends Error {}
