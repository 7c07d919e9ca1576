/**
 * The form of a domain, made from its spec package alone: which fields there are, and which input suits each. What
 * has no input of its own becomes a small JSON editor.
 */
import { escapeToken, isPlainObject } from "../../src/core/json/pointer.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { Json } from "../../src/core/types.ts";
import { isValueType, VALUE_TYPE_PHRASES } from "../../src/core/values/value-types.ts";

interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
  /** The path pattern of rules: `*` stands for every item. */
  readonly at: string;
  readonly default: Json | undefined;
}

export type FieldModel = Common &
  (
    | {
        readonly kind: "text";
        readonly long: boolean;
        readonly max: number | undefined;
        readonly type: string | undefined;
      }
    | { readonly kind: "choice"; readonly options: readonly Json[] }
    | { readonly kind: "constant"; readonly value: Json }
    | { readonly kind: "number" }
    | { readonly kind: "boolean" }
    | { readonly kind: "set"; readonly options: readonly string[] }
    | { readonly kind: "list"; readonly item: FieldModel }
    | { readonly kind: "map"; readonly item: FieldModel }
    | { readonly kind: "group"; readonly members: readonly FieldModel[]; readonly open: boolean }
    | { readonly kind: "rows"; readonly item: GroupModel; readonly max: number | undefined }
    | {
        readonly kind: "records";
        readonly fieldsAt: string;
        readonly nameMember: string;
        readonly typeMember: string;
      }
    | { readonly kind: "json" }
  );

export type GroupModel = Extract<FieldModel, { kind: "group" }>;
export type RecordsModel = Extract<FieldModel, { kind: "records" }>;

type Schema = Record<string, unknown>;

/** From this length on, a text gets several lines. */
const MIN_LONG = 200;
const MAX_DEPTH = 16;

