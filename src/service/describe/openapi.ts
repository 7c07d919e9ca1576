/** The OpenAPI 3.1 description, made from the operations and the table of problems. */
import { readKnownJson } from "../../core/reader/read-json.ts";
import type { Gate } from "../operations/gate.ts";
import type { JsonSchema, Operation, OperationContext } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/operations.ts";
import { type Problem, type ProblemCode, problemDocument, problemRemedies } from "../operations/problems.ts";
import { DIAGNOSTIC, DOMAIN_NAME, list, object, text } from "../operations/schemas.ts";
import { exampleContext, exampleOf, problemExamples } from "./examples.ts";

export type OpenApiParts = { readonly gate: Gate; readonly baseUrl: string; readonly rateLimit: number };

export function openApiDocument({ gate, baseUrl, rateLimit }: OpenApiParts) {
  const context = exampleContext(baseUrl);
  const refusalsOf = OPERATIONS.map((operation) => problemExamples(operation, gate, context));
  const paths = OPERATIONS.map((operation, at) => {
    const described = describeOperation(operation, context, refusalsOf[at]!);
    return [operation.path, { [operation.method.toLowerCase()]: described }] as const;
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Preflight",
      version: "1.0.0",
      summary: "Checks proposals before they are submitted and builds the package to submit.",
      description: [
        "A stateless service that checks a candidate proposal against the current rules and registry of its target product, reports every problem and how to fix it, and builds the normalized package. It stores nothing and forwards nothing; you submit the package to the target product yourself.",
        "1. `GET /api/domains` lists what can be checked.\n2. `POST /api/validate` until `valid` is true.\n3. `POST /api/build` for the package.\n4. Submit the package yourself, as `submission` in the answer describes.",
        `Calls are limited to ${rateLimit} a minute, for all operations and MCP tool calls together, counted per client address or, for signed calls of an identity service, per agent. Every counted answer has \`RateLimit\` and \`RateLimit-Policy\` headers. Request bodies may have at most 65,536 bytes.`,
        "The same operations are MCP tools at `POST /mcp`.",
      ].join("\n\n"),
      contact: { name: "The operator of this service", url: baseUrl },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: "Every diagnostic code explained", url: `${baseUrl}/rules` },
    tags: [{ name: "proposals", description: "Check and build proposals." }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      responses: describeProblems(refusalsOf.flat(), baseUrl),
      // A request that was refused before it was counted has no rate limit headers.
      headers: {
        ...header("X-Request-Id"),
        ...header("RateLimit-Policy", false),
        ...header("RateLimit", false),
        ...header("Retry-After"),
        ...header("WWW-Authenticate", false),
      },
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ai_…",
          description:
            "A key from the identity service. Alternatively, the identity service itself calls on behalf of an agent, with headers that it signs; see the documentation on identity. The two exclude each other.",
        },
      },
    },
  };
}

function describeOperation(operation: Operation, context: OperationContext, refusals: readonly Problem[]) {
  const { id, method, summary, description, input, output, credentials } = operation;
  const { name, summary: about, request, response } = exampleOf(operation, context);
  const requestBody = {
    required: true,
    description: "At most 65,536 bytes of JSON in UTF-8, without compression.",
    content: content("application/json", input, [[name, about, request]]),
  };
  const answer = {
    description: output.description,
    headers: { ...header("X-Request-Id"), ...header("RateLimit-Policy"), ...header("RateLimit") },
    content: content("application/json", output, [[name, about, response]]),
  };
  const problems = statusesOf(refusals).map((status) => {
    return [status, { $ref: `#/components/responses/${nameOf(status)}` }] as const;
  });
  return {
    operationId: id,
    tags: ["proposals"],
    summary,
    description,
    security: credentials === "optional" ? [{}, { apiKey: [] }] : [{ apiKey: [] }],
    ...(method === "GET" && { parameters: queryParameters(input) }),
    ...(method === "POST" && { requestBody }),
    responses: {
      "200": answer,
      ...(method === "GET" && {
        "304": {
          description: UNCHANGED,
          headers: referredTo("X-Request-Id", "RateLimit-Policy", "RateLimit"),
        },
      }),
      ...Object.fromEntries(problems),
    },
  };
}

const UNCHANGED =
  "The answer is still the one whose `ETag` came in `If-None-Match`, so it is not sent again.";

function queryParameters(input: JsonSchema) {
  const properties = input.properties as Record<string, JsonSchema>;
  const required = input.required as string[];
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: "query", required: required.includes(name), description, schema },
  }));
}

const statusesOf = (refusals: readonly Problem[]): number[] =>
  [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b);

/** Each status once, for all operations, so that clients get one type for it. */
function describeProblems(refusals: readonly Problem[], baseUrl: string) {
  const ofCodes = [...new Map(refusals.map((refusal) => [refusal.code, refusal])).values()];
  const entries = statusesOf(refusals).map((status) => {
    const here = ofCodes.filter((refusal) => refusal.status === status);
    return [nameOf(status), describeStatus(status, here, baseUrl)];
  });
  return Object.fromEntries(entries);
}

