/** Options that several of these commands have. */
import { InvalidArgumentError, Option } from "commander";

/** An option that may be given several times. */
export function collecting(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}

/** A date or a date and time, in milliseconds. */
export function moment(text: string): number {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const time = isDate ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("It must be a date such as 2027-01-01 or 2027-01-01T00:00:00Z.");
  return time;
}
