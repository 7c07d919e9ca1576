/** What a text in the editor is, and what the check says about it. */

import type { SourceDocument } from "../../authoring/documents/document.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import { child, isPlainObject } from "../../core/json/values.ts";
import type { RulesInUse } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import { configRules, openConfig } from "../config/config.ts";
import { namedFile } from "../files/find.ts";
import { refuseTooLarge } from "../files/read.ts";
import type { FileReport } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { type CheckParts, checkOpened, fromFileFinding, openFile } from "../validate/check-file.ts";
import type { Projects } from "./projects.ts";
import { findingsOf } from "./spec-package.ts";

export interface Reading {
  readonly path: string;
  readonly version: number;
  readonly document: SourceDocument;
  readonly kind: "proposal" | "package" | "config";
  /** The way to what the rules are about. */
  readonly base: readonly string[];
  /** For help while writing. */
  readonly rules: RulesInUse | undefined;
  /** Who checks a proposal. */
  readonly parts: CheckParts | undefined;
  readonly failure: Failure | undefined;
}

export type Verdict = Pick<FileReport, "diagnostics" | "failure" | "replacementOf">;

/** Of any version, in JSON or YAML. */
const PACKAGE_FORMAT = /\bformat["']?\s*:\s*["']?preflight-spec-package\//;

/** Undefined: the file is none of ours. `last`: what it was before the last change, which an unfinished text may not tell. */
export async function readOpenText(
  { path, version, text }: Pick<Reading, "path" | "version"> & { readonly text: string },
  projects: Projects,
  last: Reading | undefined,
): Promise<Reading | undefined> {
  const open = () => openFile(namedFile(path), withoutMark(path, text));
  const shared = { path, version, base: [], rules: undefined, parts: undefined, failure: undefined };
  if (projects.isConfig(path)) {
    const { document, base } = await openConfig(path, withoutMark(path, text));
    const rules = { spec: configRules(), path: undefined, entriesOf: () => [] };
    return { ...shared, document, kind: "config", base, rules };
  }
  if (PACKAGE_FORMAT.test(text)) {
    const document = await open();
    const isOne = !document.isReadable || typeof child(document.value, "format") === "string";
    if (isOne) return { ...shared, document, kind: "package" };
  }
  let parts: CheckParts | undefined;
  try {
    parts = await projects.partsOf(path);
    if (parts === undefined) return undefined;
    refuseTooLarge(Buffer.byteLength(text));
    const document = await open();
    const address = document.isReadable || last === undefined ? addressIn(document, parts) : undefined;
    const rules = address ? await parts.checker.rulesOf(address) : last?.rules;
    return { ...shared, document, kind: "proposal", base: address?.base ?? last?.base ?? [], rules, parts };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      ...shared,
      document: await openDocument("unchecked.json", ""),
      kind: "proposal",
      parts,
      failure: error,
    };
  }
}

function addressIn(document: SourceDocument, { chosen, domains }: CheckParts): Addressed | undefined {
  try {
    return addressOf(document.isReadable ? document.value : {}, chosen, domains);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Most editors take the mark away. In JSON a space keeps every place, and YAML allows the mark. */
function withoutMark(path: string, text: string): string {
  const isYaml = /\.ya?ml$/i.test(path) || isMarkdown(path);
  return text.startsWith("\ufeff") && !isYaml ? ` ${text.slice(1)}` : text;
}

/** What is wrong with it. */
export async function judge(reading: Reading): Promise<Verdict> {
  const { document, kind, parts, failure, path } = reading;
  if (failure !== undefined) return { diagnostics: [], failure };
  if (kind === "config") return openConfig(path, document.text);
  if (kind === "package") {
    const own = document.findings.map(fromFileFinding);
    return { diagnostics: isPlainObject(document.value) ? [...own, ...findingsOf(document)] : own };
  }
  try {
    return (await checkOpened({ file: namedFile(path), document, hasMark: false }, parts!)).report;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { diagnostics: [], failure: error };
  }
}
