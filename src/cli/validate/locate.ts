/** Where in a file a diagnostic is. */

import type { FileFinding, Part, SourceDocument } from "../../authoring/documents/document.ts";
import { parsePointer, valueAt } from "../../core/json/pointer.ts";
import type { Diagnostic } from "../../core/types.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";

/** `base`: the way from the document to the candidate that pointers are relative to. */
export function locate(
  diagnostic: Diagnostic,
  document: SourceDocument,
  base: readonly string[],
): LocatedDiagnostic {
  const path = [...base, ...parsePointer(diagnostic.pointer)];
  return {
    diagnostic,
    range: document.rangeOf(path, partOf(diagnostic, document.value, path)),
    related: (diagnostic.related ?? []).map(({ pointer, message }) => ({
      range: document.rangeOf([...base, ...parsePointer(pointer)], "value"),
      message,
    })),
  };
}

/** A diagnostic is about a member's name if what it found there is that name. */
function partOf({ actual, pointer }: Diagnostic, value: unknown, path: readonly string[]): Part {
  if (pointer === "" || actual !== path.at(-1)) return "value";
  return valueAt(value, path) === actual ? "value" : "name";
}

/** A finding about the file itself, in the shape of all others. */
export function fromFileFinding({
  code,
  severity,
  message,
  range,
  related,
  fixes = [],
}: FileFinding): LocatedDiagnostic {
  return {
    diagnostic: {
      code,
      severity,
      pointer: "",
      message,
      docs: `/rules#${code}`,
      ...(fixes.length > 0 && { fixes: fixes.map(({ edits: _, ...fix }) => fix) }),
    },
    range,
    related: related ?? [],
    ...(fixes.length > 0 && { edits: fixes.map(({ edits }) => edits) }),
  };
}
