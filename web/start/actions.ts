/** Files, for the start page and the menus alike. */
import type { Session } from "../state/session.ts";

const MAX_FILE_BYTES = 1_048_576;

/** The text of a file that is small enough; otherwise the session says why it is not opened. */
export async function textOf(session: Session, file: File, what: string): Promise<string | undefined> {
  const text = file.size <= MAX_FILE_BYTES ? await file.text().catch(() => undefined) : undefined;
  if (text !== undefined) return text;
  const reason = file.size > MAX_FILE_BYTES ? `is larger than 1 MB, so it is no ${what}` : "cannot be read";
  session.fail(`${file.name} ${reason}.`);
  return undefined;
}

/** Shows what the file holds before it becomes a draft. */
export async function openIncoming(session: Session, file: File): Promise<void> {
  const text = await textOf(session, file, "proposal");
  if (text !== undefined) session.open("paste", { text, name: file.name });
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
