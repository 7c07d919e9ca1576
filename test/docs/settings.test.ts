/** The table of settings in docs/operating.md is the one that the service reads by. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTINGS } from "../../src/server/config/settings.ts";
import { isUpdating } from "./claim.ts";

const page = new URL("../../docs/operating.md", import.meta.url);
const TABLE = /(?<=<!-- settings -->\n)(?:\|.*\n)+/;

test("every setting is on the page, with its default (to update it, run npm run docs)", () => {
  const rows = Object.values(SETTINGS).map(({ name, shown, otherwise, text }) => {
    const value = otherwise === undefined ? "–" : `\`${String(otherwise)}\``;
    return `| \`${name}\` | ${shown ?? value} | ${text} |`;
  });
  const table = `${["| variable | default | meaning |", "|---|---|---|", ...rows].join("\n")}\n`;
  const text = readFileSync(page, "utf8");
  if (isUpdating)
    writeFileSync(
      page,
      text.replace(TABLE, () => table),
    );
  expect(TABLE.exec(isUpdating ? readFileSync(page, "utf8") : text)?.[0]).toBe(table);
});

test("those that may come from files are named", () => {
  const secrets = Object.values(SETTINGS).flatMap(({ name, isSecret }) => (isSecret ? [`\`${name}\``] : []));
  const last = secrets.pop();
  expect(readFileSync(page, "utf8")).toContain(`${secrets.join(", ")} and ${last} may come from files`);
});
