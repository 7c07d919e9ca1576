/**
 * How a candidate was read: members under a wrong name, values one level too high and lists written as text are taken
 * for what they were meant to be, so that the check can go on inside them. Findings hold paths into the candidate as
 * read; diagnostics and patches hold pointers into the candidate as sent.
 */
import { type Path, type PathKey, pointerOf } from "../json/pointer.ts";

export interface Origin {
  /** Where the value stands in the candidate as sent. */
  readonly path: Path;
  /** What was sent there, if it was read as something else. */
  readonly sent?: unknown;
  /** Whether it is a part of a text, so that it has no place of its own. */
  readonly isPart?: boolean;
  /** The name that a member has inside that text, if it is another. */
  readonly name?: string;
}

export interface Reading {
  /** The candidate as read. */
  value: unknown;
  /** Pointer into the candidate as read → where that stands in the candidate as sent, if it is elsewhere. */
  readonly origins: Map<string, Origin>;
  /** Lists and objects that were read otherwise than they were sent, and those around them. */
  readonly altered: Set<unknown>;
}

export function createReading(value: unknown): Reading {
  return { value, origins: new Map(), altered: new Set() };
}

/** Where a place stands in the candidate as sent. */
export function originOf({ origins }: Reading, path: Path): { path: Path; isPart: boolean } {
  if (origins.size === 0) return { path, isPart: false };
  let pointer = "";
  let sent: PathKey[] = [...(origins.get("")?.path ?? [])];
  let isPart = false;
  for (const key of path) {
    pointer += pointerOf([key]);
    const origin = origins.get(pointer);
    if (origin) {
      sent = [...origin.path];
      isPart = origin.isPart === true;
    } else if (!isPart) sent.push(key);
  }
  return { path: sent, isPart };
}
