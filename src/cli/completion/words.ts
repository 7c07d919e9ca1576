/** The words that can be completed, read off the definitions of the commands. */
import type { Command } from "commander";

export interface CommandWords {
  /** Empty for the program itself, `spec check` for a command of a command. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly OptionWords[];
  readonly takesFiles: boolean;
}

interface OptionWords {
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

export function wordsOf(program: Command, path = ""): CommandWords[] {
  const commands = program.commands.filter((command) => command.name() !== "help");
  const own: CommandWords = {
    path,
    commands: commands.map((command) => ({ name: command.name(), summary: command.summary() })),
    options: [
      ...program.options.map(({ long, short, description, required, argChoices = [] }) => ({
        flag: long ?? short ?? "",
        summary: description,
        takesValue: required,
        choices: argChoices,
      })),
      { flag: "--help", summary: "print help", takesValue: false, choices: [] },
    ],
    takesFiles: program.registeredArguments.some((argument) => /file|package/.test(argument.name())),
  };
  const inside = commands.flatMap((command) => wordsOf(command, `${path} ${command.name()}`.trim()));
  return [own, ...inside];
}
