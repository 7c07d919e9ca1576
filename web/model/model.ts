/**
 * The form of a domain, made from its spec package alone: which fields there are, and which input suits each. Only a
 * place whose schema leaves everything open has JSON among its inputs.
 */
import { escapeToken, isPlainObject } from "../../src/core/json/pointer.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { Json } from "../../src/core/types.ts";
import { TYPE_TEXTS } from "../../src/core/values/type-texts.ts";
import { capitalize, humanize, singular } from "./names.ts";
import { createSchemaReader, type Schema, typeOf } from "./schema.ts";

interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
  /** The path pattern of rules: `*` stands for every item. */
  readonly at: string;
  readonly default: Json | undefined;
  /** What is said about a member that should no longer be used. */
  readonly deprecated: string | undefined;
  /** Whether a list or object without anything in it is allowed. */
  readonly mayBeEmpty: boolean;
  /** The registry that the value is taken from, if any. */
  readonly registry: RegistryReference | undefined;
}

/** A field that nothing is said about. */
export const BARE = {
  ...{ hint: undefined, required: true, at: "", default: undefined, deprecated: undefined },
  ...{ registry: undefined, mayBeEmpty: true },
};

export interface RegistryReference {
  /** Of a registry that the package declares; without it, the product's own. */
  readonly name: string | undefined;
  /** What stands before the key. */
  readonly prefix: string;
}

/** One word of a choice. */
export interface Option {
  readonly value: Json;
  readonly title: string;
  readonly hint: string | undefined;
  /** What is said about a word that should no longer be used. */
  readonly deprecated?: string | undefined;
}

export type FieldModel = Common &
  (
    | {
        readonly kind: "text";
        readonly long: boolean;
        readonly max: number | undefined;
        /** A type of the core's, such as `date`. */
        readonly type: string | undefined;
        /** Words that are offered; others may be written too. */
        readonly offered: readonly Option[];
      }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    /** `tells`: the value tells one kind of a union from the others, so the choice of the kind sets it. */
    | { readonly kind: "constant"; readonly value: Json; readonly tells: boolean }
    | { readonly kind: "number" }
    | { readonly kind: "boolean" }
    | { readonly kind: "set"; readonly options: readonly Option[] }
    | { readonly kind: "union"; readonly branches: readonly FieldModel[] }
    | { readonly kind: "list"; readonly item: FieldModel; readonly max: number | undefined }
    | { readonly kind: "tuple"; readonly items: readonly FieldModel[] }
    | { readonly kind: "map"; readonly item: FieldModel }
    | {
        readonly kind: "group";
        readonly members: readonly FieldModel[];
        /** What members of other names hold, if the schema says so. */
        readonly others: FieldModel | undefined;
      }
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
export type UnionModel = Extract<FieldModel, { kind: "union" }>;

/** From this length on, a text gets several lines. */
const MIN_LONG = 200;
const MAX_DEPTH = 16;
const MAX_FIELDS = 20_000;
const FORMATS: Record<string, string> = { "date-time": "datetime", uri: "url", time: "time-with-offset" };
const KIND_TITLES: Record<string, string> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  list: "Several",
  rows: "Several",
  set: "Several",
  tuple: "Several",
  choice: "One of a list",
  constant: "Fixed",
  group: "Details",
  map: "Names and values",
  json: "List or object",
};

