/** What a command is made of. */
import type { Session } from "./terminal/terminal.ts";

export interface ArgumentEntry {
  /** `<file>`, `[file]` if it may be left out, `[file...]` if there may be several. */
  readonly name: string;
  readonly text: string;
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  readonly isFile?: true;
}

export interface OptionEntry {
  /** `-o, --output <file>` */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  readonly otherwise?: string;
  /** Throws an InvalidArgumentError. */
  readonly read?: (text: string) => unknown;
  readonly isRequired?: true;
  readonly isHidden?: true;
  /** It may be given several times. */
  readonly isRepeatable?: true;
  /** What to do instead of giving it twice. Otherwise the last one counts. */
  readonly whenRepeated?: string;
  /** A value that is none of the choices is an argument: `--fix FILE`. */
  readonly leavesArguments?: true;
}

export interface CommandEntry {
  /** `spec check` is a command of the group `spec`. */
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly args?: readonly ArgumentEntry[];
  readonly options?: readonly OptionEntry[];
  readonly examples: readonly string[];
  /** What the help says before and after the examples. */
  readonly before?: string;
  readonly after?: string;
  /** The exit code, unless the command ends the process itself. */
  // biome-ignore lint/suspicious/noExplicitAny: `command` has checked each run against its arguments and options.
  readonly run: (args: any, options: any, session: Session) => Promise<number | undefined>;
}

/** The groups of commands, with what they are about. */
export type Groups = ReadonlyMap<string, { readonly summary: string; readonly about: string }>;

/** What a run is given: its arguments in their order, and its options by their names. */
type Run<Args, Options> = (args: Args, options: Options, session: Session) => Promise<number | undefined>;

export const command = <Args extends readonly unknown[], Options = object>(
  entry: Omit<CommandEntry, "run"> & { readonly run: Run<Args, Options> },
): CommandEntry => entry;
