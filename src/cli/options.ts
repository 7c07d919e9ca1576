/** Options that several commands have. */
import { type Command, InvalidArgumentError, Option } from "commander";

/** Who checks: files of this machine, or a service. */
export function addCheckerOptions(command: Command): Command {
  const domain = new Option(
    "--domain <product/domain>",
    "what the files are proposals for, if there are several",
  );
  return addServerOptions(addMomentOptions(addSpecOptions(command.addOption(domain))));
}

export function addSpecOptions(command: Command): Command {
  return command
    .addOption(collecting("--spec <file>", "a spec package to check against (repeatable)"))
    .addOption(
      collecting(
        "--registry <file>",
        "the registry of the spec package given at the same position, or name=file for one that a package declares",
      ),
    );
}

function addMomentOptions(command: Command): Command {
  return command
    .addOption(new Option("--at <date>", "judge as of this moment, such as 2027-01-01").argParser(moment))
    .option("--simulate", "judge as if every rule were in force");
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

/** A date or a date and time, in milliseconds. */
export function moment(text: string): number {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const time = isDate ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("It must be a date such as 2027-01-01 or 2027-01-01T00:00:00Z.");
  return time;
}
