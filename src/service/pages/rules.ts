/** The codes of diagnostics for programs, models and people: an index, the codes of one domain, and each code with an example. */
import { findExample, type RuleExample } from "../../core/publishing/advice.ts";
import { type CodeEntry, describeCodes } from "../../core/spec-package/codes.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import { VALUE_TYPES } from "../../core/values/value-types.ts";
import { ENVELOPE_CODES } from "../operations/diagnostic-codes.ts";
import type { Catalogue } from "../operations/ports.ts";
import { problemCodes, problemKinds, problemRemedies } from "../operations/problems.ts";
import type { Look } from "./assets.ts";
import { escapeHtml, inline, type Link, linkList, page, partOf } from "./html/html.ts";

/** One thing in three forms. */
export interface Readable {
  json(): object;
  markdown(): string;
  /** `root` leads from the page to the top. */
  html(root: string, look: Look | undefined): string;
}

/** Those of a domain's own rules first; then diagnostics of every domain, what is wrong with a request, and why one is refused. */
function codesOf(spec?: SpecPackage): readonly CodeEntry[] {
  const problems = problemCodes.map((code): CodeEntry => {
    const summary = `${problemKinds[code].title}.`;
    return { code, severity: "error", summary, fix: problemRemedies[code] };
  });
  return [...(spec?.codes ?? []), ...describeCodes(), ...ENVELOPE_CODES, ...problems];
}

const LEAD =
  "Every diagnostic has a code. Only errors make a candidate invalid; review warnings before you submit.";

/** The domains, and the codes that all of them have. */
export function rulesIndex(catalogue: Catalogue, rulesUrl: string): Readable {
  const domains = catalogue.list().map(({ description }) => description);
  const codes = codesOf();
  return {
    json: () => ({
      domains: domains.map((domain) => {
        const { targetProduct, domainId, title } = domain;
        return { targetProduct, domainId, title, url: `${rulesUrl}/${nameOf(domain)}` };
      }),
      codes,
    }),
    markdown: () => `# Rules

${LEAD}

## Domains

${domains.map((domain) => `- [${domain.title}](${rulesUrl}/${nameOf(domain)})`).join("\n")}

## Codes of every domain

${codes.map(({ code, summary, fix }) => `- \`${code}\`: ${summary} ${fix}`).join("\n")}
`,
    html: (_, look) => {
      const links = domains.map((domain): Link => [`rules/${nameOf(domain)}`, domain.title]);
      const more = { title: "More", links: [partOf("types", "Types of values")] };
      const contents = [{ title: "Domains", links }, contentsOf("Every domain", codes), more];
      const body = `<p class="lead">${LEAD}</p>
<section class="rule-section"><h2>Domains</h2>
${linkList(links)}</section>
<section class="rule-section"><h2>Every domain</h2>
${codes.map((entry) => article(entry, "h3")).join("\n")}</section>
<section class="rule-section">
<h2 id="types">Types of values</h2>
<p>Values of records are of the type that their field declares.</p>
<table class="plain-table"><thead><tr><th>type</th><th>good</th><th>bad</th></tr></thead><tbody>
${Object.entries(VALUE_TYPES).map(typeRow).join("\n")}
</tbody></table>
</section>`;
      return page("Rules", body, { look, search: "Search codes", contents });
    },
  };
}

export function domainRules(spec: SpecPackage, rulesUrl: string): Readable {
  const { targetProduct, domainId, title, version, digest } = spec;
  const codes = codesOf(spec);
  const url = `${rulesUrl}/${nameOf(spec)}`;
  return {
    json: () => ({
      ...{ targetProduct, domainId, title, specPackage: { version, digest } },
      codes: codes.map(({ code, severity, summary }) => ({ code, severity, summary, url: `${url}/${code}` })),
    }),
    markdown: () => `# Rules: ${title} ${version}

${LEAD}

