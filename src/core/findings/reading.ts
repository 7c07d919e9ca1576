/**
 * How a candidate was read: members under a wrong name, values one level too high and lists written as text are taken
 * for what they were meant to be, so that the check can go on inside them. Findings hold paths into the candidate as
 * read; diagnostics and patches hold pointers into the candidate as sent.
 */
import { equalJson } from "../json/equality.ts";
import { numberText } from "../json/notes.ts";
import { PathMap } from "../json/path-map.ts";
import { type Path, valueAt } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { type JsonText, readJsonText } from "../reader/json-text.ts";
import type { Registry } from "../types.ts";
import { actualOf, found, shown } from "../unicode/describe.ts";
import { type Detail, type FixDraft, fix } from "./detail.ts";

/** What rules are judged against: the product's own registry, those that the package declares by name, and the clock. */
export interface RegistryScope {
  readonly registry: Registry;
  readonly registries: ReadonlyMap<string, Registry>;
  /** The moment that `now` and `today` stand for, in milliseconds since 1970. */
  readonly clock: number;
}

/** Where a value is in the candidate as sent. */
export interface Origin {
  readonly path: Path;
  /** Whether it was read from inside a text or a name, so that no pointer leads to it. */
  readonly isInText: boolean;
}

/** What reading did with a value, to be reported with the list or object in which it did so. */
export interface Move {
  readonly path: Path;
  readonly code: "member-unknown" | "type-mismatch";
  readonly detail: (path: Path) => Detail;
}

export class Reading {
  /** The candidate as sent, and as read. */
  readonly sent: unknown;
  value: unknown;
  /** Where the proposal is in what was sent, or in what that says if it is a text. */
  wrapper: Path = [];
  /** What stands beside the proposal there, and is in none of its members. */
  company: readonly Path[] = [];
  /** What may still be spent on guessing what was meant. */
  readonly meter: Meter;
  /** What tells whether a part of a text is registered. */
  readonly scope: RegistryScope;
  private readonly origins = new PathMap<Origin & { readonly isText: boolean }>();
  private readonly moves = new PathMap<Move[]>();

  constructor(sent: unknown, meter: Meter, scope: RegistryScope) {
    this.sent = sent;
    this.value = sent;
    this.meter = meter;
    this.scope = scope;
  }

  /** Whether every value is where it was sent, as in most candidates. */
  get isAsSent(): boolean {
    return this.origins.size === 0;
  }

  /** `isText`: whether it was sent as a text, so that no pointer leads to what is inside. */
  setOrigin(path: Path, origin: Origin, isText = false): void {
    this.origins.set(path, { ...origin, isText });
  }

  originOf(path: Path): Origin {
    const depth = this.origins.depthOfNearest(path);
    if (depth < 0) return { path, isInText: false };
    const nearest = this.origins.get(path.slice(0, depth))!;
    if (nearest.isInText || (nearest.isText && depth < path.length))
      return { path: nearest.path, isInText: true };
    return { path: [...nearest.path, ...path.slice(depth)], isInText: false };
  }

  /** `within`: the list or object with whose report it is printed. */
  noteMove(within: Path, move: Move): void {
    const known = this.moves.get(within);
    if (known === undefined) this.moves.set(within, [move]);
    else known.push(move);
  }

  /**
   * Notes that a value was sent in another form; `reshape` is the fix, unless it is to write what was read. `json`: what an
   * object without declared members says as a text, which is how the strict form of a schema has it.
   */
  noteForm(
    path: Path,
    phrase: string,
    expected: string,
    sent: unknown,
    reshape?: FixDraft,
    json?: Record<string, unknown>,
  ): void {
    const detail = () => {
      const to = valueAt(this.value, path);
      // The same value in another notation, as long as nothing in it was read otherwise.
      const evidence = json !== undefined && equalJson(json, to) ? "notation" : "structure";
      return {
        message: `Expected ${phrase}, found ${found(sent)}.`,
        expected,
        actual: actualOf(sent),
        fixes: [reshape ?? fix(`Use ${shown(to)}`, evidence, { kind: "replace", path, to })],
      };
    };
    this.noteMove(path, { path, code: "type-mismatch", detail });
  }

  /** The moves that were not reported yet. */
  takeMoves(within: Path): Move[] {
    return this.moves.get(within)?.splice(0) ?? [];
  }

  /** Puts another value into the candidate as read, in copies of the lists and objects around it. */
  replace(path: Path, value: unknown): void {
    const replaced = (container: unknown, depth: number): unknown => {
      const key = path[depth];
      if (key === undefined) return value;
      const inner = replaced((container as Record<string, unknown>)[key], depth + 1);
      const copy = Array.isArray(container) ? [...container] : { ...(container as object) };
      Object.defineProperty(copy, key, {
        value: inner,
        writable: true,
        enumerable: true,
        configurable: true,
      });
      return copy;
    };
    this.value = replaced(this.value, 0);
  }

  /** How the number at a path was written, if that is known and not what JSON would write. */
  numberTextAt(path: Path): string | undefined {
    const { path: sent, isInText } = this.originOf(path);
    // What was read from a text keeps its notes as it was read.
    const [whole, at] = isInText ? [this.value, path] : [this.sent, sent];
    return at.length === 0 ? undefined : numberText(valueAt(whole, at.slice(0, -1)), at.at(-1)!);
  }
}

export { numberInWay } from "../reader/json-text.ts";

/** What it takes to find out that a text is no JSON, in comparisons of words. */
const JSON_EFFORT = 20;

/** The list or object that a text says, if it says one and there is enough left to find out. */
export function readJson(text: string, meter: Meter): JsonText | undefined {
  if (!/^\s*(?:[{[]|```)/.test(text)) return undefined;
  return meter.spend(JSON_EFFORT + (text.length >> 5)) ? readJsonText(text) : undefined;
}
