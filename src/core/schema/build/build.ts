/** What the parts of the schema compiler share. */
import type { Json } from "../../types.ts";
import type { SchemaNode } from "../nodes/node.ts";
import type { AttachedRule } from "../nodes/place-rules.ts";

/** Why a spec package is refused. */
export interface Reason {
  /** Where in the spec package. */
  pointer: string;
  code: string;
  message: string;
}

/** All that a compiled part depends on besides its schemas and its place; `keyOf` in compile.ts names all of it. */
export interface SchemaContext {
  /** Path patterns of prose, which is measured as normalization will leave it. */
  prose: ReadonlySet<string>;
  /** Rules on single values by path pattern. */
  rulesAt: ReadonlyMap<string, readonly AttachedRule[]>;
  /** Other names of members, by the path pattern of the member. */
  aliases: ReadonlyMap<string, readonly string[]>;
  /** What people write instead of a value of an `enum`, by the path pattern of the value. */
  valueAliases?: ReadonlyMap<string, ReadonlyMap<string, Json>>;
  /** Where the schema stands in the package, for reasons. */
  pointer: string;
  /**
   * Takes every schema by its standard meaning, also where it is contradictory, expensive or cannot give a useful
   * report. For the test suite of JSON Schema; spec packages are held to more.
   */
  isBare?: boolean;
}

/** A schema that applies to a value. */
export interface Layer {
  schema: unknown;
  /** Where it stands in the package. */
  pointer: string;
  /** The references that were followed to get there. */
  refs: readonly string[];
}

/** A layer that is an object, with its references resolved into layers of their own. */
export interface Part extends Layer {
  schema: Record<string, unknown>;
}

/** Where in a candidate a schema applies. */
export interface Place {
  /** The path pattern. */
  at: string;
  /** How many levels it is below the root. */
  depth: number;
  /** Whether it only tests a value, as `if` and `not` do, so that no rule and no placeholder applies. */
  isTest: boolean;
  /**
   * Whether another node judges the same value too, as beside `if` and `not`, so that this one need not look for what
   * JSON cannot carry.
   */
  isCovered?: boolean;
  /** Whether it stands in an alternative or a condition, which may not apply. */
  isBeside?: boolean;
  /** What the schema around an alternative or condition says about the members of the same object. */
  outer?: ReadonlyMap<string, SchemaNode>;
}

export interface Build {
  context: SchemaContext;
  refuse(pointer: string, code: string, message: string): void;
  /** Refuses a schema that no value can pass. */
  refuseNever(pointer: string, why: string): void;
  /** Compiles what several schemas together say about one place, with its rules. */
  compile(layers: readonly Layer[], place: Place): SchemaNode;
  /** The same for a value that is already compiled in another way: its rules are not attached a second time. */
  compileBeside(layers: readonly Layer[], place: Place): SchemaNode;
  /** The schemas that apply where these do: themselves, and what they refer to. */
  partsOf(layers: readonly Layer[]): readonly Part[];
  /** Notes that a condition or an alternative depends on a member. */
  noteCondition(at: string): void;
  /** Notes that a build would add a member. */
  noteDefault(at: string, value: Json, pointer: string, place: Place): void;
  rulesAt(place: Place): readonly AttachedRule[];
}

/** The schema under a keyword of a part. */
export function below(part: Part, keyword: string, ...keys: string[]): Layer {
  let schema: unknown = part.schema[keyword];
  let pointer = `${part.pointer}/${keyword}`;
  for (const key of keys) {
    schema = (schema as Record<string, unknown>)[key];
    pointer += `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return { schema, pointer, refs: part.refs };
}

/** A place one level below another. */
export function insideOf({ depth, isTest, isCovered, isBeside }: Place, at: string): Place {
  return { at, depth: depth + 1, isTest, ...(isCovered && { isCovered }), ...(isBeside && { isBeside }) };
}
