/**
 * The JSON editor. It stands in a shadow root, because only there CodeMirror puts its styles into a constructed sheet,
 * which a strict policy allows.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, type Diagnostic as Mark, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { findSource } from "../../src/authoring/documents/edit/source-tree.ts";
import { openJson } from "../../src/authoring/documents/json/json.ts";
import { pathAt } from "../../src/authoring/documents/places.ts";
import { parsePointer, pointerOf } from "../../src/core/json/pointer.ts";
import { nestingOf } from "../json/nesting.ts";
import type { Session } from "../state/session.ts";
import { createCompletion, explain } from "./completion.ts";
import { theme } from "./theme.ts";

export interface MountedEditor {
  destroy(): void;
}

/** Marks what comes from the session, so that it is not sent back. */
const fromSession = Annotation.define<true>();
const MAX_MARKS = 100;
/** The parser calls itself for each level. */
const MAX_DEPTH = 1_000;

export function mountEditor(host: HTMLElement, session: Session): MountedEditor {
  const { store } = session;
  const root = host.attachShadow({ mode: "open" });
  const state = EditorState.create({
    doc: store.get().text,
    extensions: [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      indentUnit.of("  "),
      json(),
      autocompletion({ override: [createCompletion(store.get, documentOf)] }),
      hoverTooltip((view, position) => hover(view, position)),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "The draft as JSON", tabindex: "0" }),
      keymap.of([
        { key: "Mod-z", run: () => act(session.undo), preventDefault: true },
        { key: "Mod-y", run: () => act(session.redo), preventDefault: true },
        { key: "Mod-Shift-z", run: () => act(session.redo), preventDefault: true },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...foldKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((one) => one.annotation(fromSession))) return;
        session.setText(update.state.doc.toString(), "editor");
      }),
      theme,
    ],
  });
  const view = new EditorView({ state, root, parent: root });

  let known = openJson("");
  function documentOf({ doc }: EditorState): SourceDocument {
    const text = doc.toString();
    if (text !== known.text) known = nestingOf(text) > MAX_DEPTH ? { ...openJson(""), text } : openJson(text);
    return known;
  }

  function act(action: () => void): true {
    action();
    return true;
  }

  async function hover({ state: { doc } }: EditorView, position: number) {
    const { rules, candidate } = store.get();
    const source = documentOf(view.state);
    if (rules === undefined || !source.isReadable) return null;
    const { path, entry } = pathAt(source, position);
    const help = await explain(rules, candidate, pointerOf(path));
    const { start, end: valueEnd } = entry?.value ?? { start: 0, end: doc.length };
    if (help === undefined || help.lines.length === 0) return null;
    // Over the name of a member or a plain value, not over everything that a container holds.
    const end = entry !== undefined && position <= entry.nameEnd ? entry.nameEnd : valueEnd;
    if (position > end || end - start > 400) return null;
    return {
      pos: entry?.start ?? start,
      end,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-help";
        const title = dom.appendChild(document.createElement("strong"));
        title.textContent = help.title;
        for (const line of help.lines) dom.appendChild(document.createElement("p")).textContent = line;
        return { dom };
      },
    };
  }

  /** The place, or the nearest one around it that is in the text. */
  function spanOf(pointer: string) {
    const source = documentOf(view.state).readSource();
    return source && findSource(source.root, parsePointer(pointer));
  }

  function marks(): Mark[] {
    const { broken, problems, checkedText } = store.get();
    const length = view.state.doc.length;
    if (broken !== undefined) {
      const from = Math.min(broken.offset, length);
      return [{ from, to: Math.min(from + 1, length), severity: "error", message: broken.message }];
    }
    // Marks of an older text would stand in the wrong place.
    if (checkedText !== view.state.doc.toString()) return [];
    return problems.slice(0, MAX_MARKS).flatMap((problem) => {
      const found = spanOf(problem.pointer);
      if (found === undefined) return [];
      const { value, entry, isThere } = found;
      // Of a list or an object, its name is marked, or where it begins. What is missing is marked there too.
      const range =
        isThere && value.kind === "scalar"
          ? { from: value.start, to: value.end }
          : isThere && entry !== undefined && entry.nameEnd > entry.nameStart
            ? { from: entry.nameStart, to: entry.nameEnd }
            : { from: value.start, to: Math.min(value.start + 1, value.end) };
      const actions = (problem.fixes ?? []).map((fix) => ({
        name: fix.title,
        apply: () => session.applyFix(problem, fix),
      }));
      return [
        { ...range, severity: problem.severity, message: `${problem.label}: ${problem.message}`, actions },
      ];
    });
  }

  let shown: readonly unknown[] = [];
  let shownJump = store.get().jump;
  function update(): void {
    const { text: wanted, problems, broken, jump, checkedText } = store.get();
    const current = view.state.doc.toString();
    if (wanted !== current)
      view.dispatch({ changes: difference(current, wanted), annotations: fromSession.of(true) });
    const next = [problems, broken, checkedText === wanted];
    if (next.some((value, at) => value !== shown[at])) {
      shown = next;
      view.dispatch(setDiagnostics(view.state, marks()));
    }
    if (jump !== undefined && jump !== shownJump) goTo(jump.pointer);
    shownJump = jump;
  }

  function goTo(pointer: string): void {
    const found = spanOf(pointer);
    if (found === undefined) return;
    const { start: from, end: to } = found.value;
    const isShort = found.isThere && to - from < 400;
    view.dispatch({
      selection: { anchor: from, head: isShort ? to : from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    view.focus();
  }

  const unsubscribe = store.subscribe(update);
  update();
  const { jump, broken } = store.get();
  if (broken !== undefined)
    view.dispatch({
      selection: { anchor: Math.min(broken.offset, view.state.doc.length) },
      scrollIntoView: true,
    });
  else if (jump !== undefined) goTo(jump.pointer);
  return {
    destroy() {
      unsubscribe();
      view.destroy();
    },
  };
}

/** The smallest single change between two texts, so that the cursor stays where it is. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
