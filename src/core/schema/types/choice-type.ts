import { type FixDraft, fix } from "../../findings/finding.ts";
import { canonicalize } from "../../json/canonical.ts";
import { isSafeJson } from "../../json/safety.ts";
import type { Spend } from "../../similar/effort.ts";
import { createGuess, fold, type Guess } from "../../similar/similar.ts";
import type { Json } from "../../types.ts";
import { actualOf, found, likeliest, listOf } from "../../unicode/describe.ts";
import { lowerCase, trimEnds } from "../../unicode/unicode.ts";
import { kindOf, NO_KIND } from "../kinds.ts";
import { passes, type TypeJudge } from "../place.ts";

const MAX_SHOWN_VALUES = 12;

/** `enum` and `const`: one of a few values. `aliases` are other ways to write them, in lower case. */
export function choiceType(
  values: readonly Json[],
  aliases: ReadonlyMap<string, Json> = new Map(),
): TypeJudge {
  const words = values.filter((value): value is string => typeof value === "string");
  const isText = values.length === words.length;
  const allowed = isText ? listOf(words) : listValues(values);
  const plain = new Set<unknown>(values.filter((value) => typeof value !== "object" || value === null));
  const containers = new Set(values.filter((value) => !plain.has(value)).map(canonicalize));
  const isChoice = (value: unknown) =>
    plain.has(value) ||
    (containers.size > 0 &&
      typeof value === "object" &&
      value !== null &&
      isSafeJson(value, 0) &&
      containers.has(canonicalize(value)));
  const folded = new Map(words.toReversed().map((word) => [lowerCase(word), word]));
  const sameButCase = (value: unknown) =>
    typeof value === "string" ? folded.get(lowerCase(trimEnds(value))) : undefined;
  const byAlias = new Map([...aliases].map(([alias, value]) => [fold(alias), value]));
  const aliased = (value: unknown) => (typeof value === "string" ? byAlias.get(fold(value)) : undefined);
  let closest: Guess | undefined;
  const guess = (value: unknown, spend?: Spend) => {
    const same = sameButCase(value) ?? aliased(value);
    if (same !== undefined || typeof value !== "string") return same;
    closest ??= createGuess(words);
    return closest(value, spend);
  };
  let maxLength = 0;
  for (const word of words) maxLength = Math.max(maxLength, word.length);
  return {
    shape: {
      type: "choice",
      kinds: values.reduce<number>((kinds, value) => kinds | kindOf(value), NO_KIND),
      phrase: allowed,
      maxLength,
      values,
      ...(values.length === 1 && { onlyValue: values[0] }),
      ...(isText && { words }),
    },
    placeholder: () => ["TODO", null].find((value) => !isChoice(value)),
    suits: (value) => isChoice(value) || sameButCase(value) !== undefined || aliased(value) !== undefined,
    guess,
    ok: isChoice,
    report(value, { sink, place }) {
      if (isChoice(value) || (typeof value === "string" && !value.isWellFormed())) return;
      sink.add("value-not-allowed", "error", (path) => {
        const fixes: FixDraft[] = [];
        const same = sameButCase(value);
        const guessed = guess(value, sink.spend);
        const meant = guessed ?? (values.length === 1 ? values[0] : undefined);
        if (meant !== undefined && passes(place, meant, sink)) {
          // The only value there is replaces what was written, which may have meant something else.
          const level = guessed === undefined ? "removal" : same === undefined ? "suggested" : "safe";
          fixes.push(fix(`Use ${JSON.stringify(meant)}`, level, { kind: "replace", path, to: meant }));
        }
        return {
          message: `${found(value)} is not allowed here; use ${allowed}.`,
          expected: isText
            ? likeliest(
                typeof value === "string" ? value : "",
                words,
                typeof guessed === "string" ? guessed : undefined,
                sink.spend,
              )
            : values.slice(0, MAX_SHOWN_VALUES),
          actual: actualOf(value),
          fixes,
        };
      });
    },
  };
}

function listValues(values: readonly Json[]): string {
  const shown = values.slice(0, MAX_SHOWN_VALUES).map((value) => JSON.stringify(value));
  if (values.length > MAX_SHOWN_VALUES) shown.push(`${values.length - MAX_SHOWN_VALUES} more`);
  return shown.join(" or ");
}
