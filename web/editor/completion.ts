/** Completion and help from the spec package: which members there are, and which values a place takes. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { parsePointer } from "../../src/core/json/pointer.ts";
import { modelAt } from "../model/places.ts";
import type { Rules, State } from "../state/state.ts";

export function createCompletion(get: () => State, documentOf: (state: EditorState) => SourceDocument) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { rules } = get();
    const spot = documentOf(context.state).spotAt(context.pos);
    if (rules === undefined || spot === undefined) return null;
    const { start: from, end: to, names: present, path } = spot;
    if (!context.explicit && from === context.pos) return null;
    const { names, values } = await rules.helpAt(path);
    const options =
      spot.kind === "name"
        ? names
            .filter(({ name }) => !present.includes(name))
            .map(({ name, isRequired, rule }) => ({
              label: JSON.stringify(name),
              apply: spot.writeName(name),
              detail: isRequired ? "" : "optional",
              type: "property",
              ...(rule && { info: rule }),
            }))
        : values.map(({ value, detail, documentation }) => ({
            label: JSON.stringify(value),
            type: "enum",
            ...(detail && { detail }),
            ...(documentation && { info: documentation }),
          }));
    return options.length === 0 ? null : { from, to, options, filter: true };
  };
}

/** What a person should know about a place, in a few lines. */
export async function explain(
  { model, helpAt, document }: Rules,
  candidate: unknown,
  pointer: string,
): Promise<{ title: string; lines: string[] } | undefined> {
  if (pointer === "")
    return { title: document.title, lines: document.description ? [document.description] : [] };
  const found = modelAt(model, candidate, pointer);
  const { member } = await helpAt(parsePointer(pointer));
  const lines = [member?.rule, member && !member.required ? "Optional." : undefined, found?.hint];
  return {
    title: found?.label ?? member?.pointer ?? pointer,
    lines: [...new Set(lines.filter((line): line is string => line !== undefined && line !== ""))],
  };
}
