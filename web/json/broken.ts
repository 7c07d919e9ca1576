/** Where a text that is not JSON stops being it. */
import { createPlaces, type Position } from "../../src/core/reader/lines.ts";
import { findFault, loadReader } from "./reader.ts";

export interface Broken extends Position {
  readonly message: string;
}

export async function findBroken(text: string): Promise<Broken> {
  await loadReader();
  const { at, what } = findFault(text);
  const message = text.trim() === "" ? "there is nothing here yet" : what();
  return { ...createPlaces(text)(at), message: `${message[0]!.toUpperCase()}${message.slice(1)}.` };
}
