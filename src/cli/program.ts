/** The program: every command with its options, errors with what to do about them, and the exit code. */

import { Command, CommanderError } from "commander";
import { addBuild } from "./build/command.ts";
import { addCompletion } from "./completion/command.ts";
import { addDomains } from "./domains/command.ts";
import { addExplain } from "./explain/command.ts";
import { addInit } from "./init/command.ts";
import { addLsp } from "./lsp/command.ts";
import { addMcp } from "./mcp/command.ts";
import { addServe } from "./serve/command.ts";
import { addSpec } from "./spec/command.ts";
import { addSubmit } from "./submit/command.ts";
import { EXIT, Failure, failureText } from "./terminal/failure.ts";
import { createTerminal, type Session, type Surroundings, type Terminal } from "./terminal/terminal.ts";
import { addValidate } from "./validate/command.ts";

/** The exit code of a run. */
export async function runProgram(
  args: readonly string[],
  version: string,
  surroundings: Surroundings = process,
): Promise<number> {
  const terminal = createTerminal(surroundings);
  let exitCode: number = EXIT.valid;
  const program = createProgram({
    terminal,
    environment: surroundings.env,
    version,
    finish(code) {
      exitCode = code;
    },
  });
  try {
    await program.parseAsync(withExplicitLevel(args), { from: "user" });
    return exitCode;
  } catch (error) {
    return explain(error, terminal);
  }
}

function createProgram(session: Session): Command {
  const { write: writeOut, note: writeErr } = session.terminal;
  const program = new Command("preflight")
    .description("Checks proposals before they are submitted, fixes them, and builds the package to submit.")
    .version(session.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "explain a command")
    .showSuggestionAfterError()
    .showHelpAfterError("Run with --help for the options and examples.")
    .configureHelp({ helpWidth: session.terminal.width, sortSubcommands: false })
    .configureOutput({ writeOut, writeErr })
    .exitOverride()
    .addHelpText(
      "after",
      `
Examples:
  preflight validate proposal.json
  preflight validate --fix proposals/

Exit codes: 0 valid, 1 invalid, 2 could not be checked.`,
    );
  addInit(program, session);
  addValidate(program, session);
  addBuild(program, session);
  addSubmit(program, session);
  addDomains(program, session);
  addExplain(program, session);
  addLsp(program, session);
  addMcp(program, session);
  addServe(program);
  addCompletion(program, session);
  addSpec(program, session);
  return program;
}

/** `--fix FILE` means the default level and `--fix suggested` that level: the parser would read FILE as the level. */
function withExplicitLevel(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.flatMap((arg, index) => {
    const isOption = end < 0 || index < end;
    const isLevel = (word: string | undefined) => word === "safe" || word === "suggested";
    if (isOption && arg === "--fix")
      return isLevel(args[index + 1]) ? [`--fix=${args[index + 1]}`] : ["--fix=default"];
    return isOption && isLevel(arg) && args[index - 1] === "--fix" ? [] : [arg];
  });
}

function explain(error: unknown, { note, noteStyle, width }: Terminal): number {
  // The parser has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.valid : EXIT.failed;
  if (!(error instanceof Failure)) {
    note(`${noteStyle.red("error")}  This is a bug in preflight. Please report it with these lines:\n`);
    note(`${error instanceof Error ? error.stack : String(error)}\n`);
    return EXIT.failed;
  }
  note(failureText(error, noteStyle, width));
  return EXIT.failed;
}
