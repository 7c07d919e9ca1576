/** The JSON view. The editor is loaded when it is first opened. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useParts, useSession } from "../state/context.ts";
import { useLatest } from "../ui/latest.ts";

export function EditorView() {
  const session = useSession();
  const host = useRef<HTMLDivElement>(null);
  /** Null if it cannot be loaded. */
  const editor = useLatest(() => import("./editor.ts").catch(() => null), []);
  // Before the browser paints, so that the place of the editor is never empty.
  useLayoutEffect(() => {
    if (editor && host.current !== null) return editor.mountEditor(host.current, session);
  }, [editor, session]);
  return (
    <div class="editor">
      {editor === undefined && <p class="muted">Loading the editor…</p>}
      {editor === null && <PlainEditor />}
      <div class="editor-host" ref={host} hidden={editor === null} />
    </div>
  );
}

/** If the editor cannot be loaded, the text can still be edited. */
function PlainEditor() {
  const session = useSession();
  const { text } = useParts("text");
  return (
    <textarea
      class="input textarea mono tall"
      aria-label="The draft as JSON"
      spellcheck={false}
      rows={24}
      value={text}
      onInput={({ currentTarget }) => session.setText(currentTarget.value, "editor")}
    />
  );
}
