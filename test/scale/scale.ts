/** The command: see scripts/scale.mjs. */
import { readFileSync, writeFileSync } from "node:fs";
import { checkModel } from "./check.ts";
import { measure } from "./measure.ts";
import { type Constants, type Size, USUAL } from "./model.ts";
import { readConstants, withTables } from "./page.ts";
import { constantsTable, partsTable, sizesTable } from "./tables.ts";

const root = new URL("../../", import.meta.url);

export async function measureAndWrite(print: (line: string) => void): Promise<boolean> {
  const constants = await measure();
  write("test/scale/constants.json", `${JSON.stringify(rounded(constants), undefined, 2)}\n`);
  const page = readFileSync(new URL("docs/scaling.md", root), "utf8");
  write("docs/scaling.md", withTables(page, readConstants()));
  print(constantsTable(constants));
  return true;
}

export async function show(print: (line: string) => void): Promise<boolean> {
  const constants = readConstants();
  print(`${constantsTable(constants)}\n\n${partsTable(constants)}\n\n${sizesTable(constants)}\n`);
  return checkModel(constants, print);
}

export function showSize(
  [callers, domains, replicas]: readonly [number, number, number],
  print: (line: string) => void,
): boolean {
  const size: Size = { ...USUAL, callers, domains, replicas };
  const name = `${callers} callers, ${domains} domains, ${replicas} replicas`;
  const constants = readConstants();
  print(`${partsTable(constants, [[name, size]])}\n\n${sizesTable(constants, [[name, size]])}`);
  return true;
}

function rounded(constants: Constants): unknown {
  return JSON.parse(
    JSON.stringify(constants, (_, value) =>
      typeof value === "number" ? Number(value.toPrecision(3)) : value,
    ),
  );
}

function write(path: string, text: string): void {
  writeFileSync(new URL(path, root), text);
}