export function formModel(document: SpecPackageDocument): GroupModel {
  const { flatten, alternatives } = createSchemaReader(document.schema);
  let left = MAX_FIELDS;

  const rulesAt = (at: string, check: string) =>
    document.rules.filter((rule) => rule.check === check && rule.at.includes(at));

  function wordsAt(at: string): readonly Option[] | undefined {
    const list = rulesAt(at, "in-list").at(-1)?.params?.list;
    const words = typeof list === "string" ? document.lists?.[list]?.values : undefined;
    return words?.map(optionOf);
  }

  function registryAt(at: string): RegistryReference | undefined {
    const [rule] = rulesAt(at, "in-registry");
    if (rule === undefined) return undefined;
    const { registry, prefix } = rule.params ?? {};
    return {
      name: typeof registry === "string" ? registry : undefined,
      prefix: typeof prefix === "string" ? prefix : "",
    };
  }

  function typeAt(at: string, format: unknown): string | undefined {
    const declared = rulesAt(at, "value-type").at(-1)?.params?.type;
    if (typeof declared === "string") return declared;
    const type = typeof format === "string" ? (FORMATS[format] ?? format) : "";
    return phraseOf(type) === undefined ? undefined : type;
  }

  function field(given: unknown, name: string, at: string, required: boolean, depth: number): FieldModel {
    const schema = flatten(given);
    const title = typeof schema.title === "string" ? schema.title : undefined;
    const type = typeAt(at, schema.format);
    const described = typeof schema.description === "string" ? schema.description : undefined;
    const hint = described ?? phraseOf(type) ?? boundsOf(schema);
    const common: Common = {
      name,
      label: title ?? humanize(name),
      hint: hint && capitalize(hint),
      required,
      at,
      default: schema.default as Json | undefined,
      deprecated: deprecationOf(schema.deprecated),
      registry: registryAt(at),
      mayBeEmpty: [schema.minItems, schema.minProperties].every((least) => !((least as number) > 0)),
    };
    if (depth > MAX_DEPTH || --left < 0) return { ...common, kind: "json" };
    if (schema.const !== undefined)
      return { ...common, kind: "constant", value: schema.const as Json, tells: false };
    if (Array.isArray(schema.enum)) return { ...common, kind: "choice", options: schema.enum.map(optionOf) };
    const choices = alternatives(schema);
    if (choices !== undefined) return union(choices, common, depth);
    if (Array.isArray(schema.type)) {
      const kinds = schema.type.map((type) => ({ ...schema, type, title: undefined, default: undefined }));
      return union(kinds, common, depth);
    }
    switch (typeOf(schema)) {
      case "string": {
        const words = wordsAt(at);
        if (words !== undefined) return { ...common, kind: "choice", options: words };
        const max = typeof schema.maxLength === "number" ? schema.maxLength : undefined;
        const long =
          schema.pattern === undefined && type === undefined && max !== undefined && max > MIN_LONG;
        return { ...common, kind: "text", long, max, type, offered: [] };
      }
      case "integer":
      case "number":
        return { ...common, kind: "number" };
      case "boolean":
        return { ...common, kind: "boolean" };
      case "null":
        return { ...common, kind: "constant", value: null, tells: false };
      case "array":
        return list(schema, common, depth);
      case "object":
        return object(schema, common, depth);
      default:
        return freeField(common);
    }
  }

  function union(schemas: readonly Schema[], common: Common, depth: number): FieldModel {
    const fields = schemas.map((schema) => {
      const model = field(schema, common.name, common.at, true, depth + 1);
      const { title, "x-name": name } = schema;
      const named = typeof title === "string" ? title : typeof name === "string" ? humanize(name) : undefined;
      return { model, named };
    });
    const models = fields.map(({ model }) => model);
    // Words with titles of their own are one choice.
    if (models.every(({ kind }) => kind === "choice" || kind === "constant")) {
      const options = models.flatMap((model, index) => {
        if (model.kind !== "constant") return model.kind === "choice" ? model.options : [];
        const { value, hint } = model;
        return [{ value, title: titleOf(schemas[index]!, value), hint }];
      });
      return { ...common, kind: "choice", options };
    }
    const told = discriminators(models);
    const branches: FieldModel[] = [];
    for (const { model, named } of fields) {
      const earlier = branches.findIndex(({ kind }) => kind === model.kind);
      const before = branches[earlier];
      const words = model.kind === "choice" ? model.options : [];
      const text = branches.findIndex(({ kind }) => kind === "text");
      // Two forms of a text are one input; so are a text and words for it.
      if (model.kind === "text" && before?.kind === "text") branches[earlier] = bothTexts(before, model);
      else if (model.kind === "choice" && before?.kind === "choice")
        branches[earlier] = { ...before, options: [...before.options, ...model.options] };
      else if (model.kind === "number" && before?.kind === "number") continue;
      else if (words.length > 0 && text >= 0)
        branches[text] = { ...branches[text], offered: words } as FieldModel;
      else if (model.kind === "text" && branches.some(({ kind }) => kind === "choice")) {
        const at = branches.findIndex(({ kind }) => kind === "choice");
        const choice = branches[at] as Extract<FieldModel, { kind: "choice" }>;
        branches[at] = { ...model, long: false, offered: choice.options };
      } else branches.push({ ...tell(model, told), label: named ?? kindTitle(model, told) });
    }
    if (branches.length === 1) {
      const [only] = branches;
      return { ...only!, ...common, hint: common.hint ?? only!.hint, mayBeEmpty: only!.mayBeEmpty };
    }
    return { ...common, kind: "union", branches: withOwnTitles(branches) };
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
    if (Array.isArray(schema.prefixItems)) {
      const min = typeof schema.minItems === "number" ? schema.minItems : 0;
      const items = schema.prefixItems.map((one, index) =>
        field(
          { title: `${singular(common.label)} ${index + 1}`, ...flatten(one) },
          String(index),
          `${at}/${index}`,
          index < min || common.required,
          depth + 1,
        ),
      );
      // A tuple that goes on is a list whose items are of any of these kinds.
      if (schema.items === false || schema.items === undefined) return { ...common, kind: "tuple", items };
    }
    const max = typeof schema.maxItems === "number" ? schema.maxItems : undefined;
    const item = field(schema.items, singular(common.label), `${at}/*`, true, depth + 1);
    if (item.kind === "choice" && item.options.every(({ value }) => typeof value === "string"))
      return { ...common, kind: "set", options: item.options };
    if (item.kind === "group")
      return { ...common, kind: "rows", item: { ...item, label: singular(common.label) }, max };
    return { ...common, kind: "list", item, max };
  }

  function object(schema: Schema, common: Common, depth: number): FieldModel {
    const properties = isPlainObject(schema.properties) ? schema.properties : {};
    const required = Array.isArray(schema.required) ? schema.required : [];
    const names = Object.keys(properties);
    const { additionalProperties: additional, patternProperties: patterned } = schema;
    const [byPattern] = Object.values(isPlainObject(patterned) ? patterned : {});
    const declared = isPlainObject(additional) ? additional : byPattern;
    const at = `${common.at}/*`;
    const others = declared === undefined ? undefined : field(declared, "Value", at, true, depth + 1);
    if (names.length === 0 && additional !== false)
      return {
        ...common,
        kind: "map",
        item: others ?? freeField({ ...common, label: "Value", name: "Value", at, hint: undefined }),
      };
    const members = names.map((name) =>
      field(properties[name], name, `${common.at}/${escapeToken(name)}`, required.includes(name), depth + 1),
    );
    return { ...common, kind: "group", members, others };
  }

  const root = field(document.schema, document.title, "", true, 0);
  if (root.kind === "group") return root;
  return { ...root, kind: "group", members: [], others: undefined } as GroupModel;
}