function describeStatus(status: number, refusals: readonly Problem[], baseUrl: string) {
  const codes = refusals.map(({ code }) => code);
  const requestId = HEADERS["X-Request-Id"].example;
  const examples = refusals.map((refusal): Example => {
    return [refusal.code, refusal.title, problemDocument(refusal, baseUrl, requestId)];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${problemRemedies[code]}`).join("\n\n"),
    headers: {
      ...referredTo("X-Request-Id", "RateLimit-Policy", "RateLimit"),
      ...(status === 429 || status === 503 ? referredTo("Retry-After") : {}),
      ...(status === 401 ? header("WWW-Authenticate") : status === 403 ? referredTo("WWW-Authenticate") : {}),
    },
    content: content("application/problem+json", problemSchema(status, codes), examples),
  };
}

/** The names of RFC 9110 and RFC 6585. Not Node's, which differ between its versions. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  408: "RequestTimeout",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalServerError",
  501: "NotImplemented",
  503: "ServiceUnavailable",
};

const nameOf = (status: number): string => STATUS_NAMES[status] ?? String(status);

const ENVELOPE_ERRORS = "What is wrong with the envelope, by member; pointers are relative to the body.";

/** RFC 9457. */
export function problemSchema(status: number, codes: readonly ProblemCode[]): JsonSchema {
  const members = {
    type: text("URL of the page about the code."),
    title: text("What the code means."),
    status: { type: "integer", const: status, description: "The HTTP status." },
    detail: text("What is wrong and what to do."),
    code: { type: "string", enum: codes, description: "Stable name of the problem." },
    requestId: text("Same as `X-Request-Id`."),
    ...(codes.includes("invalid-envelope") && { "errors?": list(DIAGNOSTIC, ENVELOPE_ERRORS) }),
    ...(codes.includes("unsupported-domain") && { supported: list(DOMAIN_NAME, "The supported domains.") }),
  };
  return object(`${nameOf(status)}Problem`, "An RFC 9457 problem document.", members);
}

type Example = readonly [name: string, summary: string, value: object];

function content(type: string, schema: JsonSchema, examples: readonly Example[]) {
  const named = examples.map(([name, summary, value]) => [name, { summary, value }] as const);
  return { [type]: { schema, examples: Object.fromEntries(named) } };
}

const referredTo = (...names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function header(name: keyof typeof HEADERS, required = true) {
  const { description, pattern, example } = HEADERS[name];
  return { [name]: { description, required, schema: { type: "string", pattern }, example } };
}

const HEADERS = {
  "X-Request-Id": {
    description: "The id of this request in the log of the service.",
    pattern: "^[A-Za-z0-9-]{1,64}$",
    example: "mA3x0f9Kq2Lw-1c",
  },
  "RateLimit-Policy": {
    description: "The budget, as a structured field: number of calls (`q`) per window in seconds (`w`).",
    pattern: '^"default";q=[0-9]+;w=[0-9]+$',
    example: '"default";q=20;w=60',
  },
  RateLimit: {
    description:
      "What is left of the budget: remaining calls (`r`) and seconds until it is full again (`t`).",
    pattern: '^"default";r=[0-9]+;t=[0-9]+$',
    example: '"default";r=19;t=60',
  },
  "Retry-After": {
    description: "Whole seconds to wait before the next attempt.",
    pattern: "^[1-9][0-9]*$",
    example: "37",
  },
  "WWW-Authenticate": {
    description: "Which credentials to send (RFC 6750).",
    pattern: "^Bearer ",
    example: 'Bearer realm="preflight"',
  },
};

/**
 * The same document with its named schemas in one place and referred to, for tools that write code: from schemas that are
 * repeated where they are used, most of them make a new type each time. `/openapi.json` itself has no references, because tools
 * for agents often cannot follow them.
 */
export function withNamedSchemas(document: ReturnType<typeof openApiDocument>): object {
  const schemas = new Map<string, unknown>();

  function moved(value: unknown, isData = false): unknown {
    if (Array.isArray(value)) return value.map((item) => moved(item, isData));
    if (typeof value !== "object" || value === null) return value;
    const copy = Object.fromEntries(
      // Examples are data: a member named "title" in them names nothing.
      Object.entries(value).map(([name, member]) => [name, moved(member, isData || name === "examples")]),
    );
    const { type, title, properties } = copy;
    if (isData || type !== "object" || typeof title !== "string" || properties === undefined) return copy;
    const known = schemas.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
      throw new Error(`two different schemas are named ${title}`);
    schemas.set(title, copy);
    return { $ref: `#/components/schemas/${title}` };
  }

  const { components } = document;
  const [paths, responses] = [moved(document.paths), moved(components.responses)];
  const sorted = Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...document, paths, components: { schemas: sorted, ...components, responses } };
}

/** The same document with what schemas of answers say in words only where it is first said: most of them are repeated. */
export function explainedOnce(document: object): object {
  const said = new Set<string>();
  const sayOnce = (words: unknown) => {
    if (typeof words !== "string") return words;
    if (said.has(words)) return undefined;
    said.add(words);
    return words;
  };
  const explained = (schema: unknown) => changed(schema, "description", sayOnce);
  return changed(document, "responses", (answers) => changed(answers, "schema", explained)) as object;
}

/** A copy of what JSON can hold, in which members of this name are what `change` makes of them. */
const changed = (value: unknown, name: string, change: (member: unknown) => unknown): unknown =>
  readKnownJson(JSON.stringify(value, (key, member) => (key === name ? change(member) : member)));
