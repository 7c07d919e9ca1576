/**
 * What a package says about each part of one valid candidate: its kind of value, its words, its members. Read from the
 * package document alone, so that the drafts owe nothing to the code that repairs them.
 */
import { at, isObject, pointerOf } from "./json.ts";

export type Kind =
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "time"
  | "datetime"
  | "uuid"
  | "email"
  | "url"
  | "word"
  | "registered"
  | "fresh"
  | "prose"
  | "text"
  | "patterned";

export interface Place {
  pointer: string;
  kind: Kind;
  schema: JsonSchema;
  /** Of a word: what is accepted, what else is declared to mean it, and whether slips are repaired. */
  words?: WordList;
  /** Of a registered key: the keys that there are, and what stands before them. */
  keys?: readonly string[];
  isRecordValue?: boolean;
  isRequired?: boolean;
}

export interface WordList {
  values: readonly string[];
  aliases: Readonly<Record<string, string>>;
  typos?: string;
}

export interface ObjectPlace {
  pointer: string;
  names: readonly string[];
  required: readonly string[];
  /** Other names that the package declares, by member. */
  aliases: Readonly<Record<string, readonly string[]>>;
  isClosed: boolean;
  isRecord?: boolean;
}

export interface ListPlace {
  pointer: string;
  item: JsonSchema;
  itemKind: Kind | "object" | undefined;
  words?: WordList;
  /** The member that tells items apart. */
  key?: string;
  isSet: boolean;
  isRecords: boolean;
  isUnique: boolean;
}

export interface Reading {
  places: Place[];
  objects: ObjectPlace[];
  lists: ListPlace[];
}

export type JsonSchema = Record<string, unknown>;

interface Rule {
  check: string;
  at: string[];
  params?: Record<string, unknown>;
}

export interface PackageDocument {
  targetProduct: string;
  domainId: string;
  schema: JsonSchema;
  rules: Rule[];
  lists?: Record<
    string,
    { values: string[]; aliases?: Record<string, string>; typos?: string; fill?: boolean }
  >;
  aliases?: Record<string, string[]>;
  normalization?: { prose?: string[]; sets?: { at: string }[] };
  examples: {
    registry?: { id: string; name: string }[];
    registries?: Record<string, { id: string; name?: string }[]>;
    valid: { candidate: unknown }[];
  };
}

export interface RegistryDocument {
  asOf: string;
  generators: { id: string; name: string }[];
  registries?: Record<string, { id: string; name: string }[]>;
}

