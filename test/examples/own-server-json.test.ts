/** The service's own `/server.json`, checked by our spec package for entries of the MCP Registry. */
import { expect, test } from "vitest";
import { checkCandidate, createRegistry, type SpecPackageDocument } from "../../src/core/index.ts";
import { serverJson } from "../../src/service/describe/service-info.ts";
import { load, readJson } from "../core/datagen.ts";

const spec = load(readJson("../../examples/mcp-server/spec-package.json") as SpecPackageDocument);
const context = {
  registry: createRegistry([], "2026-11-01T00:00:00Z"),
  now: Date.parse("2026-11-15T00:00:00Z"),
};

test("is what the MCP Registry accepts", () => {
  const document = serverJson("https://preflight.shop.example", "1.0.0");
  const { diagnostics } = checkCandidate(spec, document, context);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(checkCandidate(spec, { ...document, version: "^1.0.0" }, context).valid).toBe(false);
});
