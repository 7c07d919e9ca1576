/**
 * How a candidate was read: members under a wrong name, values one level too high and lists written as text are taken
 * for what they were meant to be, so that the check can go on inside them. Findings hold paths into the candidate as
 * read; diagnostics and patches hold pointers into the candidate as sent.
 */
import { numberText } from "../json/notes.ts";
import { type Path, valueAt } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { type JsonText, readJsonText } from "../reader/json-text.ts";
import type { Registry } from "../types.ts";

/** What rules are judged against: the product's own registry, those that the package declares by name, and the clock. */
export interface RegistryScope {
  readonly registry: Registry;
  readonly registries: ReadonlyMap<string, Registry>;
  /** The moment that `now` and `today` stand for, in milliseconds since 1970. */
  readonly clock: number;
}

export interface Origin {
  /** Where the value is in the candidate as sent. */
  readonly path: Path;
  /** What was sent there, if it was read as something else. If that is a text, no pointer leads to what was read from it. */
  readonly sent?: unknown;
  /** In which shape it was sent, if it was another list or object. */
  readonly shape?: SentShape;
  /** Whether it was read from inside a text or a name, so that no pointer leads to it. */
  readonly isInText?: boolean;
  /** Where it is in what that text says, if it is inside something else there. */
  readonly wrapper?: Path | undefined;
  /** The name that a member has inside that text, if it is another. */
  readonly name?: string;
  /** Whether it was sent inside that text one level too high or too low. */
  readonly level?: "too high" | "too low";
}

/** An item in place of its list; a map in place of a list of objects with this key; a row in place of a record. */
export type SentShape =
  | { readonly as: "item" }
  | { readonly as: "map"; readonly key: string }
  | { readonly as: "row"; readonly columns: readonly string[] };

/** Which values of the candidate as read are elsewhere in the candidate as sent. */
export class Origins {
  /** Whether there is none, as in most candidates. */
  isEmpty = true;
  private readonly root: Branch = { origin: undefined, below: undefined };

  set(path: Path, origin: Origin): void {
    this.isEmpty = false;
    let branch = this.root;
    for (const key of path) {
      branch.below ??= new Map();
      let next = branch.below.get(String(key));
      if (next === undefined) {
        next = { origin: undefined, below: undefined };
        branch.below.set(String(key), next);
      }
      branch = next;
    }
    // A visit goes on with the path that it gave.
    branch.origin = { ...origin, path: [...origin.path] };
  }

  /** The origin that was set for exactly this path. */
  get(path: Path): Origin | undefined {
    let branch: Branch | undefined = this.root;
    for (let depth = 0; depth < path.length; depth++) {
      branch = branch.below?.get(String(path[depth]));
      if (branch === undefined) return undefined;
    }
    return branch.origin;
  }

  /** The path in the candidate as sent. */
  find(path: Path): { path: Path; isInText: boolean } {
    let branch: Branch | undefined = this.root;
    // The nearest origin at or above the path, and how many keys lie above that.
    let nearest = branch.origin;
    let depth = 0;
    for (let index = 0; index < path.length; index++) {
      branch = branch.below?.get(String(path[index]));
      if (branch === undefined) break;
      if (branch.origin === undefined) continue;
      nearest = branch.origin;
      depth = index + 1;
    }
    if (nearest === undefined) return { path, isInText: false };
    const isInText = nearest.isInText === true || (typeof nearest.sent === "string" && depth < path.length);
    if (isInText) return { path: nearest.path, isInText };
    return { path: [...nearest.path, ...path.slice(depth)], isInText: false };
  }
}

interface Branch {
  origin: Origin | undefined;
  below: Map<string, Branch> | undefined;
}

export interface Reading {
  /** The candidate as sent. */
  readonly sent: unknown;
  /** The candidate as read. */
  value: unknown;
  readonly origins: Origins;
  /** Lists and objects that were read otherwise than they were sent, and those around them. */
  readonly altered: Set<unknown>;
  /** What may still be spent on guessing what was meant. */
  readonly meter: Meter;
  /** What tells whether a part of a text is registered. */
  readonly scope: RegistryScope;
}

export function createReading(value: unknown, meter: Meter, scope: RegistryScope): Reading {
  return { sent: value, value, origins: new Origins(), altered: new Set(), meter, scope };
}

/** The path in the candidate as sent. */
export function originOf({ origins }: Reading, path: Path): { path: Path; isInText: boolean } {
  return origins.isEmpty ? { path, isInText: false } : origins.find(path);
}

/** How the number at a path was written, if that is known and not what JSON would write. */
export function numberTextAt(reading: Reading, path: Path): string | undefined {
  const { path: sent, isInText } = originOf(reading, path);
  if (isInText || sent.length === 0) return undefined;
  return numberText(valueAt(reading.sent, sent.slice(0, -1)), sent.at(-1)!);
}

/** What it takes to find out that a text is no JSON, in comparisons of words. */
const JSON_EFFORT = 20;

/** The list or object that a text says, if it says one and there is enough left to find out. */
export function readJson(text: string, meter: Meter): JsonText | undefined {
  if (!/^\s*(?:[{[]|```)/.test(text)) return undefined;
  return meter.spend(JSON_EFFORT + (text.length >> 5)) ? readJsonText(text) : undefined;
}

/** Puts another value into the candidate as read, in copies of the lists and objects around it. */
export function replaceInReading(reading: Reading, path: Path, value: unknown): void {
  reading.value = replaced(reading.value, 0);

  function replaced(container: unknown, depth: number): unknown {
    const key = path[depth];
    if (key === undefined) return value;
    const inner = replaced((container as Record<string, unknown>)[key], depth + 1);
    const copy: unknown[] | Record<string, unknown> = Array.isArray(container)
      ? [...container]
      : { ...(container as object) };
    Object.defineProperty(copy, key, { value: inner, writable: true, enumerable: true, configurable: true });
    reading.altered.add(copy);
    return copy;
  }
}
