/** Members and words that are still accepted, and that authors should no longer use. */
import type { Grounds } from "../evidence/evidence.ts";
import { type Detail, fix, useInstead } from "../findings/finding.ts";
import { escapeToken, valueAt } from "../json/values.ts";
import { quote } from "../unicode/unicode.ts";
import type { Deprecation, ValueRule } from "./definition.ts";

export function deprecatedWords(words: ReadonlyMap<string, Deprecation>, at: string) {
  return remark("value-deprecated", {
    ok: (value) => typeof value !== "string" || !words.has(value),
    detail(value, path, sink) {
      const deprecation = words.get(String(value))!;
      const { use } = deprecation;
      return {
        ...wordsAbout(String(value), deprecation),
        ...(use !== undefined &&
          sink.accepts(at, use, path) && {
            fixes: [useInstead(use, groundsOf(deprecation), path)],
          }),
      };
    },
  });
}

export function deprecatedMember(deprecation: Deprecation, at: string) {
  const { use } = deprecation;
  const around = at.slice(0, at.lastIndexOf("/"));
  return remark("member-deprecated", {
    ok: () => false,
    detail(value, path, sink) {
      const detail = wordsAbout(String(path.at(-1)), deprecation);
      if (use === undefined) return detail;
      const to = [...path.slice(0, -1), use];
      const isFree = valueAt(sink.reading.value, to) === undefined;
      if (!isFree || !sink.accepts(`${around}/${escapeToken(use)}`, value, to)) return detail;
      const rename = fix(`Rename it to ${quote(use)}`, groundsOf(deprecation), { kind: "move", path, to });
      return { ...detail, fixes: [rename] };
    },
  });
}

/** A warning that comes with another rule, or with the schema, under a code that every package has. */
function remark(code: string, rule: ValueRule) {
  const asIs = { until: undefined, reword: undefined, confines: false, seesAbsence: false };
  return { ...rule, code, severity: "warning" as const, ...asIs };
}

function wordsAbout(name: string, deprecation: Deprecation): Detail {
  const { use } = deprecation;
  return {
    message: `${quote(name)} is deprecated${adviceOn(deprecation)}`,
    ...(use !== undefined && { expected: use }),
    actual: name,
  };
}

/** The rest of a sentence that says that it is deprecated. */
export function adviceOn({ message, use }: Deprecation): string {
  if (message !== undefined) return `: ${message}`;
  return use === undefined ? "." : `; use ${quote(use)}.`;
}

/** Whoever wrote it may have meant something that the replacement does not say. */
function groundsOf({ repair }: Deprecation): Grounds {
  return repair === true ? "rule" : ["rule", "open"];
}
