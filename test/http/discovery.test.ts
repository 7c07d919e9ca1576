/** Where programs look for descriptions of a service that they know nothing about. */

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "../support/http.ts";
import { resolveReferences } from "../support/resolve-references.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let call: Client;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "1000" } });
  call = createClient(service.url);
});
afterAll(async () => {
  call.close();
  await service.stop();
});

describe("/.well-known/api-catalog", () => {
  test("is a link set whose links all lead somewhere", async () => {
    const answer = await call("/.well-known/api-catalog");
    expect(answer.headers["content-type"]).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    expect(answer.headers.link).toBe(`<${service.url}/.well-known/api-catalog>; rel="api-catalog"`);
    const { linkset } = answer.json() as { linkset: Record<string, unknown>[] };
    expect(linkset.map(({ anchor }) => anchor)).toEqual(
      ["/.well-known/api-catalog", "/api", "/mcp"].map((path) => `${service.url}${path}`),
    );
    const targets = linkset
      .slice(1)
      .flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat());
    for (const { href, type } of targets as { href: string; type: string }[]) {
      const target = await call(new URL(href).pathname);
      expect([href, target.status, target.headers["content-type"]?.split(";")[0]]).toEqual([href, 200, type]);
    }
  });

  test("shows its place to HEAD as well", async () => {
    const { status, headers } = await call({ path: "/.well-known/api-catalog", method: "HEAD" });
    expect([status, headers.link]).toEqual([200, expect.stringContaining('rel="api-catalog"')]);
  });
});

describe("/server.json", () => {
  test("names the endpoint and how to send a key", async () => {
    const document = (await call("/server.json")).json();
    expect(document).toMatchObject({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: "localhost/preflight",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      packages: [{ identifier: "proposal-preflight", packageArguments: [{ value: "mcp" }] }],
      remotes: [{ type: "streamable-http", url: `${service.url}/mcp`, headers: [{ name: "Authorization" }] }],
    });
    expect(document.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(document.description.length).toBeLessThanOrEqual(100);
    expect(document.title.length).toBeLessThanOrEqual(100);
  });

  test("of a public address has its name backwards, and an icon", async () => {
    const environment = { PREFLIGHT_BASE_URL: "https://preflight.shop.example" };
    const open = await startServiceHere({ environment });
    const client = createClient(open.url);
    const document = (await client("/server.json")).json();
    expect(document.name).toBe("example.shop.preflight/preflight");
    expect(document.icons).toEqual([
      { src: "https://preflight.shop.example/icon.svg", mimeType: "image/svg+xml", sizes: ["any"] },
    ]);
    client.close();
    await open.stop();
  });
});

test("the icon is an image that can run nothing", async () => {
  const { headers, text } = await call("/icon.svg");
  expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(text).toMatch(/^<svg /);
});

describe("a client that looks for OAuth", () => {
  test.each([
    ["GET", "/.well-known/oauth-protected-resource"],
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/oauth-authorization-server/mcp"],
    ["GET", "/.well-known/openid-configuration"],
    ["GET", "/authorize?response_type=code"],
    ["POST", "/register"],
    ["POST", "/token"],
  ])("is told at %s %s that there is none, and the form of a key", async (method, path) => {
    const answer = await call({ method, path });
    expect(answer.status).toBe(404);
    const { code, detail, error, error_description } = answer.json();
    expect([code, error]).toEqual(["not-found", "invalid_request"]);
    expect(detail).toContain("Authorization: Bearer ai_…");
    expect(error_description).toBe(detail);
  });

  test("gets the usual answer elsewhere", async () => {
    for (const path of ["/registers", "/.well-known/other", "/api/register"])
      expect((await call(path)).json()).not.toHaveProperty("error");
  });

  test("is not told so where there is an authorization server", async () => {
    const environment = { PREFLIGHT_IDENTITY_ISSUER: "https://identity.example" };
    const open = await startServiceHere({ environment });
    const client = createClient(open.url);
    expect((await client("/.well-known/oauth-protected-resource")).status).toBe(200);
    expect((await client("/register")).json()).not.toHaveProperty("error");
    client.close();
    await open.stop();
  });
});

test("/mcp/ is /mcp", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const [one, other] = await Promise.all(
    ["/mcp", "/mcp/"].map((path) => fetch(`${service.url}${path}`, { method: "POST", headers, body })),
  );
  expect([other!.status, await other!.json()]).toEqual([200, await one!.json()]);
});

describe("names for code", () => {
  const NAMES = [
    ...["BuildResult", "Diagnostic", "Domain", "DomainList", "DomainName", "Fix", "MemberDescription"],
    ...[
      "PatchOperation",
      "ProposalPackage",
      "RegistryIdentity",
      "RelatedPlace",
      "RepairableEnvelope",
      "RepairedBuild",
    ],
    ...["RepairedCandidate", "SpecPackageIdentity", "Submission", "SubmissionHeaders"],
    "ValidationResult",
  ];

  /** Every schema in a document that is an object with members. */
  function* objectsIn(node: unknown): Generator<{ title?: string; additionalProperties?: unknown }> {
    if (typeof node !== "object" || node === null) return;
    const { type, properties, examples: _, ...rest } = node as Record<string, unknown>;
    if (type === "object") yield node;
    for (const child of Object.values({ ...rest, ...(properties as object) })) yield* objectsIn(child);
  }

  test("every object of /openapi.json has a title, or its members have no names", async () => {
    const { paths } = (await call("/openapi.json")).json();
    const objects = [...objectsIn(paths)];
    expect(objects.length).toBeGreaterThan(50);
    expect(objects.filter(({ title, additionalProperties }) => !title && !additionalProperties)).toEqual([]);
  });

  test("/openapi-refs.json says the same as /openapi.json, with each of them once", async () => {
    const inlined = (await call("/openapi.json")).json();
    const named = (await call("/openapi-refs.json")).json();
    const { components } = named;
    const names = Object.keys(components.schemas);
    expect(names.filter((name) => !name.endsWith("Problem"))).toEqual(NAMES);
    // Where a schema is repeated, it is not explained again.
    const unexplained = (node: unknown): unknown =>
      JSON.parse(
        JSON.stringify(node, (name, value) =>
          name === "description" && typeof value === "string" ? undefined : value,
        ),
      );
    expect(unexplained(resolveReferences(named).paths)).toEqual(
      unexplained(resolveReferences(inlined).paths),
    );
    const ajv = new Ajv2020({ strict: false }).addSchema({ $id: "https://x.example/", components });
    for (const name of names)
      expect(() => ajv.compile({ $ref: `https://x.example/#/components/schemas/${name}` })).not.toThrow();
  });

  test("the operator can be found", async () => {
    const { info } = (await call("/openapi.json")).json();
    expect(info.contact).toEqual({ name: "The operator of this service", url: service.url });
  });
});
