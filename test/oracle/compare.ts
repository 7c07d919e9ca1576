/** Holds an answer of the core against the oracle's, as far as the contract decides it. */
import type { Verdict } from "./candidate.ts";

/** What is compared of an answer, whoever gave it. */
export interface Answer {
  valid: boolean;
  diagnostics: readonly { code: string; severity: string; pointer: string }[];
  /** How many more diagnostics there were than the answer holds. */
  omitted: number;
}

export interface Difference {
  about: "verdict" | "errors" | "placeholders" | "warnings" | "digest" | `exception ${string}`;
  /** Pointers that only one of the two reports. */
  onlyOracle: string[];
  onlyCore: string[];
}

export function compare(verdict: Verdict, answer: Answer): Difference | undefined {
  const errors = {
    oracle: pointersOf(verdict.findings, "error"),
    core: pointersOf(answer.diagnostics, "error"),
  };
  if (verdict.valid !== answer.valid) return difference("verdict", errors.oracle, errors.core);
  // A name that does not belong may be read as another one, and then other places are wrong.
  if (verdict.hasUnknownNames) return undefined;

  const isDecided = (pointer: string) =>
    !verdict.undecided.some((place) => pointer === place || isBelow(pointer, place)) &&
    !verdict.undecidedBelow.some((place) => isBelow(pointer, place));
  const options = { isDecided, isComplete: answer.omitted === 0 };
  const placeholders = {
    oracle: pointersOf(verdict.findings.filter(isPlaceholder), "error"),
    core: pointersOf(answer.diagnostics.filter(isPlaceholder), "error"),
  };
  return (
    differenceAmong("errors", errors.oracle, errors.core, options) ??
    differenceAmong("placeholders", placeholders.oracle, placeholders.core, options) ??
    compareWarnings(verdict, answer, [...errors.oracle, ...errors.core], options)
  );
}

/** Warnings are compared only where nothing is an error: once a place is wrong, no more need be said about it. */
function compareWarnings(verdict: Verdict, answer: Answer, errors: string[], options: Options) {
  const isListOfStrategies = (pointer: string) => isBelow(pointer, "/supportedStrategies");
  const strategiesAreWrong = errors.some(
    (error) => error === "/supportedStrategies" || isListOfStrategies(error),
  );
  const isCompared = (pointer: string) =>
    options.isDecided(pointer) &&
    // Which names and identifiers are near a registered one is for the core to say.
    pointer !== "/generatorName" &&
    pointer !== "/generatorId" &&
    !(strategiesAreWrong && isListOfStrategies(pointer)) &&
    !errors.some((error) => pointer === error || isBelow(pointer, error) || isBelow(error, pointer));
  return differenceAmong(
    "warnings",
    pointersOf(verdict.findings, "warning"),
    pointersOf(answer.diagnostics, "warning"),
    { ...options, isDecided: isCompared },
  );
}

interface Options {
  isDecided: (pointer: string) => boolean;
  /** Whether the core's answer holds all that it found. */
  isComplete: boolean;
}

function differenceAmong(
  about: Difference["about"],
  oracle: readonly string[],
  core: readonly string[],
  { isDecided, isComplete }: Options,
): Difference | undefined {
  const found = difference(about, oracle.filter(isDecided), core.filter(isDecided));
  if (!isComplete) found.onlyOracle = [];
  return found.onlyOracle.length + found.onlyCore.length > 0 ? found : undefined;
}

function difference(
  about: Difference["about"],
  oracle: readonly string[],
  core: readonly string[],
): Difference {
  return {
    about,
    onlyOracle: oracle.filter((pointer) => !core.includes(pointer)),
    onlyCore: core.filter((pointer) => !oracle.includes(pointer)),
  };
}

function pointersOf(findings: readonly { severity: string; pointer: string }[], severity: string): string[] {
  return [...new Set(findings.filter((one) => one.severity === severity).map(({ pointer }) => pointer))];
}

const isPlaceholder = ({ code }: { code?: string }) => code === "placeholder-left";

const isBelow = (pointer: string, place: string) => pointer.startsWith(`${place}/`);
