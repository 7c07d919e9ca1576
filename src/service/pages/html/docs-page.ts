/** The API reference for people, rendered from the OpenAPI document that programs get. */

import type { openApiDocument } from "../../describe/openapi.ts";
import type { JsonSchema } from "../../operations/operation.ts";
import type { Look } from "../assets.ts";
import { codeBlock, escapeHtml, inline, page, partOf, prose } from "./html.ts";
import { problemsText } from "./problems-page.ts";

type Document = ReturnType<typeof openApiDocument>;
type Described = Document["paths"][string][string];
type Answer = Described["responses"]["200"];
type Content = Answer["content"][string];

/** `envelope`: what to try it with, valid for a domain that is served. */
export function docsPage(document: Document, envelope: object | undefined, look?: Look): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { info, servers } = document;
  const base = servers[0]!.url;
  const links = operations.map(({ operation }) => partOf(operation.operationId));
  const contents = [START, { title: "Operations", links }, ERRORS];
  const body = `<section class="operation" data-entry id="introduction">
<div>${prose(info.description)}
<p>Base URL: <code>${escapeHtml(base)}</code>. For programs: <a href="openapi.json">openapi.json</a>, <a href="capabilities.json">capabilities.json</a>.</p></div>
<div class="operation-side">${codeBlock(`curl ${base}/api/domains`, "Example")}</div>
</section>
<section class="operation" data-entry id="authentication">
<div><h2>Authentication</h2>
${prose(`Send \`Authorization: Bearer ai_…\`. ${document.components.securitySchemes.apiKey.description}`)}</div>
<div class="operation-side"><div class="try-key" hidden><label class="label" for="key">Key for “Try it”</label><input class="input mono" id="key" type="password" autocomplete="off" placeholder="ai_…"><p class="hint">Kept in the memory of this page.</p></div></div>
</section>
${operations.map((each) => renderOperation(each, base, envelope)).join("\n")}
<section class="operation is-full" data-entry id="problems">
<div><h2>Problems</h2>
${problemsText()}</div>
</section>`;
  return page(`API ${info.version}`, body, { look, wide: true, search: "Search the reference", contents });
}

const ABOUT = [partOf("introduction", "Introduction"), partOf("authentication", "Authentication")];
const START = { title: "Start", links: ABOUT };
const ERRORS = { title: "Errors", links: [partOf("problems", "Problems")] };

type Placed = { readonly method: string; readonly path: string; readonly operation: Described };

function renderOperation({ method, path, operation }: Placed, base: string, envelope?: object): string {
  const { operationId, summary, description, requestBody, security, responses } = operation;
  const optional = security.some((scheme) => Object.keys(scheme).length === 0);
  const request = requestBody?.content["application/json"];
  const { "200": answer, "304": unchanged, ...problems } = responses;
  const statuses = Object.keys(problems).map((each) => `<a href="#problems"><strong>${each}</strong></a>`);
  return `<section class="operation" data-entry id="${operationId}">
<div>
<h2><span class="method">${method}</span> ${escapeHtml(path)}</h2>
<p><strong>${inline(summary)}</strong> <span class="tag">${operationId}</span> <span class="tag">${optional ? "key optional" : "key required"}</span></p>
${prose(description)}
${request === undefined ? "" : `<h3>Request</h3>${renderSchema(request.schema)}`}
<h3>Answer</h3>
${renderAnswer(answer)}
${unchanged === undefined ? "" : `<p><strong>304</strong></p>\n${prose(unchanged.description)}`}
<p>Problems: ${statuses.join(", ")}. Each is explained once, under <a href="#problems">Problems</a>.</p>
</div>
<div class="operation-side">
${codeBlock(curlOf(method, base + path, envelope, optional), `curl of ${operationId}`)}
${tryIt(method, path, envelope)}
${request === undefined ? "" : renderExamples("Request", operationId, request)}
${renderExamples("Answer", operationId, Object.values(answer.content)[0]!)}
</div>
</section>`;
}

function curlOf(method: string, url: string, body: unknown, isOpen: boolean): string {
  if (method === "GET") return `curl ${url}`;
  const key = isOpen ? "" : ` \\\n  -H 'Authorization: Bearer ai_…'`;
  const text = JSON.stringify(body ?? {}).replaceAll("'", "'\\''");
  return `curl ${url}${key} \\\n  -H 'Content-Type: application/json' \\\n  -d '${text}'`;
}

/** The script of the page shows it and sends the request. */
function tryIt(method: string, path: string, body: unknown): string {
  const field = `<label class="label" for="try-${escapeHtml(path)}">Body</label><textarea class="input textarea mono tall" id="try-${escapeHtml(path)}" spellcheck="false" rows="8">${escapeHtml(JSON.stringify(body ?? {}, null, 2))}</textarea>`;
  return `<details class="try-it" hidden data-method="${method}" data-path="${escapeHtml(path.slice(1))}"><summary>Try it</summary>${method === "GET" ? "" : field}<button type="button" class="button button-primary button-small">Send</button><div class="try-answer" role="status"></div></details>`;
}

function renderAnswer({ description, headers, content }: Answer): string {
  const list = Object.entries(headers).map(
    ([name, header]) => `<li><code>${name}</code> ${inline(header.description)}</li>`,
  );
  const [type, body] = Object.entries(content)[0]!;
  return `<p><strong>200</strong> <code>${type}</code></p>
${prose(String(description))}
<details><summary>Headers</summary><ul class="schema">${list.join("")}</ul></details>
${renderSchema(body.schema)}`;
}

function renderExamples(kind: string, operationId: string, { examples }: Content): string {
  const shown = Object.entries(examples).map(([, { summary, value }], index) => {
    const code = codeBlock(JSON.stringify(value, null, 2), `${kind} of ${operationId}: ${summary}`);
    return `<details class="example"${index === 0 ? " open" : ""}><summary>${kind}: ${escapeHtml(summary)}</summary>${code}</details>`;
  });
  return shown.join("\n");
}

function renderSchema(schema: JsonSchema): string {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  const items = Object.entries(properties).map(([name, member]) => {
    const inner = (member.items ?? member) as JsonSchema;
    const nested = inner.properties === undefined ? "" : renderSchema(inner);
    return `<li><code>${escapeHtml(name)}</code> ${typeOf(member)}${required.includes(name) ? "" : ' <span class="tag">optional</span>'} ${inline(String(member.description ?? ""))}${nested}</li>`;
  });
  return items.length === 0 ? "" : `<ul class="schema">${items.join("")}</ul>`;
}

function typeOf(schema: JsonSchema): string {
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])) as unknown[];
  if (values.length === 0) return `<em>${schema.type ?? "any"}</em>`;
  return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(" | ");
}
