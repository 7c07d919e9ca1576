/** The way from a finding to the rule behind it: a page of the service, or the spec package if that is a file. */

import type { DocumentLink, Location } from "vscode-languageserver";
import type { Range } from "../../../authoring/documents/document.ts";
import { openDocument } from "../../../authoring/documents/open.ts";
import { pathAt } from "../../../authoring/documents/places.ts";
import { compilePathPattern, parsePointer } from "../../../core/json/pointer.ts";
import { namedFile } from "../../files/find.ts";
import { readText } from "../../files/read.ts";
import { Failure } from "../../terminal/failure.ts";
import { toRange, uriOf } from "../convert.ts";
import type { Reading, Verdict } from "../reading.ts";
import { definitionsAt } from "../spec-package.ts";

export async function linksIn(reading: Reading, { diagnostics }: Verdict): Promise<DocumentLink[]> {
  const rules = await rulesFile(reading);
  return diagnostics.flatMap(({ diagnostic: { code, docs }, range }) => {
    const [rule] = docs.startsWith("http") || rules === undefined ? [] : rules.find(code);
    const target = docs.startsWith("http") ? docs : rule && `${uriOf(rules!.path)}#L${rule.start.line}`;
    if (target === undefined) return [];
    const { start, end } = toRange(range);
    // A link over several lines would underline all of them.
    const onOneLine = start.line === end.line ? end : { ...start, character: start.character + 1 };
    return [{ range: { start, end: onOneLine }, target, tooltip: `The rule of ${code}` }];
  });
}

/** Of what is wrong at a place; if nothing is, the rules about it. */
export async function definitionAt(
  reading: Reading,
  { diagnostics }: Verdict,
  offset: number,
): Promise<Location[]> {
  const { document, kind, path: file, rules, base } = reading;
  const { path } = pathAt(document, offset);
  if (kind === "package") return toLocations(file, definitionsAt(document, path));
  const opened = await rulesFile(reading);
  if (opened === undefined || rules === undefined) return [];
  const wrong = diagnostics.filter(({ range }) => range.start.offset <= offset && offset <= range.end.offset);
  const own = wrong.flatMap(({ diagnostic }) => opened.find(diagnostic.code));
  if (own.length > 0) return toLocations(opened.path, own);
  const about = rules.spec.rules.all.filter(({ document: { at } }) =>
    at.some((pattern) => compilePathPattern(pattern).matches(path.slice(base.length))),
  );
  return toLocations(
    opened.path,
    about.flatMap(({ codes: [code = ""] }) => opened.find(code)),
  );
}

function toLocations(path: string, ranges: readonly Range[]): Location[] {
  return ranges.map((range) => ({ uri: uriOf(path), range: toRange(range) }));
}

async function rulesFile({ rules }: Reading) {
  const path = rules?.path;
  if (path === undefined) return undefined;
  try {
    const { text } = await readText(namedFile(path));
    const document = await openDocument(path, text);
    const find = (code: string): Range[] =>
      rules!.spec.rules.all
        .filter(({ codes }) => codes.includes(code))
        .map(({ pointer }) => document.rangeOf(parsePointer(pointer), "value"));
    return { path, find };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
