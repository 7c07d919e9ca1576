import type { FixDraft, Sink } from "../findings/finding.ts";
import { characterCount, isPlainProse, lengthWithin, normalizeText } from "../text/characters.ts";
import { actualOf, count, grouped, quote } from "../text/describe.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

const MAX_PLACEHOLDER_LENGTH = 200;

export interface TextOptions {
  /** The path pattern at which the node stands, for asking whether a fixed value would be accepted. */
  at: string;
  min: number;
  max: number;
  pattern: LinearPattern | undefined;
  /** What the author of the package says the text should be, for messages. */
  hint: string | undefined;
  /** Prose is measured as it will be submitted: in NFC, trimmed. */
  prose: boolean;
  /** Words that a rule allows here. */
  words: readonly string[] | undefined;
}

export function textNode({ at, min, max, pattern, hint, prose, words }: TextOptions): SchemaNode {
  const node: SchemaNode = {
    type: "string",
    phrase: "a string",
    isBounded: max !== Number.POSITIVE_INFINITY,
    placeholder: () => words?.[0] ?? "TODO".padEnd(Math.min(min, MAX_PLACEHOLDER_LENGTH), "."),
    hasOneValue: words?.length === 1,
    ok(value) {
      if (typeof value !== "string") return false;
      const plain = isPlainProse(value);
      if (!plain && !value.isWellFormed()) return false;
      const text = plain || !prose ? value : normalizeText(value);
      return lengthWithin(text, min, max) && (pattern === undefined || pattern.test(text));
    },
    report(value, sink, cleaned) {
      if (typeof value !== "string") {
        const fixed = Number.isFinite(value) || typeof value === "boolean" ? String(value) : undefined;
        reportMismatch(
          node,
          "string",
          at,
          value,
          sink,
          fixed === undefined ? undefined : { value: fixed, applicability: "safe" },
        );
        return;
      }
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      if (!value.isWellFormed()) return;
      const text = cleaned ?? (prose ? normalizeText(value) : value);
      const length = characterCount(text);
      if (length < min) reportShort(text, length, sink);
      else if (length > max) reportLong(text, length, sink);
      // The pattern adds nothing to the report of a blank or overlong text.
      if (pattern && length >= Math.min(min, 1) && length <= max && !pattern.test(text))
        reportPattern(text, sink);
    },
  };

  function reportShort(text: string, length: number, sink: Sink): void {
    const path = sink.path.slice();
    sink.add("text-too-short", "error", () => ({
      message:
        length === 0
          ? `This is blank; write at least ${count(min, "character")}.`
          : `${quote(text)} has ${count(length, "character")}; the minimum is ${min}.`,
      expected: { minLength: min },
      actual: length,
      fixes: [
        {
          title: "Write the text here",
          applicability: "placeholder",
          edit: { kind: "replace", path, to: () => node.placeholder() },
        },
      ],
    }));
  }

  function reportLong(text: string, length: number, sink: Sink): void {
    sink.add("text-too-long", "error", () => ({
      message: `${quote(text)} has ${count(length, "character")}; the maximum is ${grouped(max)}. Shorten it by ${grouped(length - max)}.`,
      expected: { maxLength: max },
      actual: length,
    }));
  }

  function reportPattern(text: string, sink: Sink): void {
    const path = sink.path.slice();
    sink.add("text-pattern", "error", () => {
      const fixes: FixDraft[] = [];
      const slug = slugs(text).find((word) => sink.accepts(at, word));
      if (slug !== undefined) {
        fixes.push({
          title: (to) => `Use ${quote(String(to))}`,
          applicability: slug === text.trim() ? "safe" : "suggested",
          edit: { kind: "replace", path, to: () => slug },
        });
      }
      return {
        message: `${quote(text)} does not have the right form: ${hint ?? pattern?.source}.`,
        expected: { pattern: pattern?.source },
        actual: actualOf(text),
        fixes,
      };
    });
  }

  return node;
}

/** Identifiers that a text could have been meant to be, most likely first. */
function slugs(text: string): string[] {
  if (text.length > 200) return [];
  const words =
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .match(/[A-Za-z0-9]+/g) ?? [];
  if (words.length === 0) return [];
  const [kebab, snake] = [words.join("-"), words.join("_")];
  return [
    text.trim(),
    kebab,
    snake,
    kebab.toLowerCase(),
    snake.toLowerCase(),
    `x-${kebab}`,
    `_${snake}`,
    `x_${snake}`,
  ];
}
