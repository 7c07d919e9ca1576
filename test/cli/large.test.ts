/** The command takes files of any size, unlike the API. */
import { expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";

const folder = makeFolder();

test("a file of 10 MB is checked, and its one fault is shown at its place", async () => {
  folder.write(
    "rules.json",
    JSON.stringify({
      format: "preflight-spec-package/1",
      targetProduct: "archive",
      domainId: "collection",
      version: "1.0.0",
      title: "Collection",
      schema: {
        type: "object",
        properties: { items: { type: "array", items: { type: "string", maxLength: 100 } } },
        required: ["items"],
        additionalProperties: false,
      },
      rules: [],
      docs: {},
      examples: {
        valid: [{ title: "Empty", candidate: { items: [] } }],
        invalid: [
          { title: "Nothing", candidate: {}, expect: [{ code: "member-missing", pointer: "/items" }] },
        ],
      },
    }),
  );
  const items = Array.from({ length: 110_000 }, () => "x".repeat(92));
  const text = (list: string[]) => JSON.stringify({ items: list }, null, 1);
  expect(text(items).length).toBeGreaterThan(10_000_000);
  folder.write("large.json", text(items));
  folder.write("spoiled.json", text([...items, "x".repeat(101)]));
  const validate = (name: string) =>
    preflight(["validate", "--spec", "rules.json", name], { cwd: folder.path });
  expect(await validate("large.json")).toMatchObject({ code: 0, stderr: "" });
  const { code, stdout } = await validate("spoiled.json");
  expect(code).toBe(1);
  expect(stdout).toContain("spoiled.json:110003:3  error  text-too-long");
});
