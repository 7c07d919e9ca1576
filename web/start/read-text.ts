/**
 * What a text from outside holds, in whatever notation: JSON, alone or among other text, YAML, a table, or a link of
 * ours. Libraries are loaded when a text needs them.
 */
import { isPlainObject } from "../../src/core/json/values.ts";
import { Meter } from "../../src/core/meter/meter.ts";
import { readJson } from "../../src/core/reader/read-json.ts";
import type { ReadYaml } from "../../src/core/reader/read-text.ts";
import { nestingOf, writeJson } from "../json/nesting.ts";
import { loadReader, readText as readAnyText } from "../json/reader.ts";
import { readFragment } from "./share.ts";
import { readTable, splitTable } from "./table.ts";

export interface Domain {
  readonly targetProduct: string;
  readonly domainId: string;
}

export type Understood =
  | {
      readonly kind: "object";
      readonly notation: string;
      readonly value: Record<string, unknown>;
      /** The draft as JSON; as it was written, if it was JSON on several lines. */
      readonly text: string;
      /** The domain that the text names, if it is an envelope or a proposal package. */
      readonly domain: Domain | undefined;
    }
  | { readonly kind: "rows"; readonly notation: string; readonly rows: readonly Record<string, unknown>[] }
  | { readonly kind: "nothing"; readonly reason: string };

/** A key may be a label of the form, such as "Generator ID". */
const YAML_START = /^(?:---|%YAML|- |["']?[\w$.-]+(?: [\w$.-]+){0,4}["']?\s*:(?:\s|$))/m;
const MAX_LENGTH = 1_048_576;

export async function readText(given: string, name = ""): Promise<Understood> {
  const trimmed = given.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return nothing("There is nothing to read yet.");
  if (given.length > MAX_LENGTH)
    return nothing("It is larger than 1 MB, so it holds no proposal and no package.");
  await loadReader();
  if (given.includes("\u0000") || given.includes("\uFFFD"))
    return nothing("This is not text. Open a JSON, YAML or CSV file.");
  const link = /#draft=[A-Za-z0-9_-]+\s*$/.exec(trimmed);
  if (link !== null && !/\s/.test(trimmed)) return readLink(link[0]);
  const lines = readJsonLines(trimmed);
  if (lines !== undefined) return { kind: "rows", notation: "JSON, one object a line", rows: lines };
  const isYaml = /\.ya?ml$/i.test(name);
  const isTable = /\.(csv|tsv|tab)$/i.test(name);
  const reader = isTable || readJson(trimmed).ok ? undefined : await yamlReader(isYaml);
  const read = readAnyText(given, new Meter(Number.POSITIVE_INFINITY), reader);
  if (read.kind === "json") return recognize(read.value, "JSON", given.replace(/^\uFEFF/, ""));
  if (read.kind === "found") return recognize(read.value, notationOf(read.past()), undefined);
  if (isYaml) return nothing("It cannot be read as YAML.");
  const cells = splitTable(trimmed);
  const table = cells && readTable(cells);
  if (table !== undefined && cells !== undefined) {
    const isCell = cells[0]!.length === 2 && table.length === 1 && Object.keys(table[0]!).length < 2;
    if (isCell) return nothing("A table of one cell is no proposal.");
    const mark = cells.separator === "\t" ? "tabs" : `“${cells.separator}”`;
    return { kind: "rows", notation: `a table with ${mark}`, rows: table };
  }
  return nothing(
    /[{[]/.test(trimmed)
      ? `It cannot be read: ${read.reason()}. Open it as text to correct it.`
      : "It is neither JSON nor YAML, and no table whose first line has a name of its own for every column.",
  );
}

const notationOf = (past: readonly string[]) =>
  past[0] === "YAML" ? past.join(", past ") : `JSON, past ${past.join("; ")}`;

async function readLink(fragment: string): Promise<Understood> {
  const shared = await readFragment(fragment);
  const read = shared && readJson(shared.text);
  if (!shared || !read?.ok || !isPlainObject(read.value))
    return nothing("The link does not hold a draft that can be read. It may have been cut short.");
  const [targetProduct = "", domainId = ""] = shared.domain.split("/");
  return {
    kind: "object",
    notation: "a link of the workbench",
    value: read.value,
    text: shared.text,
    domain: domainId === "" ? undefined : { targetProduct, domainId },
  };
}

function recognize(value: unknown, notation: string, written: string | undefined): Understood {
  if (Array.isArray(value) && value.length > 0 && value.every(isPlainObject))
    return { kind: "rows", notation, rows: value };
  if (!isPlainObject(value))
    return nothing("It does not hold a proposal: a proposal is an object with members, or a list of rows.");
  const inner = isPlainObject(value.proposalPackage) ? value.proposalPackage : value;
  if (
    isPlainObject(inner.candidate) &&
    typeof inner.targetProduct === "string" &&
    typeof inner.domainId === "string"
  ) {
    const { targetProduct, domainId, candidate } = inner;
    const text = writeJson(candidate, depthOf(candidate)) ?? "{}";
    return { kind: "object", notation, value: candidate, text, domain: { targetProduct, domainId } };
  }
  // A text on one line is hard to read in the editor.
  const keeps = written?.trim().includes("\n") === true;
  const text = keeps
    ? written!
    : (writeJson(value, written === undefined ? depthOf(value) : nestingOf(written)) ?? written ?? "{}");
  return { kind: "object", notation, value, text, domain: undefined };
}

function depthOf(value: unknown): number {
  try {
    return nestingOf(JSON.stringify(value));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function readJsonLines(text: string): Record<string, unknown>[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  const rows: unknown[] = lines.map((line) => {
    const row = readJson(line);
    return row.ok ? row.value : undefined;
  });
  return rows.every(isPlainObject) ? rows : undefined;
}

/** What is only a sentence is YAML too, so it has to look like it. */
async function yamlReader(isNamed: boolean): Promise<ReadYaml> {
  const { parseDocument, visit } = await import("yaml");
  return (text) => {
    if (!isNamed && !YAML_START.test(firstLine(text.trim()))) return undefined;
    try {
      const document = parseDocument(text);
      if (document.errors.length > 0) return undefined;
      // A number that would be written in another way, such as 1.10 or 007, stays the text that it is.
      visit(document, {
        Scalar(_key, node) {
          if (typeof node.value === "number" && node.source !== String(node.value)) node.value = node.source;
        },
      });
      // Aliases are bounded, so that a small file cannot become a huge one.
      return document.toJS({ maxAliasCount: 50 });
    } catch {
      return undefined;
    }
  };
}

function firstLine(text: string): string {
  return text.split(/\r?\n/).find((line) => line.trim() !== "" && !line.trim().startsWith("#")) ?? "";
}

function nothing(reason: string): Understood {
  return { kind: "nothing", reason };
}
