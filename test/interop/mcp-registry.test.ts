/** `/server.json` against the public schema that it names, where that can be fetched. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv } from "ajv/dist/ajv.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { serverJson } from "../../src/transports/description/server-json.ts";
import "../support/processes.ts";

const document = serverJson("https://preflight.shop.example", "1.0.0");
const schema = await fetch(document.$schema, { signal: AbortSignal.timeout(10_000) }).then(
  (answer) => (answer.ok ? (answer.json() as Promise<{ $schema: string }>) : undefined),
  () => undefined,
);

const name = "is what the MCP Registry accepts";
test.skipIf(schema === undefined)(schema === undefined ? `${name} [skipped: no schema]` : name, () => {
  const ajv = new (schema!.$schema.includes("2020-12") ? Ajv2020 : Ajv)({ strict: false, allErrors: true });
  (formats as unknown as { default: typeof formats.default }).default(ajv as never);
  const validate = ajv.compile(schema!);
  expect(validate(document), ajv.errorsText(validate.errors)).toBe(true);
});
