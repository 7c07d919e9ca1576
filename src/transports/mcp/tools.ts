/** The operations as MCP tools: their descriptions, inputs and results. */
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../core/json/pointer.ts";
import type { JsonSchema, Operation, Outcome } from "../../operations/operation.ts";
import type { Problem } from "../../operations/problems.ts";

/** Nothing is stored or forwarded, the same call gives the same answer, and nothing outside is contacted. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export function describeTool(operation: Operation): Tool {
  const { id, title, description, input, output } = operation;
  return {
    name: id,
    title,
    description,
    inputSchema: portable(input) as Tool["inputSchema"],
    outputSchema: portable(output) as NonNullable<Tool["outputSchema"]>,
    annotations: { title, ...ANNOTATIONS },
  };
}

/** Where a schema allows anything, it says so: clients that translate schemas refuse those that state nothing. */
function portable(schema: JsonSchema): JsonSchema {
  if (!constrains(schema)) return { ...schema, anyOf: ANY_VALUE };
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties") copy[keyword] = portableMembers(value as Record<string, JsonSchema>);
    else if (keyword === "items") copy[keyword] = portable(value as JsonSchema);
    else copy[keyword] = value;
  }
  return copy;
}

function portableMembers(members: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, portable(schema)]));
}

const ANY_VALUE = ["null", "boolean", "number", "string", "array", "object"].map((type) => ({ type }));

const ANNOTATION_KEYWORDS = new Set([
  "title",
  "description",
  "examples",
  "default",
  "deprecated",
  "$comment",
]);

function constrains(schema: JsonSchema): boolean {
  return Object.keys(schema).some((keyword) => !ANNOTATION_KEYWORDS.has(keyword));
}

/** Models sometimes send a nested object as a JSON string, so a candidate that is one gets parsed. */
export function toolInput(args: unknown): unknown {
  if (args === undefined) return {};
  if (!isPlainObject(args) || typeof args.candidate !== "string") return args;
  const parsed = parseNested(args.candidate);
  return parsed === undefined ? args : { ...args, candidate: parsed };
}

function parseNested(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Then it is only a string, and the diagnostics say that a candidate must be an object.
    return undefined;
  }
}

export function toolResult(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return toolError(outcome.problem);
  return {
    content: [{ type: "text", text: JSON.stringify(outcome.body) }],
    structuredContent: outcome.body as { [member: string]: unknown },
  };
}

/** Unusable arguments are a tool result, not a protocol error, because models never see protocol errors. */
function toolError(problem: Problem): CallToolResult {
  return { content: [{ type: "text", text: refusalText(problem) }], isError: true };
}

function refusalText({ code, title, detail, members }: Problem): string {
  const lines = [`${title} (${code}). ${detail}`];
  if (members?.supported !== undefined) lines.push(`Supported: ${JSON.stringify(members.supported)}`);
  for (const { pointer, message } of members?.errors ?? []) lines.push(`${pointer}: ${message}`);
  if (code === "invalid-envelope" || code === "unsupported-domain")
    lines.push("Call listDomains for the values to use, then call this tool again.");
  return lines.join("\n");
}
