/** A compiled part of a candidate's schema. */
import type { Scope, Sink } from "../findings/finding.ts";
import type { Reading } from "../findings/reading.ts";
import type { PathKey } from "../json/pointer.ts";
import { EMPTY_REGISTRY } from "../registry/empty.ts";
import type { Json } from "../types.ts";

/** Asks the schema and no rule. */
export const SCHEMA_ALONE: Scope = { rules: "none", registry: EMPTY_REGISTRY, registries: new Map() };

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
  /** What belongs here, for messages: "a string", "an object". */
  readonly phrase: string;
  /** The bounds of a value in words, such as "1 to 80 characters". */
  readonly bounds?: string;
  /** What a list consists of. */
  readonly items?: SchemaNode;
  /** The declared members of an object. */
  readonly members?: ReadonlyMap<string, SchemaNode>;
  /** Those members of an object that have to be there. */
  readonly required?: ReadonlySet<string>;
  /** The greatest length of a text here, if the schema bounds it. */
  readonly maxLength?: number;
  /** The quick pass: whether the schema and the rules in scope have nothing to report about this value. */
  ok(value: unknown, scope: Scope): boolean;
  /** What `ok` says of an absent member; without it, absence is fine. */
  okAbsent?(scope: Scope): boolean;
  /** Whether a value that was sent elsewhere could be meant for this place. */
  suits(value: unknown): boolean;
  /**
   * The thorough pass: reports everything about the value; `sink.path` stands at the value. `cleaned` is a text
   * without the characters that were reported already.
   */
  report(value: unknown, sink: Sink, cleaned?: string): void;
  /** Reports what rules say about the member's absence. */
  reportAbsent?(sink: Sink): void;
  /** The value as it was probably meant; notes in the reading what was sent elsewhere or otherwise. */
  read?(value: unknown, path: PathKey[], reading: Reading): unknown;
  /**
   * The shape of a value with its content left open: every leaf fails here, so that nobody can submit it by accident.
   * Undefined where no such value exists.
   */
  placeholder(): Json | undefined;
  /** The only value that is allowed, if there is only one. */
  readonly onlyValue?: Json;
  /** The words that are allowed, if it is a text that must be one of a list. */
  readonly words?: readonly string[];
  /** Adds declared defaults to a valid value; returns the value itself where there are none to add. */
  withDefaults?(value: unknown): unknown;
}
