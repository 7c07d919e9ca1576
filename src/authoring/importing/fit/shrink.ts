/** Keeps a schema within the number of parts that a spec package may have, by leaving definitions open. */
import { isPlainObject } from "../../../core/json/pointer.ts";
import { grouped, quote } from "../../../core/unicode/describe.ts";
import { eachPart, refName, type Schema, type Translation } from "../translate/keywords.ts";

/** Whether anything was left open. Every reference is followed wherever it stands, so a definition counts as often as it is used. */
export function shrink(
  { root, definitions, sourceOf, loosened, report }: Translation,
  parts: number,
): boolean {
  for (let isChanged = false; ; isChanged = true) {
    const sizes = new Map<string, number>();
    const sizeOfDefinition = (name: string): number => {
      const size = sizes.get(name) ?? sizeOf(definitions.get(name), sizeOfDefinition);
      sizes.set(name, size);
      return size;
    };
    const total = sizeOf(root, sizeOfDefinition);
    if (total <= parts) return isChanged;
    const uses = countUses(root, definitions);
    const worst = [...sizes]
      .map(([name, size]) => ({
        name,
        size,
        uses: uses.get(name) ?? 0,
        own: sizeOf(definitions.get(name), () => 1),
      }))
      .filter(({ size }) => size > 1)
      // What costs most for each part of the schema that would be lost.
      .sort((a, b) => (b.size * b.uses) / b.own - (a.size * a.uses) / a.own || b.size - a.size)[0];
    if (worst === undefined) return isChanged;
    const target = definitions.get(worst.name) as Schema;
    const open: Schema = {};
    for (const kept of ["type", "title", "description"])
      if (target[kept] !== undefined) open[kept] = target[kept];
    const pointer = sourceOf.get(target) ?? "";
    sourceOf.set(open, pointer);
    loosened.add(open);
    definitions.set(worst.name, open);
    report.leaveOut(
      "schema",
      pointer,
      `${quote(worst.name)} is used in ${grouped(worst.uses)} ${worst.uses === 1 ? "place" : "places"}, and with all of them the schema has more than ${grouped(parts)} parts; anything of its type passes.`,
    );
  }
}

/** How many parts a schema has, with those of the definitions that it refers to. */
function sizeOf(part: unknown, sizeOfDefinition: (name: string) => number): number {
  if (!isPlainObject(part)) return 1;
  const name = refName(part);
  let size = name === undefined ? 1 : sizeOfDefinition(name);
  eachPart(part, (inner) => {
    size += sizeOf(inner, sizeOfDefinition);
  });
  return size;
}

/** How often each definition is used when every reference is followed from the root. */
function countUses(root: unknown, definitions: ReadonlyMap<string, unknown>): Map<string, number> {
  const uses = new Map<string, number>();
  const order: string[] = [];
  const seen = new Set<string>();
  const refsIn = (part: unknown, names: string[] = []): string[] => {
    if (!isPlainObject(part)) return names;
    const name = refName(part);
    if (name !== undefined) names.push(name);
    eachPart(part, (inner) => {
      refsIn(inner, names);
    });
    return names;
  };
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of refsIn(definitions.get(name))) visit(next);
    order.push(name);
  };
  const first = refsIn(root);
  for (const name of first) visit(name);
  for (const name of first) uses.set(name, (uses.get(name) ?? 0) + 1);
  // Users come before what they use.
  for (const name of order.reverse())
    for (const next of refsIn(definitions.get(name)))
      uses.set(next, (uses.get(next) ?? 0) + (uses.get(name) ?? 0));
  return uses;
}
