import type { FixDraft, Sink } from "../findings/finding.ts";
import { characterCount, isPlainText, lengthWithin, normalizeText } from "../text/characters.ts";
import { actualOf, count, grouped, quote } from "../text/describe.ts";
import type { LinearPattern } from "../text/linear-pattern.ts";
import { reportMismatch } from "./mismatch.ts";
import type { AttachedRule, SchemaNode } from "./node.ts";

const LONGEST_PLACEHOLDER = 200;

export interface TextOptions {
  /** The path pattern at which the node stands, for asking whether a mended value would do. */
  at: string;
  min: number;
  max: number;
  pattern: LinearPattern | undefined;
  /** What the author of the package says the text should be, for messages. */
  hint: string | undefined;
  /** Prose is measured as it will be submitted: in NFC, trimmed. */
  prose: boolean;
  /** Words that a rule allows here, known once the rules are compiled. */
  allowedWords: () => readonly string[] | undefined;
  /** Rules that stand at the same place. */
  rules: readonly AttachedRule[] | undefined;
}

export function textNode({
  at,
  min,
  max,
  pattern,
  hint,
  prose,
  allowedWords,
  rules,
}: TextOptions): SchemaNode {
  const node: SchemaNode = {
    phrase: "a string",
    placeholder: () => allowedWords()?.[0] ?? "TODO".padEnd(Math.min(min, LONGEST_PLACEHOLDER), "."),
    hasOneValue: () => allowedWords()?.length === 1,
    ok(value, registry) {
      if (typeof value !== "string") return false;
      const plain = isPlainText(value, prose);
      if (!plain && !value.isWellFormed()) return false;
      const text = plain || !prose ? value : normalizeText(value);
      if (!lengthWithin(text, min, max) || (pattern !== undefined && !pattern.test(text))) return false;
      if (registry === undefined || rules === undefined) return true;
      for (const rule of rules) {
        if (!(plain && rule.plainTextPasses === true) && !rule.ok(value, registry, at)) return false;
      }
      return true;
    },
    report(value, sink, cleaned) {
      if (typeof value !== "string") {
        const mended = Number.isFinite(value) || typeof value === "boolean" ? String(value) : undefined;
        reportMismatch(
          node,
          "string",
          at,
          value,
          sink,
          mended === undefined ? undefined : { value: mended, applicability: "safe" },
        );
        return;
      }
      // Half characters are reported with the rest of the unsafe JSON; nothing else can be said of such a text.
      if (!value.isWellFormed()) return;
      const text = cleaned ?? (prose ? normalizeText(value) : value);
      const length = characterCount(text);
      if (length < min) reportShort(text, length, sink);
      else if (length > max) reportLong(text, length, sink);
      // Of a blank or an over-long text the form says nothing new.
      if (pattern && length >= Math.min(min, 1) && length <= max && !pattern.test(text))
        reportPattern(text, sink);
    },
  };

  function reportShort(text: string, length: number, sink: Sink): void {
    const path = sink.path.slice();
    sink.add("text-too-short", "error", () => ({
      message:
        length === 0
          ? `This is blank; write ${count(min, "character")} or more.`
          : `${quote(text)} has ${count(length, "character")}; ${min} is the least.`,
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
      message: `${quote(text)} has ${count(length, "character")}; ${grouped(max)} is the most. Shorten it by ${grouped(length - max)}.`,
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
