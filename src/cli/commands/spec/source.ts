/** A spec package file: its value, and where each part of it stands. */
import { parsePointer } from "../../../core/json/pointer.ts";
import { openDocument } from "../../documents/open.ts";
import type { Position } from "../../documents/positions.ts";
import { STDIN } from "../../files/find.ts";
import { readText } from "../../files/read.ts";
import { Failure } from "../../terminal/failure.ts";

export interface Source {
  readonly text: string;
  readonly value: unknown;
  /** Where a pointer leads, or where it would lead if its last part were there. */
  place(pointer: string): Position;
}

/** Throws a Failure if the file cannot be read or is neither JSON nor YAML. */
export async function readSource(path: string): Promise<Source> {
  const file = path === "-" ? STDIN : { path, name: path, isFound: false };
  const { text } = await readText(file);
  const document = await openDocument(file.name, text);
  const [finding] = document.findings;
  if (!document.isReadable && finding !== undefined) {
    const { line, column } = finding.range.start;
    throw new Failure(`${path}:${line}:${column}  ${finding.message}`);
  }
  return {
    text,
    value: document.value,
    place: (pointer) => document.rangeOf(parsePointer(pointer), "value").start,
  };
}
