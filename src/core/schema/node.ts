/** A compiled part of a candidate's schema. */
import type { Scope, Sink } from "../findings/finding.ts";
import type { PathKey } from "../json/pointer.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import type { Json } from "../types.ts";

/** Asks the schema and no rule. */
export const SCHEMA_ALONE: Scope = { rules: "none", registry: EMPTY_REGISTRY };

export type NodeType =
  | "object"
  | "array"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "null"
  | "choice"
  | "any";

export interface SchemaNode {
  /** What the schema declares here; `choice` is `enum` or `const`. */
  readonly type: NodeType;
  /** The type in words, for messages: "a string", "an object". */
  readonly phrase: string;
  /** Whether the schema bounds the length of a text here. */
  readonly isBounded?: boolean;
  /** The quick pass: whether the schema and the rules in scope have nothing to report about this value. */
  ok(value: unknown, scope: Scope): boolean;
  /** What `ok` says of an absent member; without it, absence is fine. */
  okAbsent?(scope: Scope): boolean;
  /**
   * The thorough pass: reports everything about the value; `sink.path` stands at the value. `cleaned` is a text
   * without the characters that were reported already.
   */
  report(value: unknown, sink: Sink, cleaned?: string): void;
  /** Reports what rules say about the member's absence. */
  reportAbsent?(sink: Sink): void;
  /** The value with misspelled member names corrected, so that the check can go on below them; `path` is its place. */
  resolve?(value: unknown, path: PathKey[], misspelled: Map<string, string>): unknown;
  /** The shape of a value, its content left open. */
  placeholder(): Json;
  /** Whether there is only one allowed value, so that a placeholder holds exactly that. */
  hasOneValue?: boolean;
  /** Adds declared defaults to a valid value; returns the value itself where there are none to add. */
  withDefaults?(value: unknown): unknown;
}
