/** Files and links, for the start page and the menus alike. */
import { keyOf } from "../state/boot.ts";
import type { Session } from "../state/session.ts";
import { fragmentOf } from "./share.ts";

export const MAX_FILE_BYTES = 1_048_576;
/** What the dialogs of the system offer to open. */
export const FILE_TYPES = ".json,.json5,.jsonc,.jsonl,.yaml,.yml,.csv,.tsv,.txt,.md,application/json,text/*";

/** Shows what the file holds before it becomes a draft. */
export async function openIncoming(session: Session, file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    session.notify({ kind: "error", text: `${file.name} is larger than 1 MB, so it is no proposal.` });
    return;
  }
  session.open("paste", { text: await file.text(), name: file.name });
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

export async function shareLink(session: Session): Promise<string> {
  const { domain, text } = session.store.get();
  const fragment = await fragmentOf({ domain: domain === undefined ? "" : keyOf(domain), text });
  return new URL(fragment, document.baseURI.split("#")[0]).href;
}
