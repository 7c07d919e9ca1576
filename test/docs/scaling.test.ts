/** The tables of docs/scaling.md follow from what was measured. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { partsOf, USUAL } from "../scale/model.ts";
import { readConstants, withTables } from "../scale/page.ts";

const file = new URL("../../docs/scaling.md", import.meta.url);

test("the tables are those of the model", () => {
  const page = readFileSync(file, "utf8");
  const made = withTables(page, readConstants());
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, made);
  else expect(page).toBe(made);
});

test("what gives first is named first", () => {
  const shares = partsOf({ ...USUAL, callers: 1e6, domains: 10, replicas: 2 }, readConstants()).map(
    ({ share }) => share,
  );
  expect(shares).toEqual([...shares].sort((one, other) => other - one));
});