export function formModel(document: SpecPackageDocument): GroupModel {
  const definitions = isPlainObject(document.schema.$defs) ? document.schema.$defs : {};

  function resolve(schema: unknown): Schema {
    let part = isPlainObject(schema) ? schema : {};
    for (let steps = 0; typeof part.$ref === "string" && steps < MAX_DEPTH; steps++) {
      const { $ref, ...beside } = part;
      const target = definitions[String($ref).replace("#/$defs/", "")];
      part = { ...(isPlainObject(target) ? target : {}), ...beside };
    }
    return part;
  }

  const rulesAt = (at: string, check: string) =>
    document.rules.filter((rule) => rule.check === check && rule.at.includes(at));

  function wordsAt(at: string): readonly string[] | undefined {
    const list = rulesAt(at, "in-list").at(-1)?.params?.list;
    return typeof list === "string" ? document.lists?.[list]?.values : undefined;
  }

  function typeAt(at: string): string | undefined {
    const type = rulesAt(at, "value-type").at(-1)?.params?.type;
    return typeof type === "string" ? type : undefined;
  }

  function field(given: unknown, name: string, at: string, required: boolean, depth: number): FieldModel {
    const schema = resolve(given);
    const title = typeof schema.title === "string" ? schema.title : undefined;
    const type = typeAt(at);
    const described = typeof schema.description === "string" ? schema.description : undefined;
    const hint = described ?? (type && isValueType(type) ? VALUE_TYPE_PHRASES[type] : undefined);
    const common: Common = {
      name,
      label: title ?? humanize(name),
      hint: hint && capitalize(hint),
      required,
      at,
      default: schema.default as Json | undefined,
    };
    if (depth > MAX_DEPTH) return { ...common, kind: "json" };
    const words = wordsAt(at);
    if (schema.const !== undefined) return { ...common, kind: "constant", value: schema.const as Json };
    if (Array.isArray(schema.enum)) return { ...common, kind: "choice", options: schema.enum as Json[] };
    switch (schema.type) {
      case "string": {
        if (words !== undefined) return { ...common, kind: "choice", options: words };
        const max = typeof schema.maxLength === "number" ? schema.maxLength : undefined;
        const long = schema.pattern === undefined && type === undefined && (max ?? MIN_LONG) > MIN_LONG;
        return { ...common, kind: "text", long, max, type };
      }
      case "integer":
      case "number":
        return { ...common, kind: "number" };
      case "boolean":
        return { ...common, kind: "boolean" };
      case "array":
        return list(schema, common, depth);
      case "object":
        return object(schema, common, depth);
      default:
        return { ...common, kind: "json" };
    }
  }

  function list(schema: Schema, common: Common, depth: number): FieldModel {
    const { at } = common;
    const records = rulesAt(at, "records-match-fields")[0]?.params;
    if (records !== undefined)
      return {
        ...common,
        kind: "records",
        fieldsAt: String(records.fields),
        nameMember: String(records.name),
        typeMember: String(records.type),
      };
    const item = field(schema.items, singular(common.label), `${at}/*`, true, depth + 1);
    if (item.kind === "choice" && item.options.every((option) => typeof option === "string"))
      return { ...common, kind: "set", options: item.options as string[] };
    if (item.kind === "group" && !item.open) {
      const max = typeof schema.maxItems === "number" ? schema.maxItems : undefined;
      return { ...common, kind: "rows", item: { ...item, label: singular(common.label) }, max };
    }
    if (item.kind === "text" || item.kind === "number") return { ...common, kind: "list", item };
    return { ...common, kind: "json" };
  }

  function object(schema: Schema, common: Common, depth: number): FieldModel {
    const properties = isPlainObject(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    const names = Object.keys(properties);
    const { additionalProperties: additional } = schema;
    if (names.length === 0) {
      if (!isPlainObject(additional)) return { ...common, kind: "json" };
      const item = field(additional, "value", `${common.at}/~`, true, depth + 1);
      const isSimple = ["text", "number", "boolean", "choice"].includes(item.kind);
      return isSimple ? { ...common, kind: "map", item } : { ...common, kind: "json" };
    }
    const members = names.map((name) =>
      field(properties[name], name, `${common.at}/${escapeToken(name)}`, required.includes(name), depth + 1),
    );
    return { ...common, kind: "group", members, open: additional !== false };
  }

  const root = field(document.schema, document.title, "", true, 0);
  if (root.kind === "group") return root;
  return { ...root, kind: "group", members: [], open: true } as GroupModel;
}

export function isContainer({ kind }: FieldModel): boolean {
  return kind === "group" || kind === "rows" || kind === "records" || kind === "list" || kind === "map";
}

/** Whether a value has the shape that the field's input can show. Any scalar can stand in an input for scalars. */
export function fits(model: FieldModel, value: unknown): boolean {
  if (value === undefined) return true;
  switch (model.kind) {
    case "group":
    case "map":
      return isPlainObject(value);
    case "rows":
    case "records":
      return Array.isArray(value) && value.every(isPlainObject);
    case "set":
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
    case "json":
      return true;
    default:
      return typeof value !== "object" || value === null;
  }
}

/** "generatorId" → "Generator ID". */
export function humanize(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/\b(id|url|uuid)\b/g, (word) => word.toUpperCase());
  return capitalize(words) || name || "(no name)";
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** For buttons such as "Add output field". A label that is no plural stays as it is. */
export function singular(label: string): string {
  const lower =
    label.charAt(0) + label.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  if (/ies$/.test(lower)) return lower.replace(/ies$/, "y");
  return /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

/** A draft to start with: what leaves no choice is filled in, and lists of objects have one row to write in. */
export function blankDraft(model: GroupModel): Json {
  const draft: Record<string, Json> = {};
  for (const member of model.members) {
    if (!member.required) continue;
    if (member.kind === "choice" && member.options.length === 1) draft[member.name] = member.options[0]!;
    else if (member.kind === "rows") draft[member.name] = [blankDraft(member.item)];
    else if (member.kind === "records") draft[member.name] = [{}];
    else if (member.kind === "group") {
      const inner = blankDraft(member);
      if (Object.keys(inner as object).length > 0) draft[member.name] = inner;
    }
  }
  return draft;
}
