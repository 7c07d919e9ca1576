/**
 * The form of a domain, made from its compiled spec package: which fields there are, and which input suits each. Only a
 * place whose schema leaves everything open has JSON among its inputs.
 */
import type { Deprecation } from "../../src/core/checks/definition.ts";
import { escapeToken, isPlainObject } from "../../src/core/json/values.ts";
import {
  EVERY_KIND,
  KIND,
  KIND_NAMES,
  type KindName,
  kindsIn,
  NO_KIND,
  type ObjectShape,
  type Place,
  type Shape,
} from "../../src/core/schema/place.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { Json } from "../../src/core/types.ts";
import { TYPE_TEXTS } from "../../src/core/values/type-texts.ts";
import { capitalize, humanize, singular } from "./names.ts";

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

/** All that is said about one value: beside alternatives, and by one of them. */
type Shapes = readonly Shape[];

/** What stands beside alternatives names the whole, not each of them. */
const UNNAMED = { title: undefined, name: undefined, default: undefined };
const UNTYPED = ["object", "array", "string", "number"] as const;

export function formModel(
  { shape }: Place,
  { title, rules }: Pick<SpecPackageDocument, "title" | "rules">,
): GroupModel {
  let left = MAX_FIELDS;

  const rulesAt = (at: string, check: string) =>
    rules.filter((rule) => rule.check === check && rule.at.includes(at));

  function registryAt(at: string): RegistryReference | undefined {
    const [rule] = rulesAt(at, "in-registry");
    if (rule === undefined) return undefined;
    const { registry, prefix = "" } = (rule.params ?? {}) as { registry?: string; prefix?: string };
    return { name: registry, prefix };
  }

  function typeAt(at: string, format = ""): string | undefined {
    const declared = rulesAt(at, "value-type").at(-1)?.params?.type;
    const type = FORMATS[format] ?? format;
    return (declared as string | undefined) ?? (phraseOf(type) === undefined ? undefined : type);
  }

  function field(shapes: Shapes, name: string, at: string, required: boolean): FieldModel {
    const kinds = shapes.reduce((all, shape) => all & shape.kinds, EVERY_KIND);
    const type = typeAt(at, last(shapes, "formats")?.at(-1));
    const bounds = kinds === KIND.number ? shapes.findLast(({ bounds }) => bounds !== "")?.bounds : undefined;
    const hint = last(shapes, "description") ?? phraseOf(type) ?? bounds;
    const common: Common = {
      name,
      label: last(shapes, "title") ?? humanize(name),
      hint: hint && capitalize(hint),
      required,
      at,
      default: last(shapes, "default"),
      deprecated: deprecationOf(last(shapes, "deprecated")),
      registry: registryAt(at),
      mayBeEmpty: shapes.every(({ minItems = 0, object }) => minItems + (object?.minMembers ?? 0) === 0),
    };
    if (--left < 0) return { ...common, kind: "json" };
    const choice = shapes.findLast(({ values }) => values !== undefined);
    if (choice?.isConst) return { ...common, kind: "constant", value: choice.values![0]!, tells: false };
    if (choice !== undefined)
      return { ...common, kind: "choice", options: optionsOf(choice.values!, choice) };
    const whole = shapes.find(({ alternatives }) => alternatives.some(({ shape }) => isTelling(shape)));
    if (whole !== undefined) {
      const beside = { ...whole, ...UNNAMED, description: undefined, alternatives: [] };
      const others = shapes.map((shape) => (shape === whole ? beside : shape));
      return union(
        whole.alternatives.map(({ shape }) => [...others, shape]),
        common,
      );
    }
    const [first, ...more] = kindsOf(shapes, kinds);
    if (first === undefined) return freeField(common);
    const as = (kind: KindName) =>
      shapes.map((shape) => {
        const part = shape.parts.find((one) => one.kinds === KIND[kind]);
        const { conditions, alternatives } = shape;
        return part ? { ...shape, ...stated(part), parts: [], conditions, alternatives } : shape;
      });
    if (more.length > 0) {
      const unnamed = (kind: KindName) =>
        as(kind).map((shape) => ({ ...shape, ...UNNAMED, kinds: shape.kinds & KIND[kind] }));
      return union([first, ...more].map(unnamed), common);
    }
    switch (first) {
      case "string":
        return text(as(first), common, type);
      case "array":
        return list(as(first), common);
      case "object":
        return object(as(first), common);
      case "null":
        return { ...common, kind: "constant", value: null, tells: false };
      default:
        return { ...common, kind: first };
    }
  }

  function text(shapes: Shapes, common: Common, type: string | undefined): FieldModel {
    const listed = shapes.findLast(({ words }) => words !== undefined);
    if (listed !== undefined) return { ...common, kind: "choice", options: optionsOf(listed.words!, listed) };
    const max = last(shapes, "maxLength");
    const long = last(shapes, "form") === undefined && type === undefined && (max ?? 0) > MIN_LONG;
    return { ...common, kind: "text", long, max, type, offered: [] };
  }

  function union(kinds: readonly Shapes[], common: Common): FieldModel {
    const fields = kinds.map((shapes) => {
      const { title, name } = shapes.at(-1)!;
      const model = field(shapes, common.name, common.at, true);
      return { model, title, named: title ?? (name && humanize(name)) };
    });
    const models = fields.map(({ model }) => model);
    // Words with titles of their own are one choice.
    if (models.every(({ kind }) => kind === "choice" || kind === "constant")) {
      const options = fields.flatMap(({ model, title }) => {
        if (model.kind !== "constant") return model.kind === "choice" ? model.options : [];
        const { value, hint } = model;
        return [{ value, title: title ?? titleOf(value), hint }];
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

  function list(shapes: Shapes, common: Common): FieldModel {
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
    const below = shapes.flatMap(({ items }) => items?.shape ?? []);
    const prefix = last(shapes, "prefix");
    // A tuple that goes on is a list whose items are of any of these kinds.
    if (prefix !== undefined && !below.some((shape) => shape.kinds !== NO_KIND && isTelling(shape))) {
      const items = prefix.map(({ shape }, index) => {
        const title = shape.title ?? `${singular(common.label)} ${index + 1}`;
        const isRequired = index < (last(shapes, "minItems") ?? 0) || common.required;
        return field([{ ...shape, title }], String(index), `${at}/${index}`, isRequired);
      });
      return { ...common, kind: "tuple", items };
    }
    const max = last(shapes, "maxItems");
    const item = field(below, singular(common.label), `${at}/*`, true);
    if (item.kind === "choice" && item.options.every(({ value }) => typeof value === "string"))
      return { ...common, kind: "set", options: item.options };
    if (item.kind === "group")
      return { ...common, kind: "rows", item: { ...item, label: singular(common.label) }, max };
    return { ...common, kind: "list", item, max };
  }

  function object(shapes: Shapes, common: Common): FieldModel {
    const objects = shapes.flatMap((shape) => shape.object ?? []);
    // Members that only some proposals need are optional fields of the form.
    const conditional = shapes.flatMap(({ conditions }) =>
      conditions.flatMap(({ shape }) => shape.object ?? []),
    );
    const names = new Set([...objects, ...conditional].flatMap(({ members }) => [...members.keys()]));
    const shapesOf = (name: string, of: readonly ObjectShape[]) =>
      of.flatMap(({ members }) => members.get(name)?.shape ?? []);
    const members = [...names].flatMap((name) => {
      const own = shapesOf(name, objects);
      const said = own.length > 0 ? own : shapesOf(name, conditional).slice(0, 1);
      if (said.some(({ kinds }) => kinds === NO_KIND)) return [];
      const isRequired = objects.some(({ required }) => required.has(name));
      return [field(said, name, `${common.at}/${escapeToken(name)}`, isRequired)];
    });
    const at = `${common.at}/*`;
    const rest = objects.flatMap((one) => one.rest).find(({ shape }) => isTelling(shape));
    const others = rest && field([rest.shape], "Value", at, true);
    const isOpen = objects.every((one) => one.others === "any" || one.others === "checked");
    if (names.size > 0 || !isOpen) return { ...common, kind: "group", members, others };
    const free = { ...common, label: "Value", name: "Value", at, hint: undefined };
    return { ...common, kind: "map", item: others ?? freeField(free) };
  }

  const root = field([shape], title, "", true);
  if (root.kind === "group") return root;
  return { ...root, kind: "group", members: [], others: undefined } as GroupModel;
}

/** What the last of the shapes says that says something. */
function last<Key extends keyof Shape>(shapes: Shapes, key: Key): NonNullable<Shape[Key]> | undefined {
  return shapes.findLast((shape) => shape[key] !== undefined)?.[key] as NonNullable<Shape[Key]> | undefined;
}

function stated(shape: Shape): Partial<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));
}

/** Whether it says what a value looks like, and not only which combinations of members are allowed. */
function isTelling({ kinds, values, alternatives, parts }: Shape): boolean {
  return (
    kinds !== EVERY_KIND ||
    values !== undefined ||
    alternatives.length > 0 ||
    parts.some(({ object }) => !object || [...object.members.values()].some(({ shape }) => isTelling(shape)))
  );
}

/** The kinds of value that belong there. Without a type, the first that something is said about. */
function kindsOf(shapes: Shapes, kinds: number): readonly KindName[] {
  const said = shapes.flatMap(({ parts }) => parts.flatMap((part) => kindsIn(part.kinds)));
  if (kinds === EVERY_KIND) return UNTYPED.filter((kind) => said.includes(kind)).slice(0, 1);
  return [...new Set([...said, ...KIND_NAMES])].filter((kind) => (kinds & KIND[kind]) !== 0);
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

function optionsOf(values: readonly Json[], { labels }: Shape): Option[] {
  return values.map((value) => {
    const { title = titleOf(value), description: hint, deprecated } = labels?.get(String(value)) ?? {};
    return { value, title, hint, deprecated: deprecationOf(deprecated) };
  });
}

function deprecationOf(given: Deprecation | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { message, use } = given;
  const why = message === undefined ? "" : `: ${message.replace(/\.$/, "")}`;
  return `no longer used${why}${use === undefined ? "" : `; use ${use}`}`;
}

function titleOf(value: Json): string {
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
  if (model.kind === "constant") return model.value === null ? "Nothing" : titleOf(model.value);
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
