/** What a command is made of. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../core/types.ts";
import type { CheckerOptions } from "./checker/checker.ts";
import type { Format } from "./reports/outputs.ts";
import { pageOf } from "./reports/report.ts";
import type { Session, Terminal } from "./terminal/terminal.ts";
import { shellWord } from "./terminal/text.ts";

interface ArgumentDetails extends Pick<OptionDetails, "text" | "choices" | "otherwise"> {
  /** What most arguments are, and what shells complete. */
  readonly isFile?: false;
}

export interface OptionDetails {
  readonly text: string;
  readonly choices?: readonly string[];
  readonly otherwise?: string;
  readonly read?: (text: string) => unknown;
  readonly isRequired?: boolean;
  readonly isHidden?: boolean;
  readonly isRepeatable?: boolean;
  /** What to do instead of giving it twice. Otherwise the last one counts. */
  readonly whenRepeated?: string;
  /** A value that is none of the choices is an argument: `--fix FILE`. Without choices only `--changed=COMMIT` is a value. */
  readonly leavesArguments?: boolean;
}

/** By their names, each with its text, or with all that there is to say. */
type Table<Details> = Readonly<Record<string, string | Details>>;

export function rowsOf<Details extends { readonly text: string }>(table: Table<Details> = {}) {
  return Object.entries(table).map(
    ([name, said]) =>
      ({ name, ...(typeof said === "string" ? { text: said } : said) }) as { name: string } & Details,
  );
}

/** Given its arguments in their order and its options by their names. The exit code; undefined if all went well. */
export type Command<Args extends readonly unknown[], Options = object> = (
  args: Args,
  options: Options,
  session: Session,
) => Promise<number | undefined>;

// biome-ignore lint/suspicious/noExplicitAny: what the parser gives follows from the table, which no type can say.
export type Run = Command<any, any>;

export interface CommandEntry {
  readonly summary: string;
  readonly about: string;
  /** `<file>`, `[file]` if it may be left out, `[file...]` if there may be several. */
  readonly args?: Table<ArgumentDetails>;
  /** `-o, --output <file>` */
  readonly options?: Table<OptionDetails>;
  readonly examples: readonly string[];
  /** What the help says before the examples, loaded when the command is named. */
  readonly before?: () => Promise<string>;
  /** What it says after them. */
  readonly after?: string;
  readonly run: Run;
}

/** By their names: `spec check` is a command of the group `spec`. */
export type Commands = Readonly<Record<string, CommandEntry>>;

export type Groups = Readonly<Record<string, Pick<CommandEntry, "summary" | "about">>>;

type Flags = "diff" | "staged" | "quiet" | "forceExclude" | "writeBaseline" | "watch" | "each";
type Named<Names extends string, Value> = { readonly [Name in Names]?: Value };

export interface ValidateOptions
  extends CheckerOptions,
    Named<Flags, boolean>,
    Named<"stdinFilename" | "baseline" | "identity", string>,
    Named<"maxWarnings" | "threads", number>,
    Named<"only" | "skip", readonly string[]> {
  readonly format?: Format;
  /** `format=file` */
  readonly output?: readonly string[];
  /** Without a level: that of the configuration, or the safe one. */
  readonly fix?: "safe" | "suggested" | true;
  /** Without a commit: the last one. */
  readonly changed?: string | true;
  readonly config?: string | false;
}

type Program = Pick<Terminal, "program">;
type Printed = Omit<ValidateOptions, "output">;

/** Commands that are printed for people to paste: they work by the same rules as the run that prints them. */
export function commandLine(
  { program }: Program,
  command: string,
  args: readonly string[],
  options: Printed = {},
): string {
  // What is staged cannot be fixed; the files of that name can.
  const { at, config, staged, changed = staged } = options;
  const given = {
    "--each": options.each,
    "--identity": options.identity,
    [typeof changed === "string" ? `--changed=${changed}` : "--changed"]: changed !== undefined,
    "--stdin-filename": options.stdinFilename,
    "--spec": options.spec,
    "--registry": options.registry,
    "--server": options.server,
    "--key-file": options.keyFile,
    "--domain": options.domain,
    "--at": at === undefined ? undefined : new Date(at).toISOString(),
    "--simulate": options.simulate,
    [config === false ? "--no-config" : "--config"]: config === false || config,
  };
  const words = Object.entries(given).flatMap(([name, value = false]) =>
    typeof value === "boolean" ? (value ? [name] : []) : [value].flat().flatMap((each) => [name, each]),
  );
  // A name with a hyphen would be an option.
  const named = args.map((word) => (/^-./.test(word) ? `./${word}` : word));
  return [program, command, ...[...named, ...words].map(shellWord)].join(" ");
}

/** Whether nobody says which language standard input is in. */
export function isNameless(args: readonly string[], stdinFilename: string | undefined): boolean {
  return args.includes("-") && stdinFilename === undefined;
}

/** How to call validate again with --fix. Undefined: that would be refused. */
export function repairLine(terminal: Program, args: readonly string[], options: Printed): string | undefined {
  if (isNameless(args, options.stdinFilename)) return undefined;
  return commandLine(terminal, "validate", args, options);
}

/** How the code of a diagnostic is explained by the rules that gave it: those of the options, or of the file's configuration. */
export function explainBy({ spec }: CheckerOptions, terminal: Program) {
  const known = [pageOf(""), new URL("../../spec-packages/", import.meta.url).href];
  return ({ code, docs }: Pick<Diagnostic, "code" | "docs">): string => {
    const isOwn = docs.startsWith("file:") && !known.some((place) => docs.startsWith(place));
    const own = isOwn ? [relative(process.cwd(), fileURLToPath(docs))] : undefined;
    return commandLine(terminal, "explain", [code], { spec: spec ?? own });
  };
}