${codes.map(({ code, severity, summary }) => `- [${code}](${url}/${code}) (${severity}): ${summary}`).join("\n")}
`,
    html: (root, look) => {
      const entries = codes.map((entry) =>
        article(entry, "h2", `<a href="${root}rules/${nameOf(spec)}/${entry.code}">Example</a>`),
      );
      const body = [`<p class="lead">${LEAD}</p>`, ...entries].join("\n");
      const contents = [contentsOf(targetProduct, codes)];
      return page(`${title} ${version}`, body, { root, look, search: "Search codes", contents });
    },
  };
}

/** Undefined: the domain has no such code. */
export function codeRules(spec: SpecPackage, code: string): Readable | undefined {
  const entry = codesOf(spec).find((known) => known.code === code);
  if (entry === undefined) return undefined;
  const { targetProduct, domainId, title } = spec;
  const { severity, summary, fix } = entry;
  // True of the rules in use; undefined if none was found.
  const example = findExample([spec], code);
  const rows = example === undefined ? [] : rowsOf(example);
  return {
    json: () => ({ targetProduct, domainId, ...entry, example }),
    markdown: () => `# ${code} (${severity})

${summary}${fromWhen(entry)}

Fix: ${fix}
${rows.map(([name, value, note]) => `\n- ${name}: ${value === undefined ? "nothing" : codeSpan(value)}${note && ` (${note})`}`).join("")}
`,
    html: (root, look) => {
      const shown = example && `<dl class="rule-example">${rows.map(htmlRow).join("\n")}</dl>`;
      const link = `<p><a href="${root}rules/${nameOf(spec)}">${escapeHtml(title)}</a></p>`;
      return page(code, `${link}\n${article(entry, "h2", shown)}`, { root, look });
    },
  };
}

function contentsOf(title: string, codes: readonly CodeEntry[]) {
  return { title, links: codes.map(({ code }) => partOf(code)) };
}

function article(entry: CodeEntry, heading: "h2" | "h3", more = ""): string {
  const { code, severity, summary, fix } = entry;
  return `<article class="rule" data-entry id="${escapeHtml(code)}">
<${heading}><code>${escapeHtml(code)}</code> <span class="tag tag-${severity}">${severity}</span></${heading}>
<p>${inline(summary + fromWhen(entry))}</p>
<p class="rule-fix"><strong>Fix:</strong> ${inline(fix)}</p>
${more}</article>`;
}

const fromWhen = ({ effectiveAt }: CodeEntry): string =>
  effectiveAt === undefined ? "" : ` An error from ${effectiveAt} on; until then a warning.`;

type ExampleRow = readonly [name: keyof typeof LOOKS, value: string | undefined, note: string];

function rowsOf({ pointer, fails, message, passesAt, passes }: RuleExample): ExampleRow[] {
  const renamed = passesAt === pointer ? "" : `${passesAt.slice(passesAt.lastIndexOf("/") + 1)}: `;
  return [
    ["Where", pointer || "/", ""],
    ["Fails", fails, message],
    ...(passes === undefined || passes === fails ? [] : [["Passes", renamed + passes, ""] as const]),
  ];
}

const LOOKS = { Where: "", Fails: ' class="is-bad"', Passes: ' class="is-good"' };

function htmlRow([name, value, note]: ExampleRow): string {
  const shown = value === undefined ? "<em>nothing</em>" : `<code>${escapeHtml(value)}</code>`;
  return `<dt${LOOKS[name]}>${name}</dt><dd>${shown}${note && `<br><span class="muted">${escapeHtml(note)}</span>`}</dd>`;
}

/** Text as code in Markdown, whatever marks it holds. */
function codeSpan(text: string): string {
  const marks = "`".repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  return text.includes("`") ? `${marks} ${text} ${marks}` : `\`${text}\``;
}

function typeRow([type, { good, bad }]: [string, { good: unknown; bad: unknown }]): string {
  const cells = [type, JSON.stringify(good), JSON.stringify(bad)].map(
    (text) => `<td><code>${escapeHtml(text)}</code></td>`,
  );
  return `<tr>${cells.join("")}</tr>`;
}
