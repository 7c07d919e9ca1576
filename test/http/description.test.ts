/** What the service says of itself, to programs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFromOpenAPI } from "@better-auth/agent-auth/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFetchHandler } from "../../src/service/fetch/handler.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import { sixDomains } from "../operations/six-domains.ts";
import { projectFolder } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { type Client, createClient } from "../support/http.ts";
import { outputOf } from "../support/processes.ts";
import { resolveReferences } from "../support/resolve-references.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let call: Client;
let sent: string;
let document: Description;

type Content = Record<string, { schema: object; examples: Record<string, { value: object }> }>;

interface DescribedOperation {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}

interface Description {
  openapi: string;
  info: { version: string };
  servers: object[];
  paths: Record<string, Record<string, DescribedOperation>>;
}

beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "1000" } });
  call = createClient(service.url);
  sent = (await call("/openapi.json")).text;
  document = resolveReferences(JSON.parse(sent));
});
afterAll(async () => {
  call.close();
  await service.stop();
});

describe("/openapi.json", () => {
  test("has the version, the address and the three operations, and refers to nothing but problems and headers", () => {
    expect([document.openapi, document.info.version]).toEqual(["3.1.0", "1.0.0"]);
    expect(document.servers).toEqual([{ url: service.url }]);
    const references = sent.match(/"\$ref":"[^"]*/g) ?? [];
    expect(references.filter((each) => !/#\/components\/(?:responses|headers)\//.test(each))).toEqual([]);
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids).toEqual(["listDomains", "validateProposal", "buildProposal"]);
  });

  test("stays within 60 KB and is the same, however much is served", async () => {
    expect(sent.length).toBeLessThanOrEqual(60_000);
    const baseUrl = "https://preflight.example";
    const many = { ...sixDomains, list: () => Array.from({ length: 50 }, () => sixDomains.list()).flat() };
    for (const list of [many.list, () => many.list().toReversed()]) {
      const handler = createFetchHandler(
        {
          ...{ baseUrl, domains: { ...many, list }, keys: [service.key] },
          clientAddress: () => "203.0.113.7",
        },
        "1.0.0",
      );
      const text = await (await handler(new Request(`${baseUrl}/openapi.json`))).text();
      expect(text).toBe(
        sent.replace("limited to 1000 a", "limited to 20 a").replaceAll(service.url, baseUrl),
      );
    }
  });

  test("is compressed, and not sent again to whoever has it", async () => {
    for (const coding of ["br", "gzip"]) {
      const get = (headers: Record<string, string>) =>
        fetch(`${service.url}/openapi.json`, { headers: { "accept-encoding": coding, ...headers } });
      const answer = await get({});
      expect(answer.headers.get("content-encoding")).toBe(coding);
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
      expect(await answer.json()).toEqual(JSON.parse(sent));
      const etag = answer.headers.get("etag")!;
      const again = await get({ "if-none-match": etag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    const plain = await fetch(`${service.url}/api/domains`, { headers: { "accept-encoding": "gzip;q=0" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("etag")).toMatch(/^"/);
  });

  test.each([
    ["GZIP", "gzip"],
    ["deflate, BR;q=0.1", "br"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0, gzip", "gzip"],
    ["x-br, identity", null],
    ["gzip; q=0.000, br ;Q=0", null],
    ["*;q=0", null],
  ])("to a caller that accepts %s it comes as %s", async (accepted, coding) => {
    const answer = await fetch(`${service.url}/openapi.json`, { headers: { "accept-encoding": accepted } });
    expect(answer.headers.get("content-encoding")).toBe(coding);
  });

  test("asks for no proxy header as a parameter", () => {
    const { parameters } = document.paths["/api/domains"]!.get as unknown as {
      parameters: { name: string }[];
    };
    expect(parameters.map(({ name }) => name)).toEqual(["targetProduct", "domainId", "pointer"]);
    expect(JSON.stringify(document).split('"parameters"').length).toBe(2);
    expect(JSON.stringify(document)).not.toContain("x-adt-proxy-");
  });

  test("names every status that an operation can answer with", () => {
    const statuses = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses);
    const common = ["200", "304", "400", "401", "403", "408", "417", "429", "431", "500", "501", "503"];
    expect(statuses("/api/domains", "get")).toEqual(common);
    const all = [
      "200",
      "400",
      "401",
      "403",
      "408",
      "413",
      "415",
      "417",
      "422",
      "429",
      "431",
      "500",
      "501",
      "503",
    ];
    expect(statuses("/api/validate", "post")).toEqual(all);
    expect(statuses("/api/build", "post")).toEqual(all);
  });

  test("has examples that its own schemas accept", () => {
    const ajv = new Ajv2020({ strict: false });
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    for (const { path, requestBody, responses } of described) {
      const contents = [
        requestBody?.content ?? {},
        // A 304 has none.
        ...Object.values(responses).map(({ content = {} }) => content),
      ];
      for (const { schema, examples } of contents.flatMap((content) => Object.values(content))) {
        const validate = ajv.compile(schema);
        expect(Object.keys(examples).length).toBeGreaterThan(0);
        for (const { value } of Object.values(examples))
          expect(validate(value), `${path} ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
  });

  test("lints clean by Redocly's recommended rules", async () => {
    const folder = mkdtempSync(join(tmpdir(), "preflight-openapi-"));
    const file = join(folder, "openapi.json");
    writeFileSync(file, sent);
    const cli = join(projectFolder, "node_modules/@redocly/cli/bin/cli.js");
    const environment = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const args = [cli, "lint", "--extends=recommended", "--format=json", file];
    try {
      const report = await outputOf(process.execPath, args, { cwd: folder, environment });
      expect(JSON.parse(report).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("gives an Agent Auth identity service the three operations, which it can execute", async () => {
    const spec = document as unknown as Parameters<typeof createFromOpenAPI>[0];
    const { capabilities = [], onExecute } = createFromOpenAPI(spec, {
      baseUrl: service.url,
      resolveHeaders: async () => ({ authorization: `Bearer ${service.key}` }),
    });
    expect(capabilities.map(({ name }) => name)).toEqual(OPERATIONS.map(({ id }) => id));
    const [domains, validate, build] = capabilities;
    expect(domains!.input).toMatchObject({ properties: { targetProduct: {}, domainId: {} } });
    for (const capability of [validate, build])
      expect(capability!.input).toMatchObject({
        type: "object",
        properties: {
          targetProduct: { type: "string", description: expect.any(String) },
          domainId: { type: "string", description: expect.any(String) },
          candidate: { type: "object", description: expect.any(String) },
        },
        required: ["targetProduct", "domainId"],
      });
    for (const capability of capabilities) expect(capability.output).toMatchObject({ type: "object" });
    const execute = onExecute as unknown as (call: object) => Promise<{ valid: boolean }>;
    const result = await execute({ capability: "validateProposal", arguments: { ...envelope() } });
    expect(result.valid).toBe(true);
  });
});

test("/capabilities.json carries the prefixed names, with absolute locations that answer", async () => {
  const { capabilities } = (await call("/capabilities.json")).json();
  expect(capabilities.map(({ name }: { name: string }) => name)).toEqual([
    "preflight.listDomains",
    "preflight.validateProposal",
    "preflight.buildProposal",
  ]);
  for (const { location, method, description, input, output } of capabilities) {
    expect([typeof description, input.type, output.type]).toEqual(["string", "object", "object"]);
    const { origin, pathname } = new URL(location);
    expect(origin).toBe(service.url);
    const answer = await call({
      path: pathname,
      method,
      key: service.key,
      ...(method === "POST" && { body: envelope() }),
    });
    expect(answer.status).toBe(200);
  }
});