export function readPlaces(
  document: PackageDocument,
  registry: RegistryDocument,
  candidate: unknown,
): Reading {
  const reading: Reading = { places: [], objects: [], lists: [] };
  const records = document.rules.find(({ check }) => check === "records-match-fields");

  const rulesAt = (path: string, check: string) =>
    document.rules.filter((rule) => rule.check === check && rule.at.includes(path));

  function resolve(schema: JsonSchema, value: unknown): JsonSchema | undefined {
    if (typeof schema.$ref === "string") {
      const target = at(document.schema, schema.$ref.slice(1)) as JsonSchema;
      return resolve({ ...target, ...without(schema, "$ref") }, value);
    }
    const branches = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
    if (branches === undefined) return schema;
    const fitting = branches
      .map((branch) => resolve(branch, value))
      .filter((branch) => branch !== undefined && fits(branch, value));
    if (fitting.length !== 1) return undefined;
    return branches.some(({ type }) => type === "array") ? { ...fitting[0], mayBeList: true } : fitting[0];
  }

  function walk(
    given: JsonSchema,
    value: unknown,
    tokens: string[],
    path: string,
    isRequired: boolean,
  ): void {
    const schema = resolve(given, value);
    if (schema === undefined) return;
    const pointer = pointerOf(tokens);
    if (Array.isArray(value)) walkList(schema, value, tokens, path);
    else if (isObject(value)) walkObject(schema, value, tokens, path);
    else {
      const kind = kindOf(schema, path);
      if (kind === undefined) return;
      const keys = kind === "registered" ? keysAt(path) : undefined;
      const words = kind === "word" ? wordsAt(schema, path) : undefined;
      reading.places.push({
        pointer,
        kind,
        schema,
        isRequired,
        ...(keys && { keys }),
        ...(words && { words }),
      });
    }
  }

  function walkObject(
    schema: JsonSchema,
    value: Record<string, unknown>,
    tokens: string[],
    path: string,
  ): void {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    const required = (schema.required ?? []) as string[];
    const names = Object.keys(properties);
    if (names.length > 0)
      reading.objects.push({
        pointer: pointerOf(tokens),
        names,
        required,
        aliases: Object.fromEntries(names.map((name) => [name, document.aliases?.[`${path}/${name}`] ?? []])),
        isClosed: schema.additionalProperties === false,
      });
    for (const [name, item] of Object.entries(value)) {
      const member = properties[name];
      if (member) walk(member, item, [...tokens, name], `${path}/${name}`, required.includes(name));
    }
  }

  function walkList(schema: JsonSchema, value: unknown[], tokens: string[], path: string): void {
    const pointer = pointerOf(tokens);
    const isRecords = records?.at.includes(path) === true;
    const item = resolve((schema.items ?? {}) as JsonSchema, value[0]) ?? {};
    const unique = rulesAt(path, "unique")[0];
    const key =
      typeof unique?.params?.member === "string"
        ? unique.params.member
        : records?.params?.fields === path
          ? (records.params.name as string)
          : undefined;
    const itemKind = item.type === "object" ? "object" : kindOf(item, `${path}/*`);
    const words = itemKind === "word" ? wordsAt(item, `${path}/*`) : undefined;
    reading.lists.push({
      pointer,
      item,
      itemKind,
      isRecords,
      ...(key !== undefined && { key }),
      ...(words && { words }),
      isSet: document.normalization?.sets?.some((set) => set.at === path) ?? false,
      isUnique: schema.uniqueItems === true || (unique !== undefined && unique.params?.member === undefined),
    });
    if (isRecords) {
      for (const [index, record] of value.entries()) walkRecord(record, [...tokens, String(index)]);
      return;
    }
    for (const [index, entry] of value.entries())
      walk((schema.items ?? {}) as JsonSchema, entry, [...tokens, String(index)], `${path}/*`, true);
  }

  function walkRecord(record: unknown, tokens: string[]): void {
    if (!isObject(record) || records === undefined) return;
    const { fields, name, type } = records.params as { fields: string; name: string; type: string };
    const declared = at(candidate, fields) as Record<string, string>[];
    const names = declared.map((field) => field[name]!);
    reading.objects.push({
      pointer: pointerOf(tokens),
      names,
      required: names,
      aliases: {},
      isClosed: true,
      isRecord: true,
    });
    for (const field of declared) {
      const kind = RECORD_KINDS[field[type]!];
      if (kind === undefined) continue;
      const pointer = pointerOf([...tokens, field[name]!]);
      reading.places.push({ pointer, kind, schema: {}, isRecordValue: true, isRequired: true });
    }
  }

  function kindOf(schema: JsonSchema, path: string): Kind | undefined {
    if (rulesAt(path, "in-list").length > 0) return "word";
    if (Array.isArray(schema.enum) || typeof schema.const === "string") return "word";
    if (rulesAt(path, "in-registry").length > 0) return "registered";
    if (rulesAt(path, "not-in-registry").length > 0) return schema.type === "string" ? "fresh" : undefined;
    const valueType = rulesAt(path, "value-type")[0]?.params?.type;
    if (typeof valueType === "string") return RECORD_KINDS[valueType];
    if (schema.type === "integer" || schema.type === "number" || schema.type === "boolean")
      return schema.type;
    if (schema.type !== "string") return undefined;
    if (typeof schema.format === "string") return FORMAT_KINDS[schema.format];
    if (document.normalization?.prose?.includes(path)) return "prose";
    return schema.pattern === undefined && document.rules.every((rule) => !rule.at.includes(path))
      ? "text"
      : "patterned";
  }

  function wordsAt(schema: JsonSchema, path: string): WordList {
    const listed = rulesAt(path, "in-list")[0]?.params?.list;
    const list = typeof listed === "string" ? document.lists?.[listed] : undefined;
    if (list)
      return { values: list.values, aliases: list.aliases ?? {}, ...(list.typos && { typos: list.typos }) };
    const values = (schema.enum ?? [schema.const]) as unknown[];
    return {
      values: values.filter((word) => typeof word === "string"),
      aliases: {},
    };
  }

  function keysAt(path: string): string[] {
    const { registry: name, prefix = "" } = (rulesAt(path, "in-registry")[0]?.params ?? {}) as {
      registry?: string;
      prefix?: string;
    };
    const entries = name === undefined ? registry.generators : (registry.registries?.[name] ?? []);
    return entries.map(({ id }) => `${prefix}${id}`);
  }

  walk(document.schema, candidate, [], "", true);
  return reading;
}

const FORMAT_KINDS: Record<string, Kind> = {
  date: "date",
  time: "time",
  "date-time": "datetime",
  uuid: "uuid",
  email: "email",
  uri: "url",
};

const RECORD_KINDS: Record<string, Kind> = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  date: "date",
  time: "time",
  datetime: "datetime",
  uuid: "uuid",
  email: "email",
  url: "url",
};

/** Whether a branch of alternatives is the one that a valid value takes. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (Array.isArray(value)) return schema.type === "array";
  if (isObject(value)) {
    if (schema.type !== "object") return false;
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    const required = (schema.required ?? []) as string[];
    return (
      required.every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, member]) => {
        const own = properties[name];
        if (own === undefined) return schema.additionalProperties !== false;
        return own.const === undefined || own.const === member;
      })
    );
  }
  return schema.type === typeof value || (schema.type === "integer" && Number.isInteger(value));
}

function without(schema: JsonSchema, key: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}
