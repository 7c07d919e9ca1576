/** Spec packages in the editor: the loader's reasons and advice, and the way to rules. */

import type { Range, SourceDocument } from "../../authoring/documents/document.ts";
import type { Path } from "../../authoring/documents/edit/source-tree.ts";
import { child, parsePointer, valueAt } from "../../core/json/values.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { compileSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import { isAboutName } from "../spec/source.ts";

/** Why the package is refused, or advice if it is not. */
export function findingsOf(document: SourceDocument): LocatedDiagnostic[] {
  return checkSpecPackage(document.value).findings.map(({ level, pointer, code, message }) => ({
    diagnostic: { code, severity: level === "error" ? "error" : "warning", pointer, message, docs: "" },
    range: document.rangeOf(parsePointer(pointer), isAboutName(code) ? "name" : "value"),
    related: [],
  }));
}

/** Where the rules of a code stand. A rule with several kinds of finding has a code for each. */
export function rulesOfCode(document: SourceDocument, { rules }: SpecPackage, code: string): Range[] {
  return rules.all
    .filter(({ codes }) => codes.includes(code))
    .map(({ pointer }) => document.rangeOf(parsePointer(pointer), "value"));
}

/** The same in a package that may be wrong still. */
function rulesWritten(document: SourceDocument, code: string): Range[] {
  const loaded = compileSpecPackage(document.value);
  if (loaded.ok) return rulesOfCode(document, loaded.spec, code);
  const listed = child(document.value, "rules");
  return (Array.isArray(listed) ? listed : []).flatMap((rule: unknown, index) =>
    child(rule, "code") === code ? [document.rangeOf(["rules", String(index)], "value")] : [],
  );
}

/** From a code of an example or of the docs to its rule, and from a rule to its docs. */
export function definitionsAt(document: SourceDocument, path: Path): Range[] {
  const [part, name] = path;
  const at = (place: Path) => valueAt(document.value, place);
  if (part === "docs" && name !== undefined) return rulesWritten(document, name);
  if (part !== "rules" && path.at(-1) === "code") return rulesWritten(document, String(at(path)));
  const code = part === "rules" && name !== undefined ? at(["rules", name, "code"]) : undefined;
  if (typeof code !== "string" || at(["docs", code]) === undefined) return [];
  return [document.rangeOf(["docs", code], "name")];
}
