/** The program: the parser made from the table of commands, errors with what to do about them, and the exit code. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type CommandEntry, type Commands, type OptionDetails, rowsOf } from "./command-entry.ts";
import { COMMANDS, GROUPS } from "./commands.ts";
import {
  createTerminal,
  EXIT,
  Failure,
  failureText,
  type Surroundings,
  systemReason,
  type Terminal,
} from "./terminal/terminal.ts";

/** The exit code of a run. `commands`: tests may give others. */
export async function runProgram(
  args: readonly string[],
  version: string,
  surroundings: Surroundings = process,
  commands: Commands = COMMANDS,
): Promise<number> {
  const terminal = createTerminal(surroundings, (error) => {
    surroundings.stderr.write(`${systemReason(error)}: not all of the output could be written\n`);
    process.exit(EXIT.failed);
  });
  const session = { terminal, environment: surroundings.env, version };
  const program = createProgram(version, terminal);
  let exitCode: number = EXIT.valid;
  for (const [path, entry] of Object.entries(commands)) {
    const before = args.includes(path) ? await entry.before?.() : undefined;
    addCommand(program, path, entry, args, before, async (given, options) => {
      exitCode = (await entry.run(given, options, session)) ?? EXIT.valid;
    });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    // The parser has printed its message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.valid : EXIT.failed;
    const { note, noteStyle, width } = terminal;
    const isLost = error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
    const failure = isLost ? new Failure("The folder in which the command runs is gone.") : error;
    if (failure instanceof Failure) note(failureText(failure, noteStyle, width));
    else {
      note(`${noteStyle.red("error")}  This is a bug in preflight. Please report it with these lines:\n`);
      note(`${error instanceof Error ? error.stack : String(error)}\n`);
    }
    return EXIT.failed;
  }
}

function createProgram(version: string, terminal: Terminal): Command {
  return new Command("preflight")
    .description("Checks proposals before they are submitted, fixes them, and builds the package to submit.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "explain a command")
    .showSuggestionAfterError()
    .showHelpAfterError("Run with --help for the options and examples.")
    .configureHelp({ helpWidth: terminal.width, sortSubcommands: false })
    .configureOutput({ writeOut: terminal.write, writeErr: terminal.note })
    .exitOverride()
    .addHelpText(
      "after",
      `
Examples:
  preflight validate proposal.json
  preflight validate --fix proposals/

Exit codes: 0 valid, 1 invalid, 2 could not be checked.`,
    );
}

function addCommand(
  program: Command,
  path: string,
  { summary, about, examples, after, ...entry }: CommandEntry,
  words: readonly string[],
  before: string | undefined,
  run: (args: readonly unknown[], options: Record<string, unknown>) => Promise<void>,
): void {
  const [args, options] = [rowsOf(entry.args), rowsOf(entry.options)];
  const [name, group] = path.split(" ").reverse();
  const command = groupOf(program, group).command(name!).summary(summary).description(about);
  for (const { name, text, otherwise, choices } of args) {
    const argument = new Argument(name, text).default(otherwise);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  /** What the parser takes for values of options and belongs to the arguments. */
  const left: string[] = [];
  for (const option of options) command.addOption(parserOf(option, words, left));
  const help = [before, `Examples:\n  ${examples.join("\n  ")}`, after];
  command.addHelpText("after", help.map((text) => (text === undefined ? "" : `\n${text}`)).join("\n"));
  command.action(async (...given: unknown[]) => {
    const found = given.slice(0, args.length);
    if (left.length > 0) found.push([...left, ...(found.pop() as string[])]);
    await run(found, command.opts());
  });
}

function groupOf(program: Command, name: string | undefined): Command {
  if (name === undefined) return program;
  const { summary, about } = GROUPS[name]!;
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).summary(summary).description(about);
}

/** `words`: all of the command line. A word after an option that is none of its choices may be left to the arguments. */
function parserOf(entry: OptionDetails & { name: string }, words: readonly string[], left: string[]): Option {
  const { name: flags, text, choices, otherwise, read = (word: string) => word } = entry;
  const option = new Option(flags, text).default(otherwise).hideHelp(entry.isHidden === true);
  option.makeOptionMandatory(entry.isRequired === true);
  if (choices !== undefined) option.choices(choices);
  const { parseArg: choose = read } = option;
  if (entry.isRepeatable) option.argParser((word, before: unknown[] = []) => [...before, read(word)]);
  else if (entry.leavesArguments)
    option.preset("").argParser((word, before: unknown = true) => {
      // With an equals sign, nothing else can be meant.
      const isJoined = words.includes(`${option.long}=${word}`);
      if (choices?.includes(word) ?? isJoined) return word;
      if (isJoined) throw new InvalidArgumentError(`Allowed choices are ${choices!.join(", ")}.`);
      if (word !== "") left.push(word);
      return before;
    });
  else if (entry.whenRepeated !== undefined)
    option.argParser((word, before) => {
      if (before !== undefined) throw new InvalidArgumentError(`It is given twice. ${entry.whenRepeated}`);
      return choose(word, before);
    });
  else if (entry.read !== undefined) option.argParser(read);
  return option;
}
