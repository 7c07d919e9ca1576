/** Findings as callers get them: diagnostics in the order of the document, with patches that stand alone. */
import { hasRepeats, repeatsOf } from "../json/notes.ts";
import {
  below,
  child,
  escapeToken,
  isPlainObject,
  type Path,
  type PathKey,
  parsePointer,
  pointerOf,
} from "../json/pointer.ts";
import type { Diagnostic, Fix, PatchOperation } from "../types.ts";
import { quote } from "../unicode/describe.ts";
import type { Detail, Edit, Finding, FixDraft, Reading } from "./finding.ts";

/** More diagnostics than this are counted but not listed. */
export const MAX_DIAGNOSTICS = 100;

/** Codes are explained for each domain, since two domains may use one code for different rules. */
export function linkBase(
  { targetProduct, domainId }: { readonly targetProduct: string; readonly domainId: string },
  rulesUrl = "/rules",
): string {
  return `${rulesUrl}/${targetProduct}/${domainId}/`;
}

export function toDiagnostic(
  { code, severity, path, about }: Finding,
  { detail, fixes }: { readonly detail: Detail; readonly fixes: Fix[] },
  reading: Reading,
  link: string,
): Diagnostic {
  const pointerTo = (place: Path) => (about === "sent" ? pointerOf(place) : sentPointer(reading, place));
  const diagnostic = {
    code,
    severity,
    pointer: pointerTo(path),
    message: about === "sent" ? detail.message : withPlace(detail.message, path, reading),
  } as Diagnostic;
  if (detail.expected !== undefined) diagnostic.expected = detail.expected;
  if (detail.actual !== undefined) diagnostic.actual = detail.actual;
  diagnostic.docs = link + code;
  if (fixes.length > 0) diagnostic.fixes = fixes;
  if (detail.related !== undefined)
    diagnostic.related = detail.related.map((related) => ({
      pointer: pointerTo(related.path),
      message: related.message,
    }));
  return diagnostic;
}

export function sentPointer(reading: Reading, path: Path): string {
  return pointerOf(reading.originOf(path).path);
}

/** No pointer leads into a text that was read as a list or object, so the message says where in it something is. */
function withPlace(message: string, path: Path, reading: Reading): string {
  const origin = reading.originOf(path);
  const isInside = origin.isInText && pointerOf(origin.path) !== pointerOf(path);
  return isInside ? `${message} Read as ${quote(pointerOf(path))}.` : message;
}

