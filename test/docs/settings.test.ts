/** The table of settings in docs/operating.md is the one that the service reads by. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTINGS } from "../../src/service/settings/settings.ts";
import { code, tableOf, testTables } from "./made-table.ts";

testTables("operating.md", {
  settings: () =>
    tableOf(
      ["variable", "default", "meaning"],
      Object.values(SETTINGS).map(({ name, shown, otherwise, text }) => [
        code(name),
        shown ?? (otherwise === undefined ? "–" : code(String(otherwise))),
        text,
      ]),
    ),
});

test("those that may come from files are named", () => {
  const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const secrets = Object.values(SETTINGS).flatMap(({ name, isSecret }) => (isSecret ? [code(name)] : []));
  const last = secrets.pop();
  expect(page).toContain(`${secrets.join(", ")} and ${last} may come from files`);
});
