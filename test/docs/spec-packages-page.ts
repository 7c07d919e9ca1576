/** What docs/spec-packages.md shows: the package of its steps, and one package for each line of its table. */
import { readFileSync } from "node:fs";
import {
  checkCandidate,
  type Diagnostic,
  loadSpecPackage,
  SPEC_PACKAGE_FORMAT,
  type SpecPackageDocument,
} from "../../src/core/index.ts";
import { put, without } from "./changes.ts";
import { onOneLine } from "./json-text.ts";
import { code, tableOf } from "./made-table.ts";
import { REFUSED_PACKAGES } from "./refused-packages.ts";
import { contextOf, load } from "./replay.ts";
import { LISTS, REGISTRIES, REGISTRY, WAYS, type Way } from "./what-to-write.ts";

/** The package that the steps make, beside the page. */
export const THEME_FILE = new URL("../../docs/dashboard-theme.json", import.meta.url);
export const readTheme = () => readFileSync(THEME_FILE, "utf8");

/** Each code of the loader, with its message for one package that it refuses. */
export function reasonsTable(): string {
  const document = JSON.parse(readTheme());
  return tableOf(
    ["code", "for example"],
    Object.entries(REFUSED_PACKAGES).map(([name, [pointer, value]]) => {
      const changed = value === undefined ? without(document, pointer) : put(document, pointer, value);
      const loaded = loadSpecPackage(changed);
      const reason = loaded.ok ? undefined : loaded.reasons.find((each) => each.code === name);
      if (reason === undefined) throw new Error(`not refused: ${name}`);
      return [code(name), reason.message];
    }),
  );
}

/** The code of the rule of a line. */
const CODE = "as-said";

/** A package that says no more than one line of the table. */
function packageOf({ properties, rule, passes }: Way): SpecPackageDocument {
  const own = rule?.check === "holds" ? { message: "It is not so." } : {};
  const kinds = rule?.check === "records-match-fields" ? ["-missing", "-unknown", "-mismatch"] : [""];
  const docs = kinds.map((kind) => [CODE + kind, { summary: "Not so.", fix: "Change it." }]);
  return {
    format: SPEC_PACKAGE_FORMAT,
    targetProduct: "pulseboard",
    domainId: "line",
    version: "1.0.0",
    title: "One line",
    lists: LISTS,
    registries: REGISTRIES.declared,
    schema: { type: "object", properties, additionalProperties: false },
    rules: rule === undefined ? [] : [{ code: CODE, severity: "error", ...own, ...rule }],
    docs: rule === undefined ? {} : Object.fromEntries(docs),
    examples: {
      now: "2027-01-15T00:00:00Z",
      registry: REGISTRY,
      registries: REGISTRIES.entries,
      valid: [{ title: "Passes", candidate: passes }],
      invalid: [{ title: "None", candidate: 0, expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
  } as unknown as SpecPackageDocument;
}

/** What is reported about each candidate of a line. */
export function reportedBy(way: Way): { passes: readonly Diagnostic[]; fails: readonly Diagnostic[] } {
  const document = packageOf(way);
  const spec = load(document);
  const report = (candidate: unknown) => checkCandidate(spec, candidate, contextOf(document)).diagnostics;
  return { passes: report(way.passes), fails: report(way.fails) };
}

export const codeOf = ({ rule, code = CODE }: Way): string =>
  rule?.check === "records-match-fields" ? `${CODE}-mismatch` : code;

/** Without the braces around. */
const members = (value: object): string => onOneLine(value, true).slice(2, -2);
const candidateText = (candidate: object) => code(JSON.stringify(candidate).replaceAll("\u200b", "\\u200b"));

function whatToWrite({ properties, rule }: Way): string {
  if (rule === undefined) return code(members(properties));
  const { check, at, params, ...rest } = rule;
  const { expression } = (params ?? {}) as { expression?: string };
  if (expression !== undefined) return `at ${code(at[0]!)}: ${code(expression)}`;
  const more = { ...rest, ...(params !== undefined && { params }) };
  return [
    code(check),
    `at ${code(at[0]!)}`,
    ...(Object.keys(more).length > 0 ? [code(members(more))] : []),
  ].join(" ");
}

export const waysTable = () =>
  tableOf(
    ["I want to say", "write", "passes", "is reported"],
    WAYS.map((way) => [way.say, whatToWrite(way), candidateText(way.passes), candidateText(way.fails)]),
  );

/** What the first line with a check reports, with the fixes that it offers. */
export function messageOf(check: string): string {
  const way = WAYS.find(({ rule }) => rule?.check === check);
  const [found] = way === undefined ? [] : reportedBy(way).fails;
  if (found === undefined) throw new Error(`no line with ${check}`);
  const fixes = (found.fixes ?? [])
    .slice(0, 2)
    .map(
      ({ title, applicability, decision }) => `${title} (${decision === true ? "decision" : applicability})`,
    );
  return [found.message, ...fixes].join(" – ");
}
