/** What the codes of a spec package mean, with an example that fails and one that passes. */
import { parsePointer, valueAt } from "../../core/json/pointer.ts";
import { type CodeEntry, describeCodes } from "../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";

export interface Explained extends CodeEntry {
  readonly failing?: string;
  readonly passing?: string;
  /** The domain whose rule it is. */
  readonly source?: string;
}

export function explainedIn(spec: SpecPackage): Explained[] {
  const own = new Set(spec.codes.map(({ code }) => code));
  return describeCodes(spec).map((entry) => ({
    ...entry,
    ...(own.has(entry.code) && { source: `${spec.targetProduct}/${spec.domainId} ${spec.version}` }),
    ...examplesOf(entry.code, spec),
  }));
}

/** From the examples that prove the package. */
function examplesOf(code: string, { document }: SpecPackage): { failing?: string; passing?: string } {
  for (const { candidate, expect } of document.examples.invalid) {
    const place = expect.find((expected) => expected.code === code);
    if (place === undefined) continue;
    const path = parsePointer(place.pointer);
    const good = document.examples.valid.map((example) => valueAt(example.candidate, path));
    const passing = good.find((value) => value !== undefined);
    return {
      failing: exampleText(place.pointer, valueAt(candidate, path)),
      ...(passing !== undefined && { passing: exampleText(place.pointer, passing) }),
    };
  }
  return {};
}

const MAX_EXAMPLE_LENGTH = 200;

function exampleText(pointer: string, value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  const shown = text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}…` : text;
  return `${pointer === "" ? "the proposal" : pointer}: ${shown}`;
}
