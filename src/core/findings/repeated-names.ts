/** Reports names that an object has more than once: only the author knows which value counts. */
import { equalJson } from "../json/equality.ts";
import { hasRepeats, type Occurrence, type Repeat } from "../json/notes.ts";
import { actualOf, quote, shown } from "../unicode/describe.ts";
import { fix, type Sink } from "./finding.ts";

/** More are counted, not named. */
const MAX_NAMED = 8;

export function reportRepeatedNames(repeats: readonly Repeat[], sink: Sink): void {
  for (const repeat of repeats) {
    const { path } = repeat;
    const detail = () => {
      const { message, choices } = describeRepeat(repeat);
      const fixes = choices.map(({ title, value }) =>
        fix(title, ["structure", "open"], { kind: "choose", path, to: value }),
      );
      return { message, actual: actualOf(path.at(-1)), fixes };
    };
    sink.add("member-repeated", "error", detail, path, "sent");
  }
}

/** What is said about a repeated name, and what its author can choose from. */
export function describeRepeat({ path, occurrences }: Repeat): {
  readonly message: string;
  readonly choices: readonly (Occurrence & { readonly title: string })[];
} {
  const times = occurrences.length === 2 ? "twice" : `${occurrences.length} times`;
  const named = [...occurrences.slice(0, MAX_NAMED - 1), ...occurrences.slice(MAX_NAMED - 1).slice(-1)];
  const more = occurrences.length - named.length;
  const places = named.map((each) => `${shown(each.value)} at ${placeOf(each)}`);
  const last = more > 0 ? `${more} more` : places.pop();
  const isOther = ({ value }: Occurrence, index: number) =>
    named.findIndex((other) => equalJson(other.value, value)) === index;
  return {
    message: `The member ${quote(String(path.at(-1)))} occurs ${times} in one object: ${places.join(", ")} and ${last}. Keep one of them.`,
    choices: named
      // What is repeated inside of a value would vanish with it.
      .filter((each, index) => isOther(each, index) && !hasRepeats(each.value))
      .map((each) => ({ ...each, title: `Keep ${shown(each.value)}, from ${placeOf(each)}` })),
  };
}

const placeOf = ({ line, column }: Occurrence) => `line ${line}, column ${column}`;
