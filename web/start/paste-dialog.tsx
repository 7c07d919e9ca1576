import { useState } from "preact/hooks";
import { useSession } from "../ui/context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { startFromRecords } from "./actions.ts";

export function PasteDialog() {
  const session = useSession();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const close = () => session.open(undefined);
  return (
    <Dialog title="Paste sample records" onClose={close} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const reason = startFromRecords(session, text);
          setProblem(reason);
          if (reason === undefined) close();
        }}
      >
        <div class="field">
          <label class="label" for="records">
            Records
          </label>
          <textarea
            id="records"
            class="input textarea mono tall"
            rows={10}
            spellcheck={false}
            value={text}
            placeholder={'plate,minutes\nB-XY 123,95\n\nor\n\n[{ "plate": "B-XY 123", "minutes": 95 }]'}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby="records-note"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div class="note" id="records-note">
            {problem === undefined ? (
              <span class="hint">A JSON list, one object a line, or a table with a header line.</span>
            ) : (
              <p class="inline-problem is-error" role="alert">
                <Icon name="error" />
                <span>{problem}</span>
              </p>
            )}
          </div>
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button button-primary">
            Make a draft
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
