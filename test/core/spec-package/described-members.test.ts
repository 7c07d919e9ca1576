/** What listDomains says about alternatives, maps and values of several types. */
import { expect, test } from "vitest";
import { describeMembers } from "../../../src/core/index.ts";
import { load, objectOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 50 };

test("members of alternatives and maps are described, each once", () => {
  const spec = load(
    objectOf({
      note: { type: ["string", "null"], maxLength: 9 },
      source: {
        oneOf: [
          { type: "string", format: "uri" },
          objectOf({ type: { const: "git" }, url: text }, { required: ["type", "url"] }),
          objectOf({ type: { const: "file" }, path: text }, { required: ["type", "path"] }),
        ],
      },
      chains: { type: "object", additionalProperties: objectOf({ name: text }, { required: ["name"] }) },
    }),
  );
  expect(
    describeMembers(spec).map(({ pointer, required, type, rule }) => [pointer, required, type, rule]),
  ).toEqual([
    ["/note", false, "string or null", "At most 9 characters."],
    [
      "/source",
      false,
      "string or object",
      'A string of a URI such as https://example.org/, an object with "type" "git" or an object with "type" "file".',
    ],
    ["/source/type", false, "string", 'One of "git".'],
    ["/source/url", false, "string", "At most 50 characters."],
    ["/source/path", false, "string", "At most 50 characters."],
    ["/chains", false, "object", expect.any(String)],
    ["/chains/*", false, "object", 'An object with "name".'],
    ["/chains/*/name", true, "string", "At most 50 characters."],
  ]);
});
