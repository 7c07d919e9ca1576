/** Completion and help from the spec package: which members there are, and which words and values a place takes. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { parsePointer, pointerOf } from "../../src/core/json/pointer.ts";
import type { MemberDescription } from "../../src/core/spec-package/members.ts";
import { TYPE_TEXTS } from "../../src/core/values/type-texts.ts";
import { patternOf } from "../json/edit.ts";
import type { FieldModel, GroupModel } from "../model/model.ts";
import { columnsOf, modelAt } from "../model/places.ts";
import { branchOf } from "../model/values.ts";
import type { Rules, State } from "../state/state.ts";

export function createCompletion(get: () => State, documentOf: (state: EditorState) => SourceDocument) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { rules, candidate } = get();
    const spot = documentOf(context.state).spotAt(context.pos);
    if (rules === undefined || spot === undefined) return null;
    const { start: from, end: to, names } = spot;
    if (!context.explicit && from === context.pos) return null;
    const pointer = pointerOf(spot.path);
    // The name that is being completed may have its colon already.
    const hasColon = /^\s*:/.test(context.state.sliceDoc(to, to + 20));
    const options =
      spot.kind === "name"
        ? nameOptions(rules.model, await rules.members(), candidate, pointer, names, hasColon)
        : valueOptions(rules, candidate, pointer);
    return options.length === 0 ? null : { from, to, options, filter: true };
  };
}

function nameOptions(
  model: GroupModel,
  members: readonly MemberDescription[],
  candidate: unknown,
  pointer: string,
  present: readonly string[],
  hasColon: boolean,
): Completion[] {
  const found = modelAt(model, candidate, pointer);
  const declared =
    found?.kind === "group"
      ? found.members
      : found?.kind === "union"
        ? found.branches.flatMap((branch) => (branch.kind === "group" ? branch.members : []))
        : [];
  const names =
    declared.length > 0
      ? [...new Map(declared.map((member) => [member.name, member])).values()].map((member) => ({
          name: member.name,
          value: templateOf(member),
          detail: member.required ? "" : "optional",
        }))
      : recordNames(model, candidate, pointer);
  return names
    .filter(({ name }) => !present.includes(name))
    .map(({ name, value, detail }) => {
      const info = members.find((member) => member.pointer === `${patternOf(pointer)}/${name}`)?.rule;
      return {
        label: JSON.stringify(name),
        apply: hasColon ? JSON.stringify(name) : `${JSON.stringify(name)}: ${value}`,
        detail,
        type: "property",
        ...(info && { info }),
      };
    });
}

function recordNames(model: GroupModel, candidate: unknown, pointer: string) {
  const records = recordsAbove(model, candidate, pointer);
  if (records === undefined) return [];
  return columnsOf(records, candidate).map(({ name, type = "" }) => ({
    name,
    value: sampleOf(type),
    detail: type,
  }));
}

function recordsAbove(model: GroupModel, candidate: unknown, pointer: string) {
  const list = modelAt(model, candidate, pointer.slice(0, pointer.lastIndexOf("/")));
  return list?.kind === "records" ? list : undefined;
}

function valueOptions({ model }: Rules, candidate: unknown, pointer: string): Completion[] {
  const found =
    modelAt(model, candidate, pointer) ??
    modelAt(model, candidate, pointer.slice(0, pointer.lastIndexOf("/")));
  const words = found === undefined ? [] : wordsOf(found);
  if (words.length > 0) return words.map((word) => ({ label: JSON.stringify(word), type: "enum" }));
  const holder = pointer.slice(0, pointer.lastIndexOf("/"));
  const records = recordsAbove(model, candidate, holder);
  const key = parsePointer(pointer).at(-1);
  const column = records && columnsOf(records, candidate).find(({ name }) => name === key);
  if (column?.type === "boolean") return ["true", "false"].map((label) => ({ label, type: "constant" }));
  if (column?.type !== undefined && column.type !== "string" && column.type !== "")
    return [{ label: sampleOf(column.type), detail: "an example", type: "constant" }];
  return [];
}

function wordsOf(model: FieldModel): readonly unknown[] {
  switch (model.kind) {
    case "choice":
    case "set":
      return model.options.map(({ value }) => value);
    case "text":
      return model.offered.map(({ value }) => value);
    case "union":
      return model.branches.flatMap(wordsOf);
    case "constant":
      return [model.value];
    case "boolean":
      return [true, false];
    default:
      return [];
  }
}

function templateOf(member: FieldModel): string {
  switch (member.kind) {
    case "group":
    case "map":
      return "{}";
    case "rows":
    case "records":
    case "list":
    case "tuple":
    case "set":
      return "[]";
    case "union":
      return templateOf(member.branches[Math.max(0, branchOf(member, undefined, undefined))]!);
    case "number":
      return "0";
    case "boolean":
      return "true";
    case "constant":
      return JSON.stringify(member.value);
    case "choice":
      return member.options.length === 1 ? JSON.stringify(member.options[0]!.value) : '""';
    default:
      return '""';
  }
}

function sampleOf(type: string): string {
  return TYPE_TEXTS[type]?.good ?? '""';
}

/** What a person should know about a place, in a few lines. */
export async function helpAt(
  { model, members, document }: Rules,
  candidate: unknown,
  pointer: string,
): Promise<{ title: string; lines: string[] } | undefined> {
  const found = modelAt(model, candidate, pointer);
  const member = (await members()).find((one) => one.pointer === patternOf(pointer));
  if (pointer === "")
    return { title: document.title, lines: document.description ? [document.description] : [] };
  if (found !== undefined || member !== undefined) {
    const lines = [member?.rule, member && !member.required ? "Optional." : undefined, found?.hint];
    return {
      title: found?.label ?? member?.pointer ?? pointer,
      lines: [...new Set(lines.filter((line): line is string => line !== undefined && line !== ""))],
    };
  }
  const records = recordsAbove(model, candidate, pointer.slice(0, pointer.lastIndexOf("/")));
  const name = parsePointer(pointer).at(-1);
  const column = records && columnsOf(records, candidate).find((one) => one.name === name);
  if (column === undefined) return undefined;
  return {
    title: column.name,
    lines: [`A value of the type ${column.type}, such as ${sampleOf(column.type ?? "")}.`],
  };
}
