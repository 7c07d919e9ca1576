/** Reads a JSON or YAML file that was dropped or chosen. The library for YAML is loaded when one comes. */
import { isPlainObject } from "../../src/core/json/pointer.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { nestingOf, writeJson } from "../json/nesting.ts";

export interface OpenedDraft {
  readonly text: string;
  /** The domain that the file names, if it is an envelope or a proposal package. */
  readonly domain?: { readonly targetProduct: string; readonly domainId: string };
}

export type Opened =
  | ({ readonly ok: true } & OpenedDraft)
  | { readonly ok: false; readonly reason: string; readonly anyway?: OpenedDraft };

export const MAX_FILE_BYTES = 1_048_576;

export async function openFile(file: File, rules: SpecPackageDocument | undefined): Promise<Opened> {
  if (file.size > MAX_FILE_BYTES)
    return { ok: false, reason: `${file.name} is larger than 1 MB, so it is no proposal.` };
  const text = await file.text();
  if (text.includes("\u0000") || text.includes("\uFFFD"))
    return { ok: false, reason: `${file.name} is not a text file. Open a JSON or YAML file.` };
  const isYaml = /\.ya?ml$/i.test(file.name);
  let value: unknown;
  let written = text.replace(/^\uFEFF/, "");
  try {
    value = JSON.parse(written);
  } catch {
    if (!isYaml)
      // A draft that is not quite JSON is still a draft: the editor shows what is wrong.
      return /^\s*\{/.test(written)
        ? { ok: true, text: written }
        : { ok: false, reason: `${file.name} is neither JSON nor YAML, so nothing was opened.` };
    const read = await readYaml(written);
    if (read === undefined)
      return { ok: false, reason: `${file.name} cannot be read as YAML, so nothing was opened.` };
    value = read.value;
    written = JSON.stringify(value, null, 2) ?? "null";
  }
  return recognize(value, written, file.name, rules);
}

async function readYaml(text: string): Promise<{ value: unknown } | undefined> {
  try {
    const { parse } = await import("yaml");
    // Aliases are bounded, so that a small file cannot become a huge one.
    return { value: parse(text, { maxAliasCount: 50 }) };
  } catch {
    return undefined;
  }
}

function recognize(
  value: unknown,
  text: string,
  name: string,
  rules: SpecPackageDocument | undefined,
): Opened {
  if (!isPlainObject(value))
    return {
      ok: false,
      reason: `${name} does not hold a proposal: a proposal is an object with members. If it holds records, paste them as sample records.`,
    };
  if ("candidate" in value && typeof value.targetProduct === "string" && typeof value.domainId === "string") {
    const { targetProduct, domainId } = value;
    return {
      ok: true,
      text: writeJson(value.candidate, nestingOf(text)) ?? text,
      domain: { targetProduct, domainId },
    };
  }
  // A file on one line is hard to read in the editor.
  const draft = { text: text.trim().includes("\n") ? text : (writeJson(value, nestingOf(text)) ?? text) };
  if (rules === undefined || hasKnownMember(value, rules)) return { ok: true, ...draft };
  return {
    ok: false,
    reason: `${name} has none of the members of “${rules.title}”, so it is probably no proposal.`,
    anyway: draft,
  };
}

function hasKnownMember(
  value: Record<string, unknown>,
  { schema, aliases = {} }: SpecPackageDocument,
): boolean {
  const names = Object.keys(isPlainObject(schema.properties) ? schema.properties : {});
  const others = Object.values(aliases).flat();
  const known = new Set([...names, ...others].map(plain));
  const keys = Object.keys(value);
  // A candidate may stand inside another object; the check finds it there.
  const inner = Object.values(value).flatMap((member) => (isPlainObject(member) ? Object.keys(member) : []));
  return keys.length === 0 || [...keys, ...inner].some((key) => known.has(plain(key)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}
