/** The operations as MCP tools: their descriptions, inputs and results. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/values.ts";
import { neverText, type Sent } from "../../core/reader/read-json.ts";
import type { JsonSchema, Operation, Outcome } from "../operations/operation.ts";
import type { Problem } from "../operations/problems.ts";

/** Nothing is stored or forwarded, and nothing outside is contacted. The other hints are about tools that change something. */
const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false } as const;

export function describeTool(operation: Operation): Tool {
  const { id, title, description, input, output } = operation;
  // The description of the tool says what its arguments are together.
  const { title: _, description: __, ...members } = input;
  const inputSchema = members as Tool["inputSchema"];
  const outputSchema = bareOutput(output) as NonNullable<Tool["outputSchema"]>;
  return { name: id, title, description, inputSchema, outputSchema, annotations: ANNOTATIONS };
}

/** What the results of checks hold more than once. */
const SHARED = new Set(
  "Value PatchOperation Diagnostic RegistryIdentity ProposalPackage Submission".split(" "),
);

/** Where anything is allowed, that is said: clients that translate schemas refuse those that state nothing. */
const VALUE = {
  title: "Value",
  anyOf: ["null", "boolean", "number", "string", "array", "object"].map((type) => ({ type })),
};

const BARE_KEYWORDS = new Set(["type", "enum", "const", "anyOf", "additionalProperties"]);

/** What an answer holds, without the words about it: the names say it, and the description of the API has the rest. */
function bareOutput(schema: JsonSchema): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const output = bare(schema, $defs);
  return Object.keys($defs).length === 0 ? output : { ...output, $defs };
}

function bare(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const isAnything = Object.keys(schema).every((keyword) => keyword === "description");
  const { title, ...rest } = isAnything ? VALUE : schema;
  if (typeof title === "string" && SHARED.has(title)) {
    definitions[title] ??= bare(rest, definitions);
    return { $ref: `#/$defs/${title}` };
  }
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(rest)) {
    if (keyword === "properties") {
      const members = Object.entries(value as Record<string, JsonSchema>);
      copy[keyword] = Object.fromEntries(members.map(([name, member]) => [name, bare(member, definitions)]));
    } else if (keyword === "items" || (keyword === "additionalProperties" && isPlainObject(value)))
      copy[keyword] = bare(value as JsonSchema, definitions);
    else if (BARE_KEYWORDS.has(keyword)) copy[keyword] = value;
  }
  // The values say it already.
  if ("enum" in copy || "const" in copy) delete copy.type;
  return copy;
}

/** Models pay for every character, so they get the brief view unless they ask for another. */
export function toolInput(args: unknown = {}): Sent {
  // The arguments were parsed for this call alone, and a changed copy would take longer to make than to check.
  if (isPlainObject(args) && args.view === undefined) args.view = "brief";
  return neverText(args);
}

export function toolResult(outcome: Outcome): CallToolResult {
  // Unusable arguments are a tool result, not a protocol error, because models never see protocol errors.
  if (!outcome.ok) return { content: [{ type: "text", text: refusalText(outcome.problem) }], isError: true };
  const structuredContent = outcome.body as { [member: string]: unknown };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

function refusalText({ code, title, detail, members }: Problem): string {
  const lines = [`${title} (${code}). ${detail}`];
  if (members?.supported !== undefined) lines.push(`Supported: ${JSON.stringify(members.supported)}`);
  const errors = members?.errors ?? [];
  for (const { pointer, message } of errors) lines.push(`${pointer}: ${message}`);
  const isUnnamed = errors.some(({ pointer }) => pointer === "/targetProduct" || pointer === "/domainId");
  if (isUnnamed || code === "unsupported-domain")
    lines.push("Call listDomains for the values to use, then call this tool again.");
  return lines.join("\n");
}
