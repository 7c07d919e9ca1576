/** Options that several commands have. */
import { type Command, InvalidArgumentError, Option } from "commander";

/** Who checks: files of this machine, or a service. */
export function addCheckerOptions(command: Command): Command {
  const domain = new Option(
    "--domain <product/domain>",
    "what the files are proposals for, if there are several",
  );
  return addServerOptions(addSpecOptions(command.addOption(domain)));
}

export function addSpecOptions(command: Command): Command {
  return command
    .addOption(collecting("--spec <file>", "a spec package to check against (repeatable)"))
    .addOption(
      collecting("--registry <file>", "the registry of the spec package given at the same position"),
    );
}

export function addServerOptions(command: Command): Command {
  return command
    .option("--server <url>", "ask a service instead; its key is read from PREFLIGHT_API_KEY")
    .option("--key-file <file>", "read the key from a file instead");
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
