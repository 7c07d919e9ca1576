/** A compiled piece of a candidate's schema. */
import type { Sink } from "../fault.ts";
import type { Path } from "../pointer.ts";
import type { Json, Registry } from "../types.ts";

/** What a rule that looks at single values asks of them. */
export interface ValueTest {
  test(value: unknown, registry: Registry): boolean;
  /** Whether printable ASCII with nothing to trim always passes, so that it need not be asked. */
  plainTextPasses: boolean;
}

export interface SchemaNode {
  /**
   * The quick pass: does the schema have nothing to say about this value? Given a registry, neither may the rules
   * that look at single values, so that a clean candidate is walked once.
   */
  ok(value: unknown, registry?: Registry): boolean;
  /** The slow pass: adds every fault of the value; `sink.path` stands at the value. */
  report(value: unknown, sink: Sink): void;
  /** The value with misspelled member names put right, for a check that looks past them; `path` is its place. */
  resolve?(value: unknown, path: Path, misspelled: Map<string, string>): unknown;
  /** The shape of a value, its content left open. */
  placeholder(): Json;
  /** Whether only one value will do, so that a placeholder is no placeholder. */
  hasOneValue?(): boolean;
  /** Adds declared defaults to a valid value; the value itself where there are none to add. */
  withDefaults?(value: unknown): unknown;
  /** A short phrase for messages: "a string", "an object". */
  readonly phrase: string;
}
