/** Warns of numbers with more digits than a JSON number keeps; see json/notes.ts. */
import { saysExactly } from "../json/notes.ts";
import type { Path, PathKey } from "../json/pointer.ts";
import { MAX_NESTING } from "../json/safety.ts";
import { found } from "../unicode/describe.ts";
import type { Sink } from "./finding.ts";
import { numberTextAt } from "./reading.ts";

export function reportInexactNumbers(sink: Sink): void {
  const { reading } = sink;
  const walk = (value: unknown, path: PathKey[]): void => {
    if (typeof value === "number") {
      const text = numberTextAt(reading, path);
      if (text !== undefined && !saysExactly(value, text) && !sink.hasError(path))
        report(value, text, path.slice(), sink);
    } else if (typeof value === "object" && value !== null && path.length < MAX_NESTING) {
      for (const [key, item] of Object.entries(value)) {
        path.push(Array.isArray(value) ? Number(key) : key);
        walk(item, path);
        path.pop();
      }
    }
  };
  walk(reading.value, []);
}

function report(value: number, text: string, path: Path, sink: Sink): void {
  sink.add(
    "number-imprecise",
    "warning",
    () => ({
      message: `${found(value, text)} has more digits than a JSON number keeps, so that it becomes ${value}. If all of them matter, send it as text.`,
      expected: found(value, text),
      actual: value,
    }),
    path,
  );
}
