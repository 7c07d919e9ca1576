/** The JSON view. The editor is loaded when it is first opened. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useParts, useSession } from "../state/context.ts";

export function EditorView() {
  const session = useSession();
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    let unmount: (() => void) | undefined;
    let isGone = false;
    import("./editor.ts").then(
      ({ mountEditor }) => {
        if (isGone || host.current === null) return;
        unmount = mountEditor(host.current, session);
        setState("ready");
      },
      () => setState("failed"),
    );
    return () => {
      isGone = true;
      unmount?.();
    };
  }, [session]);
  return (
    <div class="editor">
      {state === "loading" && <p class="muted">Loading the editor…</p>}
      {state === "failed" && <PlainEditor />}
      <div class="editor-host" ref={host} hidden={state === "failed"} />
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
