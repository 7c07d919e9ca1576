import type { Style } from "./terminal.ts";
import { paragraph, visible } from "./text.ts";

/** Something that the command could not do. It is printed as one message without a stack, and the exit code is 2. */
export class Failure extends Error {
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "Failure";
    this.hint = hint;
  }
}

export function failureText({ message, hint }: Failure, style: Style, width: number): string {
  const text = paragraph(`${style.red("error")}  ${visible(message)}`, width, "       ", "");
  return hint === undefined ? text : text + paragraph(visible(hint), width, "       ");
}

/** The exit codes of every command. */
export const EXIT = { valid: 0, invalid: 1, failed: 2 } as const;

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is not a directory",
  ELOOP: "its symbolic links go in circles",
  EMFILE: "too many files are open",
};

/** Why the system refused, in plain words. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return SYSTEM_REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
