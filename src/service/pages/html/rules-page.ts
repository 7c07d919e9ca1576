import type { RuleExample } from "../../../core/publishing/rule-examples.ts";
import type { CodeEntry } from "../../../core/spec-package/codes.ts";
import { VALUE_TYPES } from "../../../core/values/value-types.ts";
import type { Look } from "../look.ts";
import { escapeHtml, inline, page } from "./html.ts";

export interface RuleSection {
  readonly title: string;
  readonly product?: string;
  /** Set for the rules of one domain: `<product>.<domain>`. */
  readonly domain?: string;
  readonly codes: readonly CodeEntry[];
  exampleOf(code: string): RuleExample | undefined;
}

/**
 * Every diagnostic code. Diagnostics link to `#<product>.<domain>.<code>`, since two domains may use one code for
 * different rules. A domain's section leads on to the codes that all domains share.
 */
export function rulesPage(sections: readonly RuleSection[], look?: Look): string {
  const shared = sections.filter(({ domain }) => domain === undefined).flatMap(({ codes }) => codes);
  const body = sections.map(
    ({ title, product, domain, codes, exampleOf }) => `<section class="rule-section">
<h2>${product === undefined ? "" : `<span class="muted">${escapeHtml(product)} /</span> `}${escapeHtml(title)}</h2>
${domain === undefined ? "" : sharedCodes(domain, shared)}${codes.map((entry) => renderCode(entry, domain, exampleOf(entry.code))).join("\n")}
</section>`,
  );
  return page(
    "Rules",
    `<p class="lead">Every diagnostic has a code. Only errors make a candidate invalid; review warnings before you submit. The examples are made from the rules in use.</p>
${body.join("\n")}
<section class="rule-section">
<h2 id="types">Types of values</h2>
<p>Values of records are of the type that their field declares.</p>
<table class="plain-table"><thead><tr><th>type</th><th>good</th><th>bad</th></tr></thead><tbody>
${Object.entries(VALUE_TYPES).map(typeRow).join("\n")}
</tbody></table>
</section>`,
    {
      look,
      search: "Search codes",
      contents: [
        ...sections.map(({ title, domain, codes }) => ({
          title,
          links: codes.map(({ code }) => ({ href: `#${anchorOf(code, domain)}`, text: code })),
        })),
        { title: "More", links: [{ href: "#types", text: "Types of values" }] },
      ],
    },
  );
}

function typeRow([type, { good, bad }]: [string, { good: unknown; bad: unknown }]): string {
  const cells = [type, JSON.stringify(good), JSON.stringify(bad)].map(
    (text) => `<td><code>${escapeHtml(text)}</code></td>`,
  );
  return `<tr>${cells.join("")}</tr>`;
}

function sharedCodes(domain: string, codes: readonly CodeEntry[]): string {
  const links = codes.map(
    ({ code }) =>
      `<a id="${escapeHtml(`${domain}.${code}`)}" href="#${escapeHtml(code)}">${escapeHtml(code)}</a>`,
  );
  return `<details class="shared-codes"><summary>Besides the codes of every product (${codes.length})</summary><p>${links.join(", ")}</p></details>
`;
}

function anchorOf(code: string, domain: string | undefined): string {
  return domain === undefined ? code : `${domain}.${code}`;
}

function renderCode(
  { code, severity, summary, fix, effectiveAt }: CodeEntry,
  domain: string | undefined,
  example: RuleExample | undefined,
): string {
  const from =
    effectiveAt === undefined ? "" : ` An error from ${escapeHtml(effectiveAt)} on; until then a warning.`;
  return `<article class="rule" data-entry id="${escapeHtml(anchorOf(code, domain))}">
<h3><code>${escapeHtml(code)}</code> <span class="tag tag-${severity}">${severity}</span></h3>
<p>${inline(summary)}${from}</p>
<p class="rule-fix"><strong>Fix:</strong> ${inline(fix)}</p>
${example === undefined ? "" : renderExample(example)}</article>`;
}

function renderExample({ pointer, fails, message, passesAt, passes }: RuleExample): string {
  const renamed = passesAt === pointer ? "" : `${passesAt.slice(passesAt.lastIndexOf("/") + 1)}: `;
  const code = (text: string | undefined) =>
    text === undefined ? "<em>nothing</em>" : `<code>${escapeHtml(text)}</code>`;
  return `<dl class="rule-example">
<dt>Where</dt><dd><code>${escapeHtml(pointer || "/")}</code></dd>
<dt class="is-bad">Fails</dt><dd>${code(fails)}<br><span class="muted">${escapeHtml(message)}</span></dd>
${passes === undefined || passes === fails ? "" : `<dt class="is-good">Passes</dt><dd>${code(renamed + passes)}</dd>`}
</dl>`;
}
