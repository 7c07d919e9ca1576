/** Checks the codes of rules against one another and against the docs. */
import { escapeToken } from "../../json/pointer.ts";
import type { Refuse } from "../../schema/compile-schema.ts";
import { BUILT_IN_CODES } from "../codes.ts";
import type { SpecPackageDocument } from "../format/document.ts";
import type { CompiledRules } from "./compiled-rules.ts";
import { isCheck } from "./rules.ts";

const RESERVED = new Set(BUILT_IN_CODES.map((entry) => entry.code));

/** Every code is free and documented, and every documented code is used. */
export function checkCodes(
  { rules, docs }: SpecPackageDocument,
  { all }: Pick<CompiledRules, "all">,
  refuse: Refuse,
): void {
  const seen = new Set<string>();
  for (const { pointer, codes } of all) {
    for (const code of codes) {
      if (RESERVED.has(code)) refuse(`${pointer}/code`, "code-reserved", `The code "${code}" is reserved.`);
      if (!Object.hasOwn(docs, code) && !seen.has(code))
        refuse("/docs", "docs-missing", `The code "${code}" has no entry in "docs".`);
      seen.add(code);
    }
  }
  // Of a rule whose check is unknown, nobody can tell which codes it has.
  const unknown = rules.filter(({ check }) => !isCheck(check)).map(({ code }) => code);
  for (const code of Object.keys(docs)) {
    if (seen.has(code) || unknown.some((known) => code === known || code.startsWith(`${known}-`))) continue;
    refuse(`/docs/${escapeToken(code)}`, "docs-unused", `No rule has the code "${code}".`);
  }
}
