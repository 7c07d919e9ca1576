import type { CodeEntry } from "../../core/spec-package/codes.ts";
import { escapeHtml, inline, page } from "./html.ts";

export interface RuleSection {
  readonly title: string;
  readonly codes: readonly CodeEntry[];
}

/** Every diagnostic code, with the code as anchor, which is what `docs` of a diagnostic links to. */
export function rulesPage(sections: readonly RuleSection[]): string {
  const seen = new Set<string>();
  const body = sections.map(
    ({ title, codes }) => `<h2>${escapeHtml(title)}</h2>
<dl>
${codes.map((entry) => renderCode(entry, seen)).join("\n")}
</dl>`,
  );
  return page(
    "Rules",
    `<p>Every diagnostic has a code. Only errors make a candidate invalid; review warnings before you submit.</p>
${body.join("\n")}`,
  );
}

/** Two products may use the same code; the first one gets the anchor. */
function renderCode({ code, severity, summary, fix, effectiveAt }: CodeEntry, seen: Set<string>): string {
  const anchor = seen.has(code) ? "" : ` id="${escapeHtml(code)}"`;
  seen.add(code);
  const from =
    effectiveAt === undefined ? "" : ` An error from ${escapeHtml(effectiveAt)} on; until then a warning.`;
  return `<dt${anchor}><code>${escapeHtml(code)}</code> <span class="tag">${severity}</span></dt>
<dd>${inline(summary)} ${inline(fix)}${from}</dd>`;
}
