/** Spec packages in the editor: the loader's reasons and advice, the way to rules, and examples that can be run. */

import type { Range, SourceDocument } from "../../authoring/documents/document.ts";
import { child, isPlainObject, parsePointer, valueAt } from "../../core/json/values.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import { compileSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import { isAboutName } from "../spec/source.ts";
import { compare, errorLines } from "../spec/test.ts";

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
export function definitionsAt(document: SourceDocument, path: readonly string[]): Range[] {
  const [part, name] = path;
  const at = (place: readonly string[]) => valueAt(document.value, place);
  if (part === "docs" && name !== undefined) return rulesWritten(document, name);
  if (part !== "rules" && path.at(-1) === "code") return rulesWritten(document, String(at(path)));
  const code = part === "rules" && name !== undefined ? at(["rules", name, "code"]) : undefined;
  if (typeof code !== "string" || at(["docs", code]) === undefined) return [];
  return [document.rangeOf(["docs", code], "name")];
}

export function examplesIn(document: SourceDocument) {
  const examples = child(document.value, "examples");
  return (["valid", "invalid"] as const).flatMap((kind) => {
    const list = child(examples, kind);
    return (Array.isArray(list) ? list : []).map((each: unknown, index) => ({
      kind,
      index,
      title: isPlainObject(each) && typeof each.title === "string" ? each.title : `${kind} ${index + 1}`,
      range: document.rangeOf(["examples", kind, String(index)], "value"),
    }));
  });
}

/** What an example gives, in lines for a person. */
export function runExample(document: SourceDocument, kind: string, index: number) {
  const shown = examplesIn(document).find((each) => each.kind === kind && each.index === index);
  const outcome = (isAsExpected: boolean, ...lines: string[]) => ({
    title: shown?.title ?? "Example",
    isAsExpected,
    lines,
  });
  const loaded = compileSpecPackage(document.value);
  if (!loaded.ok) {
    const [{ pointer, message } = { pointer: "", message: "" }] = loaded.reasons;
    return outcome(false, `The package cannot be used yet: ${pointer || "it"}: ${message}`);
  }
  const { spec } = loaded;
  const { valid, invalid } = spec.document.examples;
  const example = kind === "valid" ? valid[index] : invalid[index];
  if (example === undefined) return outcome(false, "There is no such example any more.");
  const { diagnostics } = checkCandidate(spec, example.candidate, exampleContext(spec));
  const problems = "expect" in example ? compare(example.expect, diagnostics) : errorLines(diagnostics);
  if (problems.length > 0) return outcome(false, ...problems);
  const given = diagnostics.map(({ code, pointer }) => `${code} at "${pointer}"`).join(", ");
  return outcome(true, given === "" ? "It passes." : `It gives ${given}, as expected.`);
}
