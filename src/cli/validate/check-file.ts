/** One file, from its path to its report. */
import { type FileFinding, NOTHING, type SourceDocument } from "../../authoring/documents/document.ts";
import type { EditedDocument } from "../../authoring/documents/edit/edit.ts";
import type { Path } from "../../authoring/documents/edit/source-tree.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import { type KnownRules, memberNamesAt } from "../../authoring/help.ts";
import { hasRepeats, isPlainObject, once, parsePointer, remember, valueAt } from "../../core/json/values.ts";
import type { RepairLevel } from "../../core/proposal/repair.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import type { Diagnostic, ValidationResult } from "../../core/types.ts";
import { ENVELOPE_MEMBERS } from "../../service/operations/envelope.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import type { Checker } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import { givenName, type InputFile, isOfOtherTool } from "../files/find.ts";
import { type ReadText, readText, refuseTooLarge } from "../files/read.ts";
import { after, type Block, type Piece, piecesIn, piecesOf, recordName } from "../files/records.ts";
import { type Basis, type FileReport, type LocatedDiagnostic, ofCandidate } from "../reports/report.ts";
import { Failure } from "../terminal/terminal.ts";
import { applyAll, ask, countOf, replacementOf, requestOf, withFileFixes } from "./fix.ts";
import type { Identity } from "./identity.ts";

export interface CheckParts {
  readonly checker: Checker;
  readonly domains: readonly DomainName[];
  readonly chosen: DomainName | undefined;
  /** Undefined: nobody says whether files are registered. */
  readonly identity?: Identity | undefined;
  /** Whether the configuration says that the file is a proposal, whatever its name. */
  readonly isConfigured?: boolean;
  /** Whether a file of JSON holds several records, whatever its name. */
  readonly each?: boolean;
}

/** Which fixes are applied, and where the text goes after them. */
export interface Writing {
  readonly level: RepairLevel;
  /** Whether nothing is written, so that the fixes are still to do. */
  readonly isTrial: boolean;
  /** Whether a signal has come, so that a file of many records is left as it is. */
  isStopped?(): Promise<boolean>;
  /** Throws a Failure. */
  write(file: InputFile, before: ReadText, after: EditedDocument): void;
}

type Fixing = Omit<Writing, "write">;

/** A file with its report. */
interface CheckedFile {
  readonly report: FileReport;
  /** The id of the registered entry that it is itself. */
  readonly own?: string | undefined;
  /** Where the candidate is, if a file has one. */
  readonly address?: Addressed;
  /** With its fixes, which the report takes for written. `unfixed`: what to report if they are not. */
  readonly edited?: EditedDocument;
  readonly unfixed?: FileReport;
}

/** What a run checks at once: a file, or some records of one that is read as a stream. */
export interface Work {
  readonly file: InputFile;
  readonly block?: Block;
  /** Why no more of it can be read. */
  readonly failure?: string;
}

/** The report of a file, or one for each of its records. */
export async function checkEach(
  { file, block, failure }: Work,
  parts: CheckParts | undefined,
  fixing?: Writing,
): Promise<readonly CheckedFile[]> {
  const left = leftAlone(file, parts);
  if (left !== undefined) return [{ report: left }];
  let text = "";
  let checked: CheckedFile | undefined;
  try {
    if (failure !== undefined) throw new Failure(failure);
    if (block !== undefined) return (await checkPieces(file, piecesIn(file, block), parts!)).checked;
    const read = await readText(file);
    ({ text } = read);
    const isConfigured = parts!.isConfigured === true || !(file.isFound || file.mayBeOther);
    if (isMarkdown(file.path) && !isConfigured && !text.startsWith("---"))
      return [{ report: skippedReport(file, "Markdown without front matter") }];
    const pieces = piecesOf(file, text, parts!.each === true);
    if (pieces !== undefined) {
      const { checked: each, edited } = await checkPieces(file, pieces, parts!, fixing && { fixing, text });
      if (edited) fixing!.write(file, read, edited);
      return each;
    }
    const document = await openDocument(givenName(file), text);
    checked = await checkDocument(file, document, parts!, fixing);
    if (checked.edited) fixing!.write(file, read, checked.edited);
    return [checked];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const report = checked ? { ...checked.unfixed!, failure: error } : failedReport(file, text, error);
    return [{ ...checked, report }];
  }
}

