/**
 * The JSON editor. It stands in a shadow root, because only there CodeMirror puts its styles into a constructed sheet,
 * which a strict policy allows.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import {
  diagnosticCount,
  lintGutter,
  lintKeymap,
  type Diagnostic as Mark,
  setDiagnostics,
} from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { modelAt } from "../model/places.ts";
import type { Session } from "../state/session.ts";
import type { FoundPlace } from "../worker/places.ts";
import { theme } from "./theme.ts";

/** Marks what comes from the session, so that it is not sent back. */
const fromSession = Annotation.define<true>();
const MAX_MARKS = 100;

/** Returns what takes it away. */
export function mountEditor(host: HTMLElement, session: Session): () => void {
  const { store } = session;
  /** What stands in the editor: to put a long document together takes a while. */
  let text = store.get().text;
  const root = host.attachShadow({ mode: "open" });
  const state = EditorState.create({
    doc: text,
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
      // Offsets are those of the draft, however its lines end.
      EditorState.lineSeparator.of("\n"),
      json(),
      autocompletion({ override: [complete] }),
      hoverTooltip((_view, position) => hover(position)),
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
        text = update.state.doc.toString();
        session.setText(text, "editor");
      }),
      theme,
    ],
  });
  const view = new EditorView({ state, root, parent: root });

  function act(action: () => void): true {
    action();
    return true;
  }

  /** An answer about the text; undefined if that was changed meanwhile. */
  async function current<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
    const about = text;
    const answer = await asked;
    return about === text ? answer : undefined;
  }

  async function complete({ pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
    const found = await current(store.get().rules?.places("complete", text, pos));
    return found === undefined || (found.from === pos && !explicit) ? null : found;
  }

  async function hover(position: number) {
    const { rules, candidate } = store.get();
    const found = await current(rules?.places("explain", text, position));
    if (found === undefined || rules === undefined) return null;
    const { pointer, start, end, member } = found;
    const { title, description } = rules.document;
    const model = modelAt(rules.model, candidate, pointer);
    const name = model?.label ?? member?.pointer ?? pointer;
    const optional = member && !member.required && "Optional.";
    const said = pointer === "" ? [title, description] : [name, member?.rule, optional, model?.hint];
    const lines = [...new Set(said)].filter((line): line is string => Boolean(line));
    if (lines.length < 2) return null;
    return {
      pos: start,
      end,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-help";
        for (const [at, line] of lines.entries())
          dom.appendChild(document.createElement(at === 0 ? "strong" : "p")).textContent = line;
        return { dom };
      },
    };
  }

  /** The places of the problems that are marked, to go there at once: what is typed next belongs there. */
  let marked: { readonly text: string; readonly places: ReadonlyMap<string, FoundPlace> } | undefined;

  /** Until a new text is checked, the marks of the one before stay and move with what is written. */
  async function mark(): Promise<void> {
    const { broken, problems, rules } = store.get();
    const shown = broken === undefined ? problems.slice(0, MAX_MARKS) : [];
    const places = shown.map(({ pointer }) => pointer);
    const found = places.length === 0 ? [] : await current(rules?.places("find", text, places));
    if (found === undefined || store.get().problems !== problems || store.get().broken !== broken) return;
    marked = { text, places: new Map(found.map((place, at) => [places[at] as string, place])) };
    const marks: Mark[] = shown.flatMap((problem, at) => {
      if (found[at] === undefined) return [];
      const { from, to } = found[at];
      const actions = (problem.fixes ?? []).map((fix) => ({
        name: fix.title,
        apply: () => session.applyFix(problem, fix),
      }));
      const message = `${problem.label}: ${problem.message}`;
      return [{ from, to, severity: problem.severity, message, actions }];
    });
    if (broken !== undefined) {
      const from = Math.min(broken.offset, text.length);
      marks.push({ from, to: Math.min(from + 1, text.length), severity: "error", message: broken.message });
    }
    if (marks.length + diagnosticCount(view.state) > 0) view.dispatch(setDiagnostics(view.state, marks));
  }

  let shown: readonly unknown[] = [];
  let shownJump = store.get().jump;
  function update(): void {
    const { text: wanted, problems, broken, jump, checkedText } = store.get();
    if (wanted !== text) {
      const changes = difference(text, wanted);
      text = wanted;
      view.dispatch({ changes, annotations: fromSession.of(true) });
    }
    const next = [problems, broken, checkedText === wanted || broken !== undefined];
    if (next[2] && next.some((value, at) => value !== shown[at])) void mark();
    shown = next;
    if (jump !== undefined && jump !== shownJump) void goTo(jump.pointer);
    shownJump = jump;
  }

  async function goTo(pointer: string): Promise<void> {
    let place = marked?.text === text ? marked.places.get(pointer) : undefined;
    place ??= (await current(store.get().rules?.places("find", text, [pointer])))?.[0];
    if (place !== undefined) select(place);
  }

  function select({ start: anchor, end, isThere }: FoundPlace): void {
    view.dispatch({
      selection: { anchor, head: isThere && end - anchor < 400 ? end : anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    view.focus();
  }

  const unsubscribe = store.subscribe(update);
  update();
  const { jump, broken } = store.get();
  if (broken !== undefined)
    view.dispatch({ selection: { anchor: Math.min(broken.offset, text.length) }, scrollIntoView: true });
  else if (jump !== undefined) void goTo(jump.pointer);
  return () => {
    unsubscribe();
    view.destroy();
  };
}

/** The smallest single change between two texts, so that the cursor stays where it is. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
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
