/** A small editor for one expression, in a shadow root for the same reason as the JSON editor. */
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { StreamLanguage } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { theme } from "../editor/theme.ts";
import type { Suggestion } from "./messages.ts";

export interface ExpressionEditor {
  /** What was changed elsewhere. While somebody writes here, what they write counts. */
  setText(text: string): void;
  /** Underlines what is at fault. */
  setFault(
    fault: { readonly start: number; readonly end: number; readonly message: string } | undefined,
  ): void;
  destroy(): void;
}

interface Options {
  readonly text: string;
  readonly label: string;
  readonly id: string;
  onChange(text: string): void;
  onFocus(): void;
  onBlur(): void;
  complete(before: string): Promise<readonly Suggestion[]>;
}

const TOKENS: readonly (readonly [RegExp, string | null])[] = [
  [/^\s+/, null],
  [/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/, "string"],
  [/^(?:\d[\w.]*|true\b|false\b|null\b)/, "number"],
  [/^\.?[A-Za-z_]\w*(?=\()/, null],
  [/^\.?[A-Za-z_]\w*/, "propertyName"],
  [/^./, null],
];

/** Texts, numbers and names by color. What is wrong is found by the compiler. */
const language = StreamLanguage.define({
  token: (stream) => TOKENS.find(([pattern]) => stream.match(pattern))?.[1] ?? null,
});

export function mountExpression(host: HTMLElement, options: Options): ExpressionEditor {
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        language,
        theme,
        EditorView.contentAttributes.of({ "aria-label": options.label, id: options.id }),
        EditorView.updateListener.of(({ docChanged, state, focusChanged, view: { hasFocus } }) => {
          if (docChanged) options.onChange(state.doc.toString());
          if (focusChanged) (hasFocus ? options.onFocus : options.onBlur)();
        }),
        autocompletion({
          override: [
            async ({ state, pos, explicit }) => {
              const before = state.sliceDoc(0, pos);
              const typed = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
              if (!explicit && typed === "" && !before.endsWith(".")) return null;
              const found = await options.complete(before);
              return {
                from: pos - typed.length,
                options: found.map(({ label, kind, detail }) => ({ label, type: kind, detail })),
                validFor: /^\w*$/,
              };
            },
          ],
        }),
      ],
    }),
  });
  return {
    setText(text) {
      const { doc } = view.state;
      if (!view.hasFocus && doc.toString() !== text)
        view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    },
    setFault(fault) {
      const { length } = view.state.doc;
      const { start: from = length, end = 0, message = "" } = fault ?? {};
      const marks = [{ from, to: Math.min(end, length), severity: "error" as const, message }];
      view.dispatch(setDiagnostics(view.state, from < length ? marks : []));
    },
    destroy: () => view.destroy(),
  };
}
