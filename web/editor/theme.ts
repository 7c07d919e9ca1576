/** The colors of the page, which reach into the shadow root as custom properties. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** What is wrong: below the text, beside the line, and where it is explained. */
const marked = (severity: string, line: string, color: string) => ({
  [`.cm-lintRange-${severity}`]: {
    backgroundImage: "none",
    textDecoration: `underline ${line} ${color}`,
    textUnderlineOffset: "3px",
  },
  [`.cm-lint-marker-${severity}`]: { backgroundColor: color },
  [`.cm-diagnostic-${severity}`]: { borderLeftColor: color },
});

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "13px", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--selection)",
    color: "inherit",
  },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--hover)",
    border: "none",
    color: "var(--muted)",
    padding: "0 4px",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    maxWidth: "min(28rem, 90vw)",
  },
  ".cm-help": { padding: "8px 12px" },
  ".cm-help p": { margin: "4px 0 0", color: "var(--muted)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-completionInfo": { padding: "8px 12px", color: "var(--muted)", maxWidth: "20rem" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeftWidth: "3px" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "6px",
    padding: "2px 8px",
    margin: "4px 8px 0 0",
  },
  ".cm-lint-marker": {
    content: "none !important",
    width: "8px",
    height: "8px",
    margin: "6px auto 0",
    borderRadius: "4px",
  },
  ...marked("error", "wavy", "var(--error)"),
  ...marked("warning", "wavy", "var(--warning)"),
  ...marked("info", "dotted", "var(--muted)"),
  ".cm-panels": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    borderTop: "1px solid var(--line)",
  },
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
]);

export const theme = [look, syntaxHighlighting(highlight)];