/** Where the schema says nothing, a person says which kind of value it is. */
export function freeField(common: Common): FieldModel {
  const part = { ...common, hint: undefined, default: undefined, required: true };
  const text = { kind: "text", long: false, max: undefined, type: undefined, offered: [] } as const;
  const branches: FieldModel[] = [
    { ...part, ...text, label: KIND_TITLES.text! },
    { ...part, kind: "number", label: KIND_TITLES.number! },
    { ...part, kind: "boolean", label: KIND_TITLES.boolean! },
    { ...part, kind: "json", label: KIND_TITLES.json! },
  ];
  return { ...common, kind: "union", branches };
}

function phraseOf(type: string | undefined): string | undefined {
  return TYPE_TEXTS[type ?? ""]?.phrase;
}

function optionOf(word: unknown): Option {
  if (!isPlainObject(word)) return { value: word as Json, title: titleOf({}, word as Json), hint: undefined };
  const { value, title, description, deprecated } = word;
  return {
    value: value as Json,
    title: typeof title === "string" ? title : titleOf({}, value as Json),
    hint: typeof description === "string" ? description : undefined,
    deprecated: deprecationOf(deprecated),
  };
}

function deprecationOf(given: unknown): string | undefined {
  if (given === undefined || given === false) return undefined;
  const { message, use } = (isPlainObject(given) ? given : {}) as Record<string, unknown>;
  const why = typeof message === "string" ? `: ${message.replace(/\.$/, "")}` : "";
  return `no longer used${why}${typeof use === "string" ? `; use ${use}` : ""}`;
}

