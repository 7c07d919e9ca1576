/** Fixes that put a value in place of what it was written as. */
import type { Grounds } from "../evidence/evidence.ts";
import { type FixDraft, fix, type Sink } from "../findings/finding.ts";
import { type Path, valueAt } from "../json/pointer.ts";
import { isOtherUnit } from "../similar/units.ts";
import { quote, shown } from "../unicode/describe.ts";
import type { FixedValue } from "../values/readings.ts";

export function useInstead(to: unknown, grounds: Grounds, path: Path): FixDraft {
  return fix(`Use ${shown(to)}`, grounds, { kind: "replace", path, to });
}

/** One fix for each reading. None for a number in another unit than the member has: it would be another number. */
export function offerReadings(
  readings: readonly FixedValue[],
  path: Path,
  { reading, units }: Pick<Sink, "reading" | "units">,
): FixDraft[] {
  const name = path.findLast((key) => typeof key === "string") ?? "";
  const isOther = (left: string) => {
    const around = valueAt(reading.value, path.slice(0, -1));
    const beside = typeof around === "object" && around !== null ? Object.values(around) : [];
    return isOtherUnit(left, name, beside, units);
  };
  return readings
    .filter(({ without }) => without === undefined || !isOther(without))
    .map(({ value, grounds, without }) => {
      const use = useInstead(value, grounds, path);
      return without === undefined ? use : { ...use, title: `${use.title}, without ${quote(without)}` };
    });
}