/** The report of a file that is not read at all; undefined if it is. */
export function leftAlone(file: InputFile, parts: CheckParts | undefined): FileReport | undefined {
  if (parts === undefined) {
    const why = "not among the files of the configuration";
    if (file.isFound || file.mayBeOther) return skippedReport(file, why);
    const hint = "Add it there, or say by which rules to check it: --spec, --server or --domain.";
    return failedReport(file, "", new Failure(`It is ${why}.`, hint));
  }
  if (!parts.isConfigured && !file.isStdin && isOfOtherTool(file.path))
    return skippedReport(file, "a file of another tool");
  return undefined;
}

/** The report of a file with one proposal. */
export async function checkFile(file: InputFile, parts: CheckParts | undefined): Promise<CheckedFile> {
  const [first] = await checkEach({ file }, parts);
  if (first !== undefined && first.report.before === undefined) return first;
  const hint = "Write the record that is meant into a file of its own.";
  const failure = new Failure("It is a file of several records, and this takes one proposal.", hint);
  return { report: failedReport(file, "", failure) };
}

const ONE_LINE = /^[^\n]*\n?$/;

/** Each record is checked as a file of its own; reports have the places of the file, with fixes those of the new one. */
async function checkPieces(
  file: InputFile,
  pieces: readonly Piece[],
  parts: CheckParts,
  fix?: { readonly fixing: Fixing; readonly text: string },
) {
  const checked: CheckedFile[] = [];
  const name = recordName(file, parts.each === true);
  const isLines = fix !== undefined && pieces.every(({ text }) => ONE_LINE.test(text));
  /** The text with the fixes so far, how much of the old one is in it, and what it is before the rest. */
  let [fixed, done, above] = ["", 0, NOTHING];
  for (const piece of pieces) {
    if (await fix?.fixing.isStopped?.()) return { checked: [], edited: undefined };
    const { text, failure } = piece;
    const between = fix?.text.slice(done, piece.before.offset) ?? "";
    const before = fix ? after(above, between) : piece.before;
    try {
      if (failure !== undefined) throw failure;
      refuseTooLarge(text.length);
      const clean = fix === undefined && name === "line.json" ? cleanReport(file, piece, parts) : undefined;
      if (clean !== undefined) {
        checked.push(clean);
        continue;
      }
      const document = await openDocument(name, text, before);
      const each = await checkDocument(file, document, parts, fix?.fixing);
      const written = each.edited?.text ?? text;
      if (isLines && !ONE_LINE.test(written)) throw new Failure("A fix would break a line in two.");
      [fixed, done] = [fixed + between + written, piece.before.offset + text.length];
      above = after(before, written);
      // Without the candidate: those of a whole block would fill the memory.
      checked.push({ own: each.own, report: { ...each.report, before } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      checked.push({ report: { ...failedReport(file, text, error), before } });
    }
  }
  return { checked, edited: fix && ({ text: fixed + fix.text.slice(done) } as EditedDocument) };
}

/** The report of a record of JSON with which nothing is wrong, as of most; undefined: it has to be looked at closely. */
function cleanReport(file: InputFile, { text, before }: Piece, parts: CheckParts): CheckedFile | undefined {
  const { here } = parts.checker;
  if (here === undefined || text.length > MAX_QUICK) return undefined;
  const read = readJson(text);
  if (!read.ok || hasRepeats(read.value) || isOtherDocument(read.value)) return undefined;
  const address = addressFor(file, read.value, parts);
  if (likenessOf(address.candidate, here.rulesOf(address)) === "none") return undefined;
  const result = here.validate(requestOf(address), address.own);
  if (result.diagnostics.length > 0) return undefined;
  if (!bases.has(result)) bases.set(result, basisOf(address, result, parts.checker));
  return { own: address.own, report: emptyReport(file, "", before, bases.get(result)) };
}

/** Of answers without findings, which are the same for every record of a domain. */
const bases = new WeakMap<ValidationResult, Basis>();

/** In longer ones reading takes most of the time. */
const MAX_QUICK = 65_536;

/** Throws a Failure if it could not be checked. */
export async function checkDocument(
  file: InputFile,
  document: SourceDocument,
  parts: CheckParts,
  fixing?: Fixing,
): Promise<CheckedFile> {
  if (!document.isReadable) return { report: { ...reportOf(file, document), status: "invalid" } };
  if (isOtherDocument(document.value))
    return { report: skippedReport(file, "a spec package or a built package") };
  const address = addressFor(file, document.value, parts);
  const { checker } = parts;
  // Whoever names a file for a service means it: its rules are not fetched for that.
  const isAmongWords = document.isAmongWords === true;
  const isMeant = !file.isFound && !isAmongWords;
  const rules = checker.here || !isMeant ? await checker.rulesOf(address) : undefined;
  const likeness = likenessOf(address.candidate, rules);
  if (likeness === "none") return { report: skippedReport(file, "no proposal: it has no member of one") };
  // A file that nobody named may be another tool's, and guesses would rewrite it. An object among words may be a part of them.
  const isOneInside = () =>
    Object.values(address.candidate ?? {}).some((each) => likenessOf(each, rules) === "whole");
  const isSurelyOne =
    likeness === "whole" || (isAmongWords ? isOneInside() : isMeant || parts.isConfigured === true);
  const level = fixing && (isSurelyOne ? fixing.level : "safe");
  const result = await ask(address, document, checker, level);
  const report = { ...judged(file, document, address, result, checker), isUnsure: !isSurelyOne };
  const { own } = address;
  if (fixing === undefined || level === undefined) return { report, own, address };
  const clean = withFileFixes(document, level);
  const fixed = await applyAll(clean.document, { address, result }, checker, level);
  const why = fixed.refusal && `Some fixes cannot be written: ${fixed.refusal}.`;
  const failure = why ? new Failure(why, "Apply them by hand.") : undefined;
  const after = judged(file, fixed.document, fixed.address, fixed.result, checker);
  const isSame = fixed.document.text === document.text;
  const gone = isSame ? 0 : Math.max(1, clean.fixed + fixed.applied, countOf(report) - countOf(after));
  const left = { ...after, isUnsure: !isSurelyOne, [fixing.isTrial ? "unwritten" : "fixed"]: gone, failure };
  return { report: left, own, edited: fixed.document, unfixed: report };
}

function addressFor(file: InputFile, value: unknown, { chosen, domains, identity }: CheckParts): Addressed {
  const found: Addressed = addressOf(value, chosen, domains);
  found.own = identity?.ownOf(file.path, found.candidate);
  return found;
}

function judged(
  file: InputFile,
  document: SourceDocument,
  address: Addressed,
  result: ValidationResult,
  checker: Checker,
): FileReport {
  const { base } = address;
  const report = reportOf(file, document, base);
  const hasErrors = report.diagnostics.some(({ diagnostic }) => diagnostic.severity === "error");
  // The file says where names are repeated, with fixes of its text, but for those in a text that is JSON itself.
  const isSaid = report.diagnostics.some(({ diagnostic }) => diagnostic.code === "member-repeated");
  const others = result.diagnostics.filter(({ code }) => code !== "member-repeated" || !isSaid);
  return {
    ...report,
    status: result.valid && !hasErrors ? "valid" : "invalid",
    diagnostics: [...report.diagnostics, ...others.map((each) => locate(each, document, base))],
    omitted: result.omitted,
    basis: basisOf(address, result, checker),
    replacementOf: (fix, located) => replacementOf(document, base, located, fix),
  };
}

function basisOf(address: Addressed, { specPackage, registry }: ValidationResult, checker: Checker): Basis {
  const { targetProduct, domainId } = address;
  const registrySize = checker.registrySize(address);
  return { targetProduct, domainId, specPackage, ...(registry && { registry }), registrySize };
}

/** With what is wrong with the file itself. */
function reportOf(file: InputFile, document: SourceDocument, base: Path = []): FileReport {
  const isRead = ({ path }: FileFinding) =>
    path === undefined || base.length === 0 || ENVELOPE_MEMBERS.includes(path[0]!);
  const diagnostics = document.findings.filter(isRead).map(ofCandidate(base));
  return { ...emptyReport(file, document.text), diagnostics };
}

function emptyReport({ path }: InputFile, text: string, before?: Piece["before"], basis?: Basis): FileReport {
  return { path, status: "valid", diagnostics: [], omitted: 0, fixed: 0, text, before, basis };
}

function failedReport(file: InputFile, text: string, failure: Failure): FileReport {
  return { ...emptyReport(file, text), status: "unchecked", failure };
}

function skippedReport(file: InputFile, what: string): FileReport {
  return { ...emptyReport(file, ""), status: "skipped", skipped: { what, isNamed: !file.isFound } };
}

/** Whether an object has none of a proposal's members, directly or one level below; some; or most that it must have and few others. */
function likenessOf(candidate: unknown, rules: KnownRules | undefined): "none" | "some" | "whole" {
  const names = isPlainObject(candidate) ? Object.keys(candidate) : [];
  if (rules === undefined || names.length < 3) return "some";
  const { all, own, required } = namesOf(rules);
  const keys = names.map(plain);
  const known = keys.filter((key) => own.has(key)).length;
  if (known === 0) {
    const inside = Object.values(candidate as object).flatMap((value) =>
      isPlainObject(value) ? Object.keys(value).map(plain) : [],
    );
    if (![...keys, ...inside].some((key) => all.has(key))) return "none";
  }
  const given = required.filter((each) => keys.includes(each)).length;
  return given * 2 >= required.length && (keys.length - known) * 2 <= known ? "whole" : "some";
}

/** Records have the same names over and over. */
const plain = remember(10_000, 1_000, (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));

/** The same for every file of a run. `all`: at any depth. */
const namesOf = once((rules: KnownRules) => {
  const members = memberNamesAt(rules, []);
  return {
    all: new Set(describeMembers(rules.spec).flatMap(({ pointer }) => pointer.split("/").map(plain))),
    own: new Set(members.map(({ name }) => plain(name))),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => plain(name)),
  };
});

/** Spec packages and built packages may stand beside proposals. */
function isOtherDocument(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const isSpecPackage = typeof value.format === "string" && "rules" in value && "schema" in value;
  const isProposalPackage = "packageVersion" in value && "digest" in value;
  return isSpecPackage || isProposalPackage || "proposalPackage" in value;
}

/** `base`: the way from the document to the candidate that pointers are relative to. */
export function locate(diagnostic: Diagnostic, document: SourceDocument, base: Path): LocatedDiagnostic {
  const { pointer, actual, related = [] } = diagnostic;
  const pathTo = (pointer: string) => [...base, ...parsePointer(pointer)];
  const path = pathTo(pointer);
  // It is about a member's name if what it found there is that name.
  const isName = pointer !== "" && actual === path.at(-1) && valueAt(document.value, path) !== actual;
  const rangeAt = (pointer: string) => document.rangeOf(pathTo(pointer), "value");
  const others = related.map(({ pointer, message }) => ({ range: rangeAt(pointer), message }));
  return { diagnostic, range: document.rangeOf(path, isName ? "name" : "value"), related: others };
}
