/** What a command is made of. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../core/types.ts";
import type { CheckerOptions } from "./checker/checker.ts";
import type { Session, Terminal } from "./terminal/terminal.ts";
import { shellWord } from "./terminal/text.ts";

interface ArgumentDetails {
  readonly text: string;
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  /** What most arguments are, and what shells complete. */
  readonly isFile?: false;
}

export interface OptionDetails {
  readonly text: string;
  readonly choices?: readonly string[];
  readonly otherwise?: string;
  /** Throws an InvalidArgumentError. */
  readonly read?: (text: string) => unknown;
  readonly isRequired?: boolean;
  readonly isHidden?: boolean;
  /** It may be given several times. */
  readonly isRepeatable?: boolean;
  /** What to do instead of giving it twice. Otherwise the last one counts. */
  readonly whenRepeated?: string;
  /** A value that is none of the choices is an argument: `--fix FILE`. Without choices only `--changed=COMMIT` is a value. */
  readonly leavesArguments?: boolean;
}

/** By their names, each with its text, or with all that there is to say. */
type Table<Details> = Readonly<Record<string, string | Details>>;

/** What a table says, in its order. */
export function rowsOf<Details extends { readonly text: string }>(table: Table<Details> = {}) {
  return Object.entries(table).map(
    ([name, said]) =>
      ({ name, ...(typeof said === "string" ? { text: said } : said) }) as { name: string } & Details,
  );
}

/** Given its arguments in their order and its options by their names. The exit code, unless the command ends the process itself. */
// biome-ignore lint/suspicious/noExplicitAny: what the parser gives follows from the table, which no type can say.
export type Run = (args: any, options: any, session: Session) => Promise<number | undefined>;

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

/** The groups of commands, with what they are about. */
export type Groups = Readonly<Record<string, Pick<CommandEntry, "summary" | "about">>>;

interface PrintedOptions extends CheckerOptions {
  readonly domain?: string;
  readonly config?: string | false;
  readonly each?: boolean;
  readonly identity?: string;
  readonly staged?: boolean;
  readonly changed?: string | true;
  readonly stdinFilename?: string;
}

/** Commands that are printed for people to paste: they work by the same rules as the run that prints them. */
export function commandLine(
  { program }: Pick<Terminal, "program">,
  command: string,
  args: readonly string[],
  options: PrintedOptions = {},
): string {
  const { domain, spec = [], registry = [], server, keyFile, at, simulate, config } = options;
  const { each, identity, staged, changed = staged, stdinFilename } = options;
  const words = [
    // Otherwise it would be an option.
    ...args.map((word) => (/^-./.test(word) ? `./${word}` : word)),
    ...(each === true ? ["--each"] : []),
    ...(identity === undefined ? [] : ["--identity", identity]),
    // What is staged cannot be fixed; the files of that name can.
    ...(typeof changed === "string" ? [`--changed=${changed}`] : changed === true ? ["--changed"] : []),
    ...(stdinFilename === undefined ? [] : ["--stdin-filename", stdinFilename]),
    ...spec.flatMap((path) => ["--spec", path]),
    ...registry.flatMap((path) => ["--registry", path]),
    ...(server === undefined ? [] : ["--server", server]),
    ...(keyFile === undefined ? [] : ["--key-file", keyFile]),
    ...(domain === undefined ? [] : ["--domain", domain]),
    ...(at === undefined ? [] : ["--at", new Date(at).toISOString()]),
    ...(simulate === true ? ["--simulate"] : []),
    ...(config === undefined ? [] : config === false ? ["--no-config"] : ["--config", config]),
  ];
  return [program, command, ...words.map(shellWord)].join(" ");
}

/** Whether nobody says which language standard input is in. */
export function isNameless(args: readonly string[], stdinFilename: string | undefined): boolean {
  return args.includes("-") && stdinFilename === undefined;
}

/** How to call validate again with --fix. Undefined: that would be refused. */
export function repairLine(
  terminal: Pick<Terminal, "program">,
  args: readonly string[],
  options: PrintedOptions,
): string | undefined {
  if (isNameless(args, options.stdinFilename)) return undefined;
  return commandLine(terminal, "validate", args, options);
}

/** How the code of a diagnostic is explained by the rules that gave it: those of the options, or of the file's configuration. */
export function explainBy({ spec }: CheckerOptions, terminal: Pick<Terminal, "program">) {
  const known = [pageOf(""), new URL("../../spec-packages/", import.meta.url).href];
  return ({ code, docs }: Pick<Diagnostic, "code" | "docs">): string => {
    const isOwn = docs.startsWith("file:") && !known.some((place) => docs.startsWith(place));
    const own = isOwn ? [relative(process.cwd(), fileURLToPath(docs))] : undefined;
    return commandLine(terminal, "explain", [code], { spec: spec ?? own });
  };
}

/** Where a code is explained that no spec package on this machine has of its own. */
export const pageOf = (code: string): string =>
  `${new URL("../../docs/checks.md", import.meta.url).href}#${code}`;
