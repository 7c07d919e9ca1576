/** Pages without scripts or external resources, and with one style sheet that is allowed by its digest. */
import { createHash } from "node:crypto";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text with `code`, as used in descriptions: paragraphs, and numbered lists whose first line starts with "1. ". */
export function prose(text: string): string {
  return text
    .split("\n\n")
    .map((block) =>
      /^1\. /.test(block)
        ? `<ol>${block
            .split("\n")
            .map((line) => `<li>${inline(line.replace(/^\d+\. /, ""))}</li>`)
            .join("")}</ol>`
        : `<p>${inline(block)}</p>`,
    )
    .join("\n");
}

export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, "<code>$1</code>");
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0b57d0,#8ab4f8)}
body{font:16px/1.55 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem}
a{color:var(--link)}nav a{margin-right:1rem}h1{font-size:1.7rem}h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.5 ui-monospace,monospace}code{background:var(--soft);padding:.1em .3em;border-radius:3px}
pre{background:var(--soft);padding:1rem;overflow:auto;border-radius:6px}pre code{background:none;padding:0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
ul.schema{list-style:none;padding-left:1rem;border-left:1px solid var(--line)}summary{cursor:pointer}
.method{font-weight:700}.tag{font-size:.8em;border:1px solid var(--line);border-radius:3px;padding:0 .4em}
:target{outline:2px solid var(--link);outline-offset:.4rem}`;

const STYLE_DIGEST = createHash("sha256").update(STYLE).digest("base64");

export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_DIGEST}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3451d1"/><path d="m6.5 12.5 3.7 3.7 7.3-8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>')}`;

/** `root` leads from the page to the top ("" or "../"), so that links work behind any path prefix. */
export function page(title: string, body: string, root = ""): string {
  const links = [
    ["./", "Preflight"],
    ["docs", "API"],
    ["rules", "Rules"],
    ["problems", "Problems"],
    ["openapi.json", "OpenAPI"],
    ["llms.txt", "For agents"],
  ] as const;
  const nav = links.map(([href, name]) => `<a href="${root}${href}">${name}</a>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<nav>${nav}</nav>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
