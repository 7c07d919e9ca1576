/** Where a text that is not JSON stops being it. */
import { findFault } from "../../src/core/reader/describe.ts";
import { createPlaces, type Position } from "../../src/core/reader/lines.ts";

export interface Broken extends Position {
  readonly message: string;
}

export function findBroken(text: string): Broken {
  const { at, what } = findFault(text);
  const message = text.trim() === "" ? "there is nothing here yet" : what();
  return { ...createPlaces(text)(at), message: `${message[0]!.toUpperCase()}${message.slice(1)}.` };
}
