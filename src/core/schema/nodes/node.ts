/** A compiled part of a candidate's schema. */
import type { Scope, Sink } from "../../findings/finding.ts";
import type { Reading } from "../../findings/reading.ts";
import type { PathKey } from "../../json/pointer.ts";
import { EMPTY_REGISTRY } from "../../registry/empty.ts";
import type { Json } from "../../types.ts";
import type { Kinds } from "./kinds.ts";

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

/** Printable ASCII on one line with nothing to trim: of such a text only this counts. Others may pass too. */
export interface PlainLines {
  /** The `ok` that this is a shortcut for. A node that adds to it has another one, and no shortcut. */
  readonly of: SchemaNode["ok"];
  readonly min: number;
  readonly max: number;
  /** Whether it has the right form; undefined if any has. */
  readonly test: ((text: string) => boolean) | undefined;
}

export interface SchemaNode {
  /** What the schema declares here; `choice` is `enum` or `const`, and `any` is also a mixture of types. */
  readonly type: NodeType;
  /** The kinds of JSON value that can pass. */
  readonly kinds: Kinds;
  /** What belongs here, for messages: "a string", "an object". */
  readonly phrase: string;
  /** The bounds of a value in words, such as "1 to 80 characters". */
  readonly bounds?: string;
  /** What a list consists of. */
  readonly items?: SchemaNode;
  /** A value that the schema gives as an example, for messages. */
  readonly example?: Json;
  /** The declared members of an object. */
  readonly members?: ReadonlyMap<string, SchemaNode>;
  /** Those members of an object that have to be there. */
  readonly required?: ReadonlySet<string>;
  /** What the members of a map must be: those that the schema does not declare by name. */
  readonly entries?: SchemaNode;
  /** Whether an object may have no members but the declared ones. */
  readonly isClosed?: boolean;
  /** What the value can be instead, if the schema has alternatives here. */
  readonly alternatives?: readonly SchemaNode[];
  /** The greatest length of a text here, if the schema bounds it. */
  readonly maxLength?: number;
  /** Which texts pass without a closer look, if it is a text. */
  readonly plainLines?: PlainLines;
  /** The quick pass: whether the schema and the rules in scope have nothing to report about this value. */
  ok(value: unknown, scope: Scope): boolean;
  /** What `ok` says of an absent member; without it, absence is fine. */
  okAbsent?(scope: Scope): boolean;
  /** Whether a value that was sent elsewhere could be meant for this place. */
  suits(value: unknown): boolean;
  /** What was probably meant by a value that is none of a few. */
  guess?(value: unknown): Json | undefined;
  /**
   * The thorough pass: reports everything about the value; `sink.path` stands at the value. `cleaned` is a text
   * without the characters that were reported already. `place` is the node with all that applies to the place, rules
   * included: a fix is only offered if it passes there.
   */
  report(value: unknown, sink: Sink, cleaned?: string, place?: SchemaNode): void;
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
  /** The values that are allowed, if there are only a few. */
  readonly values?: readonly Json[];
  /** The words that are allowed, if it is a text that must be one of a list. */
  readonly words?: readonly string[];
  /** Adds declared defaults to a valid value; returns the value itself where there are none to add. */
  withDefaults?(value: unknown): unknown;
}

/** A condition on a value besides its node, such as `oneOf` or `if`. */
export interface Aside {
  ok(value: unknown, scope: Scope): boolean;
  report(value: unknown, sink: Sink, place: SchemaNode): void;
  read?(value: unknown, path: PathKey[], reading: Reading): unknown;
  withDefaults?(value: unknown): unknown;
}

/** Whether a value would pass the schema and the error rules of a place. */
export function passes(node: SchemaNode, value: unknown, { scope }: Sink): boolean {
  return node.ok(value, { ...scope, rules: "errors" });
}
