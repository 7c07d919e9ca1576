import type { CodeEntry } from "../../core/spec-package/codes.ts";
import { VALUE_TYPE_EXAMPLES } from "../../core/values/value-types.ts";
import { escapeHtml, inline, page } from "./html.ts";

export interface RuleSection {
  readonly title: string;
  /** Set for the rules of one domain: `<product>.<domain>`. */
  readonly domain?: string;
  readonly codes: readonly CodeEntry[];
}

/**
 * Every diagnostic code. Diagnostics link to `#<product>.<domain>.<code>`, since two domains may use one code for
 * different rules. A domain's section leads on to the codes that all domains share.
 */
export function rulesPage(sections: readonly RuleSection[]): string {
  const shared = sections.filter(({ domain }) => domain === undefined).flatMap(({ codes }) => codes);
  const body = sections.map(
    ({ title, domain, codes }) => `<h2>${escapeHtml(title)}</h2>
${domain === undefined ? "" : sharedCodes(domain, shared)}<dl>
${codes.map((entry) => renderCode(entry, domain)).join("\n")}
</dl>`,
  );
  return page(
    "Rules",
    `<p>Every diagnostic has a code. Only errors make a candidate invalid; review warnings before you submit.</p>
${body.join("\n")}
<h2>Types of values</h2>
<p>Values of records are of the type that their field declares.</p>
<table><thead><tr><th>type</th><th>good</th><th>bad</th></tr></thead><tbody>
${Object.entries(VALUE_TYPE_EXAMPLES).map(typeRow).join("\n")}
</tbody></table>`,
  );
}

function typeRow([type, { good, bad }]: [string, { good: string; bad: string }]): string {
  const cells = [type, good, bad].map((text) => `<td><code>${escapeHtml(text)}</code></td>`);
  return `<tr>${cells.join("")}</tr>`;
}

function sharedCodes(domain: string, codes: readonly CodeEntry[]): string {
  const links = codes.map(
    ({ code }) =>
      `<a id="${escapeHtml(`${domain}.${code}`)}" href="#${escapeHtml(code)}">${escapeHtml(code)}</a>`,
  );
  return `<p>Besides the codes of every product: ${links.join(", ")}.</p>
`;
}

function renderCode(
  { code, severity, summary, fix, effectiveAt }: CodeEntry,
  domain: string | undefined,
): string {
  const anchor = domain === undefined ? code : `${domain}.${code}`;
  const from =
    effectiveAt === undefined ? "" : ` An error from ${escapeHtml(effectiveAt)} on; until then a warning.`;
  return `<dt id="${escapeHtml(anchor)}"><code>${escapeHtml(code)}</code> <span class="tag">${severity}</span></dt>
<dd>${inline(summary)} ${inline(fix)}${from}</dd>`;
}
