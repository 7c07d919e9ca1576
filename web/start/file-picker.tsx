/** The system's dialog for opening a file, behind a button of the page. */
import { useRef } from "preact/hooks";
import { useSession } from "../state/context.ts";
import { openIncoming } from "./actions.ts";

/** What the dialog offers to open. */
const FILE_TYPES = ".json,.json5,.jsonc,.jsonl,.yaml,.yml,.csv,.tsv,.txt,.md,application/json,text/*";

/** The input to put into the page, and what opens the dialog. */
export function useFilePicker() {
  const session = useSession();
  const file = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={file}
      type="file"
      class="visually-hidden"
      tabIndex={-1}
      aria-label="Open a file"
      accept={FILE_TYPES}
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? [];
        if (chosen) void openIncoming(session, chosen);
        currentTarget.value = "";
      }}
    />
  );
  return { input, pick: () => file.current?.click() };
}
