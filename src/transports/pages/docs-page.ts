/** The API reference for people, rendered from the OpenAPI document that programs get. */
import type { JsonSchema } from "../../operations/operation.ts";
import type { openApiDocument } from "../description/openapi.ts";
import { escapeHtml, inline, page, prose } from "./html.ts";

type Document = ReturnType<typeof openApiDocument>;
type Described = Document["paths"][string][string];
interface Content {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export function docsPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      renderOperation(method.toUpperCase(), path, operation),
    ),
  );
  const { info, servers } = document;
  return page(
    `${info.title} API ${info.version}`,
    `${prose(info.description)}
<p>Base URL: <code>${escapeHtml(servers[0]!.url)}</code>. For programs: <a href="openapi.json">openapi.json</a>, <a href="capabilities.json">capabilities.json</a>.</p>
<h2 id="authentication">Authentication</h2>
${prose(`Send \`Authorization: Bearer ai_…\`. ${document.components.securitySchemes.apiKey.description}`)}
${operations.join("\n")}`,
  );
}

function renderOperation(method: string, path: string, operation: Described): string {
  const { operationId, summary, description, requestBody, security, responses } = operation;
  const optional = security.some((scheme) => Object.keys(scheme).length === 0);
  const request = requestBody?.content["application/json"] as Content | undefined;
  return `<h2 id="${operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</h2>
<p><strong>${inline(summary)}</strong> <span class="tag">${operationId}</span> <span class="tag">${optional ? "key optional" : "key required"}</span></p>
${prose(description)}
${request === undefined ? "" : `<h3>Request</h3>${renderSchema(request.schema)}${renderExamples(request)}`}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, response]) => renderResponse(status, response as Response))
  .join("\n")}`;
}

interface Response {
  description: string;
  headers: Record<string, { description: string }>;
  content: Record<string, Content>;
}

function renderResponse(status: string, { description, headers, content }: Response): string {
  const headerList = Object.entries(headers)
    .map(([name, header]) => `<li><code>${name}</code> ${inline(header.description)}</li>`)
    .join("");
  const [type, body] = Object.entries(content)[0]!;
  return `<details${status === "200" ? " open" : ""}><summary><strong>${status}</strong> <code>${type}</code></summary>
${prose(description)}
<ul>${headerList}</ul>
${renderSchema(body.schema)}
${renderExamples(body)}
</details>`;
}

function renderExamples({ examples = {} }: Content): string {
  return Object.entries(examples)
    .map(
      ([name, { summary, value }]) =>
        `<details><summary>Example: ${escapeHtml(summary ?? name)}</summary><pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`,
    )
    .join("\n");
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
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as
    | unknown[]
    | undefined;
  if (values !== undefined)
    return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(" | ");
  return `<em>${schema.type === undefined ? "any" : String(schema.type)}</em>`;
}