function titleOf({ title }: Schema, value: Json): string {
  if (typeof title === "string") return title;
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function bothTexts<Text extends FieldModel>(a: Text, b: FieldModel): Text {
  const hint = [...new Set([a.hint, b.hint])].filter((one) => one !== undefined).join("; or ");
  return { ...a, hint: hint === "" ? undefined : hint };
}

/** Members that have another fixed value in each kind of object. */
function discriminators(models: readonly FieldModel[]): ReadonlySet<string> {
  const values = new Map<string, Set<string>>();
  const groups = models.filter((model) => model.kind === "group");
  for (const { members } of groups)
    for (const member of members)
      if (member.kind === "constant")
        values.set(member.name, (values.get(member.name) ?? new Set()).add(JSON.stringify(member.value)));
  return new Set(
    [...values].filter(([, found]) => found.size === groups.length && found.size > 1).map(([name]) => name),
  );
}

function tell(model: FieldModel, told: ReadonlySet<string>): FieldModel {
  if (model.kind !== "group" || told.size === 0) return model;
  const members = model.members.map((member) =>
    member.kind === "constant" && told.has(member.name) ? { ...member, tells: true } : member,
  );
  return { ...model, members };
}

function kindTitle(model: FieldModel, told: ReadonlySet<string>): string {
  if (model.kind === "group") {
    const constant = model.members.find(({ kind, name }) => kind === "constant" && told.has(name));
    if (constant?.kind === "constant") return humanize(String(constant.value));
    const [first] = model.members.filter(({ required }) => required);
    if (first !== undefined) return first.label;
  }
  if (model.kind === "constant") return model.value === null ? "Nothing" : titleOf({}, model.value);
  return KIND_TITLES[model.kind] ?? "Other";
}

/** Two kinds of one title cannot be told apart. */
function withOwnTitles(branches: readonly FieldModel[]): FieldModel[] {
  const seen = new Map<string, number>();
  return branches.map((branch) => {
    const count = (seen.get(branch.label) ?? 0) + 1;
    seen.set(branch.label, count);
    return count === 1 ? branch : { ...branch, label: `${branch.label} ${count}` };
  });
}

function boundsOf(schema: Schema): string | undefined {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const said = (words: string, value: unknown) =>
    typeof value === "number" ? `${words} ${value.toLocaleString("en")}` : undefined;
  if (typeof minimum === "number" && typeof maximum === "number")
    return `${said("from", minimum)} ${said("to", maximum)}`;
  const parts = [
    said("at least", minimum) ?? said("more than", above),
    said("at most", maximum) ?? said("less than", below),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" and ") : undefined;
}

export function isContainer({ kind }: FieldModel): boolean {
  return ["group", "rows", "records", "list", "map", "tuple"].includes(kind);
}

export function isScalar({ kind }: FieldModel): boolean {
  return ["text", "number", "boolean", "choice"].includes(kind);
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
      return Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
    case "list":
      return Array.isArray(value);
    case "tuple":
      return Array.isArray(value) && value.length <= model.items.length;
    case "union":
      return model.branches.some((branch) => fits(branch, value));
    case "json":
      return true;
    default:
      return typeof value !== "object" || value === null;
  }
}
