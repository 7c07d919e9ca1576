/** Options that several commands have. */
import { type Command, InvalidArgumentError, Option } from "commander";

/** Who checks: files of this machine, or a service. */
export function addCheckerOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--domain <product/domain>", "what the files are proposals for, if there are several"),
    )
    .addOption(collecting("--spec <file>", "a spec package to check against (repeatable)"))
    .addOption(
      collecting(
        "--registry <file>",
        "the registry of the spec package given at the same position, or name=file for one that a package declares",
      ),
    );
}

/** An option that may be given several times. */
export function collecting(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
