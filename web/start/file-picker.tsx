/** The system's dialog for opening a file. */
import { useSession } from "../state/context.ts";
import { openIncoming } from "./actions.ts";

/** What the dialog offers to open. */
const FILE_TYPES = ".json,.json5,.jsonc,.jsonl,.yaml,.yml,.csv,.tsv,.txt,.md,application/json,text/*";
const ID = "open-file";

export const pickFile = (): void => document.getElementById(ID)?.click();

export function FilePicker() {
  const session = useSession();
  return (
    <input
      id={ID}
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
}
