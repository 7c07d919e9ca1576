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
    addCommand(program, path, entry, before, async (given, options) => {
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
    if (error instanceof Failure) note(failureText(error, noteStyle, width));
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
  for (const option of options) command.addOption(parserOf(option));
  const help = [before, `Examples:\n  ${examples.join("\n  ")}`, after];
  command.addHelpText("after", help.map((text) => (text === undefined ? "" : `\n${text}`)).join("\n"));
  command.action(async (...given: unknown[]) => {
    const values: Record<string, unknown> = { ...command.opts() };
    const found = given.slice(0, args.length);
    for (const option of options)
      if (option.leavesArguments)
        found.push(leaveArguments(option, values, found.pop() as string[], command));
    await run(found, values);
  });
}

function groupOf(program: Command, name: string | undefined): Command {
  if (name === undefined) return program;
  const { summary, about } = GROUPS[name]!;
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).summary(summary).description(about);
}

type OptionRow = OptionDetails & { readonly name: string };

function parserOf(entry: OptionRow): Option {
  const { name: flags, text, choices, otherwise, read = (word: string) => word } = entry;
  const option = new Option(flags, text).default(otherwise).hideHelp(entry.isHidden === true);
  option.makeOptionMandatory(entry.isRequired === true);
  if (choices !== undefined) option.choices(choices);
  const { parseArg: choose = read } = option;
  if (entry.isRepeatable || entry.leavesArguments)
    option.preset("").argParser((word, before: unknown[] = []) => [...before, read(word)]);
  else if (entry.whenRepeated !== undefined)
    option.argParser((word, before) => {
      if (before !== undefined) throw new InvalidArgumentError(`It is given twice. ${entry.whenRepeated}`);
      return choose(word, before);
    });
  else if (entry.read !== undefined) option.argParser(read);
  return option;
}

/** The parser has taken the words after the option for its value. Those that are no choice belong to the arguments. */
function leaveArguments(
  { name: flags, choices }: OptionRow,
  values: Record<string, unknown>,
  args: readonly string[],
  command: Command,
): string[] {
  const option = new Option(flags);
  const words = values[option.attributeName()] as readonly string[] | undefined;
  if (words === undefined) return [...args];
  // With an equals sign, nothing else can be meant.
  const { rawArgs } = command.parent as Command & { readonly rawArgs: readonly string[] };
  const isJoined = (word: string) => rawArgs.includes(`${option.long}=${word}`);
  const isValue = (word: string) => choices?.includes(word) ?? isJoined(word);
  const others = words.filter((word) => word !== "" && !isValue(word));
  const wrong = choices && others.find(isJoined);
  if (wrong !== undefined)
    command.error(
      `error: option '${flags}' argument '${wrong}' is invalid. Allowed choices are ${choices!.join(", ")}.`,
    );
  values[option.attributeName()] = words.findLast(isValue) ?? true;
  return [...others, ...args];
}
