/** Pages without scripts or external resources, and with one style sheet that is allowed by its digest. */
import { sha256Base64Url } from "../../../core/json/digest.ts";
import { ICON } from "../../describe/service-info.ts";
import type { Look } from "../assets.ts";

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Text with `code`, as used in descriptions: paragraphs, and numbered lists whose first line starts with "1. ". */
export function prose(text: string): string {
  const blocks = text.split("\n\n").map((block) => {
    if (!block.startsWith("1. ")) return `<p>${inline(block)}</p>`;
    return `<ol>${inline(block).replace(/^\d+\. (.*)\n?/gm, "<li>$1</li>")}</ol>`;
  });
  return blocks.join("\n");
}

export const inline = (text: string): string => escapeHtml(text).replace(/`([^`]*)`/g, "<code>$1</code>");

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0b57d0,#8ab4f8)}
body{font:16px/1.55 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem}
a{color:var(--link)}nav a{margin-right:1rem}h1{font-size:1.7rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.5 ui-monospace,monospace}code{background:var(--soft);padding:.1em .3em;border-radius:3px}
pre{background:var(--soft);padding:1rem;overflow:auto;border-radius:6px}pre code{background:none;padding:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
ul.schema{list-style:none;padding-left:1rem;border-left:1px solid var(--line)}summary{cursor:pointer}
.method{font-weight:700}.tag{font-size:.8em;border:1px solid var(--line);border-radius:3px;padding:0 .4em}
:target{outline:2px solid var(--link);outline-offset:.4rem}.skip-link:not(:focus){position:absolute;left:-99rem}.brand-mark{fill:none;stroke:Canvas;stroke-width:2.4}`;

/** In base64 of the other alphabet, with its padding. */
const STYLE_DIGEST = `${sha256Base64Url(STYLE).replaceAll("-", "+").replaceAll("_", "/")}=`;

/** The Content-Security-Policy of a page: nothing is allowed but this. */
export function policyWith(...allowed: readonly string[]): string {
  const rest = "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return ["default-src 'none'", ...allowed, rest].join("; ");
}

const PLAIN_POLICY = policyWith(`style-src 'sha256-${STYLE_DIGEST}'`);

const ICON_LINK = `<link rel="icon" href="data:${ICON.type},${encodeURIComponent(ICON.content)}">`;

export function pageHead(title: string, more: string): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
${ICON_LINK}
${more}
</head>`;
}

export function linksTo({ styles, script }: Look, root = ""): string {
  const links = styles.map((style) => `<link rel="stylesheet" href="${root}${style}">`);
  return [...links, `<script type="module" src="${root}${script}"></script>`].join("\n");
}

/** Of the pages with a look: our own files, and calls to this service by "Try it". */
const LOOK_POLICY = policyWith("script-src 'self'", "style-src 'self'", "connect-src 'self'");

export const policyOf = (look: Look | undefined): string => (look === undefined ? PLAIN_POLICY : LOOK_POLICY);

export type Link = readonly [href: string, text: string];

export const partOf = (id: string, text = id): Link => [`#${id}`, text];

interface PageParts {
  /** Leads from the page to the top ("" or "../../"), so that links work behind any path prefix. */
  readonly root?: string;
  /** Without it, the page has a style sheet of its own and no script. */
  readonly look?: Look | undefined;
  /** Links to the parts of the page, each with its heading. */
  readonly contents?: readonly { title: string; links: readonly Link[] }[];
  /** What the search field says; none if there is nothing to search. */
  readonly search?: string;
  /** Wide pages have a column for examples. */
  readonly wide?: boolean;
}

const LINKS: readonly Link[] = [
  ["./", "Workbench"],
  ["studio", "Studio"],
  ["docs", "API"],
  ["rules", "Rules"],
  ["problems", "Problems"],
  ["openapi.json", "OpenAPI"],
  ["llms.txt", "For agents"],
];

export function page(title: string, body: string, parts: PageParts = {}): string {
  const { root = "", look, contents = [], search = "", wide } = parts;
  const head = look ? linksTo(look, root) : `<style>${STYLE}</style>`;
  // The studio comes with the workbench.
  const links = LINKS.filter(([href]) => look !== undefined || href !== "studio");
  const nav = links.map(([href, name]) => `<a href="${root}${href}">${name}</a>`).join("");
  // They stand beside the page. Without the style of the workbench, they would stand in front of it.
  const aside = (look === undefined ? [] : contents).map(
    ({ title: heading, links }) => `<h2>${escapeHtml(heading)}</h2>\n${linkList(links)}`,
  );
  const asked = escapeHtml(search);
  const field = `<input type="search" class="input" id="search" hidden placeholder="${asked}" aria-label="${asked}">`;
  return `<!doctype html>
<html lang="en">
${pageHead(`${title} · Preflight`, head)}
<body class="reference">
<a class="skip-link" href="#main">Skip to the content</a>
<header class="top-bar">
<a class="brand" href="${root}./" title="Preflight"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="currentColor"/><path d="m6.5 12.5 3.7 3.7 7.3-8" class="brand-mark"/></svg><span>Preflight</span></a>
<nav class="site-links" aria-label="Site">${nav}</nav>
</header>
<div class="reference-layout${wide ? " is-wide" : ""}${aside.length > 0 ? "" : " is-plain"}">
${aside.length > 0 ? `<nav class="contents" aria-label="On this page">${search && field}${aside.join("\n")}<p class="muted" id="no-match" hidden>Nothing matches.</p></nav>` : ""}
<main id="main">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</div>
</body>
</html>
`;
}

export function linkList(links: readonly Link[]): string {
  const items = links.map(([href, text]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`);
  return `<ul>${items.join("")}</ul>`;
}

/** Code to read and copy; the script adds the button. */
export function codeBlock(text: string, label: string): string {
  return `<div class="code-block"><section class="code-scroll" tabindex="0" aria-label="${escapeHtml(label)}"><pre><code>${escapeHtml(text)}</code></pre></section></div>`;
}