/** Document order, then by code. Absent members come after those that are there, in the order they were missed. */
export function sortByPosition(findings: Finding[], reading: Reading, sent: unknown): Finding[] {
  if (findings.length < 2) return findings;
  const members = new Map<object, { readonly names: string[]; last: number }>();
  const positionIn = (parent: unknown, key: PathKey): number => {
    if (typeof key !== "string" || !isPlainObject(parent)) return Number(key);
    let known = members.get(parent);
    if (known === undefined) {
      known = { names: Object.keys(parent), last: 0 };
      members.set(parent, known);
    }
    // Each stage reports in the order of the document, so that no map of the names is needed.
    const { names, last } = known;
    const next = names.indexOf(key, last);
    const position = next < 0 ? names.indexOf(key) : next;
    if (position < 0) return names.push(key) - 1;
    known.last = position;
    return position;
  };
  const ranked = findings.map((finding) => {
    const path = finding.about === "sent" ? finding.path : reading.originOf(finding.path).path;
    const rank = new Array<number>(path.length);
    let value = sent;
    for (let depth = 0; depth < path.length; depth++) {
      if (depth > 0) value = child(value, path[depth - 1]!);
      rank[depth] = positionIn(value, path[depth]!);
    }
    return { finding, rank };
  });
  ranked.sort(
    (a, b) =>
      compareRanks(a.rank, b.rank) ||
      (a.finding.code < b.finding.code ? -1 : a.finding.code > b.finding.code ? 1 : 0),
  );
  return ranked.map(({ finding }) => finding);
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < left.length && depth < right.length; depth++) {
    const difference = left[depth]! - right[depth]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const MAX_ANCHOR_DEPTH = 4;
const MAX_ANCHOR_WIDTH = 4;

export class PatchWriter {
  private readonly sent: unknown;
  private readonly reading: Reading;
  /** What else a replacement has to change. */
  private readonly followers: (path: Path, to: unknown) => Edit[] | "refuse" | undefined;
  private readonly written = new Set<string>();
  /** Where values were moved away from. Moving a value and replacing it can both be done, so these are apart. */
  private readonly emptied = new Set<string>();

  constructor(sent: unknown, reading: Reading, followers: PatchWriter["followers"]) {
    this.sent = sent;
    this.reading = reading;
    this.followers = followers;
  }

  /** No two first fixes write to one path: one that would is left out, or comes last as a last resort. */
  write(drafts: readonly FixDraft[]): Fix[] {
    let fixes: Fix[] | undefined;
    let further: Fix[] | undefined;
    for (const { title, grade, edits, isLastResort } of drafts) {
      const patch = this.translate(edits);
      if (patch === undefined || patch.length === 0) continue;
      const { applicability } = grade;
      const written: Fix = grade.decision
        ? { title, applicability, patch, decision: true }
        : { title, applicability, patch };
      if (fixes !== undefined) fixes.push(written);
      else if (edits[0]?.kind === "choose" || this.claim(patch)) fixes = [written];
      else if (isLastResort) further = [...(further ?? []), written];
    }
    return fixes === undefined || further === undefined ? (fixes ?? []) : [...fixes, ...further];
  }

  private claim(patch: readonly PatchOperation[]): boolean {
    const { written, emptied } = this;
    for (const operation of patch) {
      if (operation.op === "test") continue;
      if (written.has(operation.path) || this.isRepeated(operation.path)) return false;
      if (operation.op !== "move") continue;
      if (emptied.has(operation.from) || this.isRepeated(operation.from)) return false;
    }
    for (const operation of patch) {
      if (operation.op === "test") continue;
      written.add(operation.path);
      if (operation.op === "move") emptied.add(operation.from);
    }
    return true;
  }

  /** Which of several values of one name counts is for their author to say. */
  private isRepeated(pointer: string): boolean {
    if (!hasRepeats(this.sent)) return false;
    const path = parsePointer(pointer);
    return path.length > 0 && Object.hasOwn(repeatsOf(this.at(path, path.length - 1)), path.at(-1)!);
  }

  private locate(path: Path): Path | undefined {
    const origin = this.reading.originOf(path);
    return origin.isInText ? undefined : origin.path;
  }

  private at(path: Path, depth = path.length): unknown {
    let value = this.sent;
    for (let index = 0; index < depth; index++) value = child(value, path[index]!);
    return value;
  }

  /** Where a new item or member goes; undefined if its container is not there. `made` is added by the same patch. */
  private target(path: Path, made?: string): Path | undefined {
    const parent = this.locate(path.slice(0, -1));
    if (parent === undefined) return undefined;
    const container = this.at(parent);
    if (typeof container !== "object" && pointerOf(parent) !== made) return undefined;
    // A list has no members, and an object no items.
    if (container === null || (typeof path.at(-1) === "number") !== Array.isArray(container))
      return undefined;
    return below(parent, path.at(-1)!);
  }

  private aside(path: Path): Path | undefined {
    const parent = path.length === 0 ? undefined : this.at(path, path.length - 1);
    if (!isPlainObject(parent)) return undefined;
    let name = `${path.at(-1)}_`;
    while (Object.hasOwn(parent, name)) name += "_";
    return [...path.slice(0, -1), name];
  }

  /** The operations of all edits; undefined if one of them cannot be made. */
  private translate(edits: readonly Edit[]): PatchOperation[] | undefined {
    let all: PatchOperation[] | undefined;
    /** The object that an earlier edit adds. */
    let made: string | undefined;
    for (const edit of edits) {
      const operations = this.operationsOf(edit, made);
      if (operations === undefined) return undefined;
      if (edit.kind === "ensure" && operations.length > 0) made = operations[0]!.path;
      // Most fixes have one edit.
      if (all === undefined) all = operations;
      else all.push(...operations);
    }
    return all;
  }

  /** Tests what is replaced, so that the patch fails on another document. */
  private replacement(path: Path, value: unknown, to: unknown): PatchOperation[] {
    const pointer = pointerOf(path);
    const replace: PatchOperation = { op: "replace", path: pointer, value: to };
    return isTestable(value) ? [{ op: "test", path: pointer, value }, replace] : [replace];
  }

  private operationsOf(edit: Edit, made: string | undefined): PatchOperation[] | undefined {
    switch (edit.kind) {
      case "replace": {
        const path = this.locate(edit.path);
        const value = path && this.at(path);
        if (path === undefined || value === undefined || value === edit.to) return undefined;
        const operations = this.replacement(path, value, edit.to);
        const followed = this.followers(edit.path, edit.to);
        if (followed === undefined) return operations;
        const further = followed === "refuse" ? undefined : this.translate(followed);
        return further && [...operations, ...further];
      }
      case "choose":
        return this.replacement(edit.path, this.at(edit.path), edit.to);
      case "add": {
        const path = this.target(edit.path);
        if (path === undefined || (typeof path.at(-1) === "string" && this.at(path) !== undefined))
          return undefined;
        return [{ op: "add", path: pointerOf(path), value: edit.value }];
      }
      case "remove": {
        const path = this.locate(edit.path);
        const current = path && this.at(path);
        if (path === undefined || current === undefined) return undefined;
        const remove: PatchOperation = { op: "remove", path: pointerOf(path) };
        const isItem = typeof path.at(-1) === "number";
        const test = isItem ? anchor(path, current, 0) : undefined;
        return test === undefined ? [remove] : [test, remove];
      }
      case "move": {
        const from = this.locate(edit.path);
        const to = edit.to.length === 0 ? [] : this.target(edit.to, made);
        if (from === undefined || to === undefined || this.at(from) === undefined) return undefined;
        if (to.length > 0 && this.at(to) !== undefined) return undefined;
        return [{ op: "move", from: pointerOf(from), path: pointerOf(to) }];
      }
      case "ensure": {
        // It may have been sent under another name.
        const sent = this.locate(edit.path);
        if (sent !== undefined && this.at(sent) !== undefined) return [];
        const path = this.target(edit.path);
        return path && [{ op: "add", path: pointerOf(path), value: {} }];
      }
      case "unwrap": {
        const path = this.locate(edit.path);
        const index = path?.at(-1);
        if (path === undefined) return undefined;
        const move: PatchOperation = { op: "move", from: pointerOf([...path, 0]), path: pointerOf(path) };
        if (typeof index !== "number") return [move];
        // In a list, what is taken out stands before the empty list, which goes.
        return [move, { op: "remove", path: pointerOf([...path.slice(0, -1), index + 1]) }];
      }
      case "wrap":
      case "listEntries": {
        const path = this.locate(edit.path);
        const aside = path && this.aside(path);
        if (path === undefined || aside === undefined) return undefined;
        const [here, there] = [pointerOf(path), pointerOf(aside)];
        const entries: PatchOperation[] =
          edit.kind === "wrap"
            ? [{ op: "move", from: there, path: `${here}/0` }]
            : listEntries(this.at(path), edit.key, here, there);
        return [{ op: "move", from: here, path: there }, { op: "add", path: here, value: [] }, ...entries];
      }
      case "nameCells": {
        const path = this.locate(edit.path);
        const index = path?.at(-1);
        if (path === undefined || typeof index !== "number") return undefined;
        // The new record takes the place of the row, which is then one further and loses its cells one by one.
        const [here, row] = [pointerOf(path), pointerOf([...path.slice(0, -1), index + 1])];
        const cells = edit.columns.map(
          (column): PatchOperation => ({
            op: "move",
            from: `${row}/0`,
            path: `${here}/${escapeToken(column)}`,
          }),
        );
        return [{ op: "add", path: here, value: {} }, ...cells, { op: "remove", path: row }];
      }
    }
  }
}

function listEntries(map: unknown, key: string, here: string, there: string): PatchOperation[] {
  const entries = Object.keys(map as object).flatMap((name, index): PatchOperation[] => {
    const entry = `${there}/${escapeToken(name)}`;
    return [
      { op: "add", path: `${entry}/${escapeToken(key)}`, value: name },
      { op: "move", from: entry, path: `${here}/${index}` },
    ];
  });
  return [...entries, { op: "remove", path: there }];
}

/** A `test` of a scalar at or near the top of an item, so that the patch fails on another document. */
function anchor(path: Path, value: unknown, depth: number): PatchOperation | undefined {
  if (isTestable(value)) return { op: "test", path: pointerOf(path), value };
  if (typeof value !== "object" || value === null || depth >= MAX_ANCHOR_DEPTH) return undefined;
  let width = 0;
  for (const name in value) {
    const key = Array.isArray(value) ? Number(name) : name;
    const found =
      width++ < MAX_ANCHOR_WIDTH ? anchor([...path, key], child(value, key), depth + 1) : undefined;
    if (found !== undefined || width >= MAX_ANCHOR_WIDTH) return found;
  }
  return undefined;
}

function isTestable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value === "boolean" || value === null || Number.isFinite(value);
}
