/** A compiled piece of a candidate's schema. */
import type { ValueRule } from "../checks/definition.ts";
import type { Sink } from "../findings/finding.ts";
import type { PathKey } from "../json/pointer.ts";
import type { Json, Registry, Severity } from "../types.ts";

/** A rule on single values, attached to the node of a place where it stands. */
export interface AttachedRule extends ValueRule {
  code: string;
  severityAt(now: number): Severity;
}

export interface SchemaNode {
  /**
   * The quick pass: does the schema have nothing to say about this value? Given a registry, neither may the rules
   * that look at single values, so that a clean candidate is walked once.
   */
  ok(value: unknown, registry?: Registry): boolean;
  /** What `ok` says of an absent member; without it, absence is fine. */
  okAbsent?(registry: Registry): boolean;
  /**
   * The slow pass: adds every fault of the value; `sink.path` stands at the value. `cleaned` is a text without
   * the characters that were reported already.
   */
  report(value: unknown, sink: Sink, cleaned?: string): void;
  /** Reports what rules say of the member's absence. */
  reportAbsent?(sink: Sink): void;
  /** The value with misspelled member names put right, for a check that looks past them; `path` is its place. */
  resolve?(value: unknown, path: PathKey[], misspelled: Map<string, string>): unknown;
  /** The shape of a value, its content left open. */
  placeholder(): Json;
  /** Whether only one value will do, so that a placeholder is no placeholder. */
  hasOneValue?(): boolean;
  /** Adds declared defaults to a valid value; the value itself where there are none to add. */
  withDefaults?(value: unknown): unknown;
  /** A short phrase for messages: "a string", "an object". */
  readonly phrase: string;
}
