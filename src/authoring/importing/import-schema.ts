/** An existing JSON Schema (draft-07 or 2020-12) becomes a spec package, with a report of what was done to it. */
import { isPlainObject } from "../../core/json/values.ts";
import { compileSpecPackage, loadSpecPackage } from "../../core/publishing/load.ts";
import { KEYWORDS, TYPES } from "../../core/schema/compile/keywords.ts";
import { type Reason, SCHEMA_BOUNDS } from "../../core/schema/compile-schema.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA_URL } from "../../core/spec-package/format.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Json } from "../../core/types.ts";
import { cut } from "../../core/unicode/unicode.ts";
import { invalidExample, validExample } from "./examples.ts";
import { breakRecursion, countUses, loosenNegations, relax, shrink } from "./fit.ts";
import {
  createReport,
  HELD_BY,
  type ImportReport,
  type Translation,
  translateSchema,
  visibleOf,
} from "./translate.ts";

/** What the new spec package is for. */
export interface ImportOptions {
  targetProduct: string;
  domainId: string;
  /** The schema's own title if there is none. */
  title?: string;
  /** "1.0.0" if there is none. */
  version?: string;
  /** Candidates that are meant to pass. The first that does becomes the package's example. */
  examples?: readonly unknown[];
}

/** A spec package made from a JSON Schema, or why none can be made, with what became of each keyword. */
export type ImportedSpecPackage =
  | { ok: true; document: SpecPackageDocument; spec: SpecPackage; report: ImportReport }
  | { ok: false; reasons: Reason[]; report: ImportReport };

/** Each round takes out everything that was refused in the one before. */
const MAX_ROUNDS = 40;

/** Makes a spec package of a JSON Schema (draft-07 or 2020-12). What it cannot keep is listed in the report. */
export function importJsonSchema(schema: unknown, options: ImportOptions): ImportedSpecPackage {
  const report = createReport();
  const refuse = (...reasons: Reason[]) => ({ ok: false as const, reasons, report: report.finish() });
  const noSchema = (message: string, pointer = "") => refuse({ pointer, code: "not-a-schema", message });
  if (!isPlainObject(schema)) return noSchema("A JSON Schema is a JSON object.");
  if (schema.format === SPEC_PACKAGE_FORMAT) return noSchema("This is a spec package already.", "/format");
  if (isData(schema))
    return noSchema(
      "This is data and no JSON Schema: none of its members says what data has to be. Give an example of data beside a schema.",
    );
  const translation = translateSchema(schema, report);
  const { root } = translation;
  const types = root.type === undefined ? ["object", "others"] : [root.type].flat();
  if (!types.includes("object")) {
    const described = types.length === 1 ? `values of type "${types[0]}"` : "other values";
    const message = `A candidate is an object; this schema describes ${described}.`;
    return refuse({ pointer: "/type", code: "schema-root", message });
  }
  if (types.length > 1)
    report.translate("type", "/type", 'Is "object" at the root, because every candidate is an object.');
  root.type = "object";
  breakRecursion(translation);
  shrink(translation, SCHEMA_BOUNDS.nodes - 1);
  loosenNegations(translation);

  const document: SpecPackageDocument = {
    ...{ $schema: SPEC_PACKAGE_SCHEMA_URL, format: SPEC_PACKAGE_FORMAT },
    ...{ targetProduct: options.targetProduct, domainId: options.domainId },
    version: options.version ?? "1.0.0",
    title: cut(line(options.title ?? schema.title) ?? options.domainId, 117),
    ...(line(schema.description) !== undefined && { description: cut(line(schema.description)!, 1_990) }),
    schema: root,
    ...{ rules: [], docs: {} },
    examples: { valid: [{ title: "An example", candidate: null }], invalid: [NOT_YET] },
  };
  const compiled = compileRelaxed(document, translation);
  if (!compiled.ok) return refuse(...compiled.reasons);

  const { spec } = compiled;
  const valid = validExample(spec, translation, options.examples);
  if (!valid.ok) return refuse(...valid.reasons);
  const { title, candidate } = valid;
  document.examples = { valid: [{ title, candidate }], invalid: [invalidExample(spec, candidate)] };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) return refuse(...loaded.reasons);
  return { ok: true, document, spec: loaded.spec, report: report.finish() };
}

/** Whether an object has nothing of what nearly every schema of objects says, and something else. */
function isData(value: Readonly<Record<string, unknown>>): boolean {
  const isSchema = (part: unknown) => typeof part === "boolean" || isPlainObject(part);
  const isTelling = ([name, said]: [string, unknown]) => {
    if (name === "type") return [said].flat().every((type) => TYPES.includes(type as string));
    if (/^\$(?:schema|\w*[rR]ef)$/.test(name) && typeof said === "string") return true;
    const parts = /map|list/.test(KEYWORDS.get(name)?.holds ?? "") ? Object.values(Object(said)) : [];
    return parts.length > 0 && parts.every(isSchema);
  };
  return !Object.entries(value).some(isTelling) && Object.keys(value).some((name) => !HELD_BY.has(name));
}

const NOT_YET = {
  title: "Not an object",
  candidate: [] as Json,
  expect: [{ code: "type-mismatch", pointer: "" }],
};

function compileRelaxed(document: SpecPackageDocument, translation: Translation) {
  let parts = SCHEMA_BOUNDS.nodes - 1;
  for (let round = 0; ; round++) {
    writeDefinitions(translation);
    const compiled = compileSpecPackage(document);
    if (compiled.ok || round >= MAX_ROUNDS) return compiled;
    let isChanged = false;
    // Taking out one value moves those behind it, so the lists are kept as the reasons know them.
    const enums = new Map<object, readonly unknown[]>();
    for (const reason of compiled.reasons) {
      if (reason.code === "schema-too-large") {
        parts = Math.floor(parts * 0.8);
        if (shrink(translation, parts)) isChanged = true;
      } else if (relax(translation, reason, enums)) isChanged = true;
    }
    if (!isChanged) return compiled;
    loosenNegations(translation);
  }
}

/** Definitions that nothing refers to any more are left behind. */
function writeDefinitions({ root, definitions }: Translation): void {
  const uses = countUses(root, definitions);
  delete root.$defs;
  if (uses.size > 0) root.$defs = Object.fromEntries([...definitions].filter(([name]) => uses.has(name)));
}

/** Text on one line that is safe to show; undefined if there is none. */
function line(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.replace(/\s+/g, " ").trim();
  return (visibleOf(text) ?? text) || undefined;
}
