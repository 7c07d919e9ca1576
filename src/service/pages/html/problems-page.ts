import { type ProblemCode, problemCodes, problemKinds, problemRemedies } from "../../operations/problems.ts";
import type { Look } from "../assets.ts";
import { inline, page } from "./html.ts";

export function problemPage(code: ProblemCode, look?: Look): string {
  const { status, title } = problemKinds[code];
  const body = `<p><code>${code}</code> <span class="tag">HTTP ${status}</span></p>
<p>${inline(problemRemedies[code])}</p>
<p>In the answer, <code>type</code> is the URL of this page, <code>detail</code> says what is wrong with the request, and <code>requestId</code> helps the operator find it.</p>`;
  return page(title, body, { root: "../", look });
}

export const problemsPage = (look?: Look): string => page("Problems", problemsText(), { look });

/** For somebody who followed a link or mistyped an address. `root` leads from there to the top. */
export function notFoundPage(root: string, look?: Look): string {
  const body = `<p>The address may be mistyped, or the page has moved. Drafts in this browser are safe.</p>
<p><a href="${root}">Go to the workbench</a>, to the <a href="${root}docs">API reference</a> or to the <a href="${root}rules">rules</a>.</p>`;
  return page("There is nothing here", body, { root, look });
}

export function problemsText(): string {
  const rows = problemCodes.map((code) => {
    const { status, title } = problemKinds[code];
    return `<tr><td><strong>${status}</strong></td><td><a href="problems/${code}"><code>${code}</code></a></td><td>${title}. ${inline(problemRemedies[code])}</td></tr>`;
  });
  return `<p>Errors are answered as <code>application/problem+json</code> (RFC 9457), with one of these codes.</p>
<table class="plain-table"><thead><tr><th>Status</th><th>Code</th><th>Meaning and what to do</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>`;
}
