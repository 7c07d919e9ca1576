/**
 * Where a part was loosened inside `not`, `if` or `oneOf`, the whole would become stricter instead. Such keywords are
 * loosened too, so that an imported package never refuses what the schema accepts.
 */
import { isPlainObject } from "../../../core/json/pointer.ts";
import { eachPart, refName, type Schema, type Translation } from "../translate/keywords.ts";

export function loosenNegations({ root, definitions, sourceOf, loosened, report }: Translation): void {
  const known = new Map<string, boolean>();

  function isLooseDefinition(name: string): boolean {
    const answer = known.get(name);
    if (answer !== undefined) return answer;
    known.set(name, false);
    const loose = isLoose(definitions.get(name));
    known.set(name, loose);
    return loose;
  }

  /** Whether a schema accepts more than it did. Loosens what would otherwise turn that around. */
  function isLoose(part: unknown): boolean {
    if (!isPlainObject(part)) return false;
    const name = refName(part);
    let loose = loosened.has(part) || (name !== undefined && isLooseDefinition(name));
    const looseIn = new Set<string>();
    eachPart(part, (inner, keyword) => {
      if (isLoose(inner)) looseIn.add(keyword!);
    });
    if (looseIn.has("not")) drop(part, ["not"], "not");
    if (looseIn.has("if")) drop(part, ["if", "then", "else"], "if");
    if (looseIn.has("contains") && part.maxContains !== undefined) drop(part, ["maxContains"], "maxContains");
    if (looseIn.has("oneOf")) {
      report.translate(
        "oneOf",
        `${sourceOf.get(part) ?? ""}/oneOf`,
        part.anyOf === undefined
          ? 'Is "anyOf" now, because something inside was left out.'
          : "Was left out, because something inside was left out.",
      );
      if (part.anyOf === undefined) part.anyOf = part.oneOf;
      delete part.oneOf;
    }
    loose ||= looseIn.size > 0;
    if (loose) loosened.add(part);
    return loose;
  }

  function drop(part: Schema, keywords: readonly string[], keyword: string): void {
    for (const each of keywords) delete part[each];
    report.leaveOut(
      keyword,
      `${sourceOf.get(part) ?? ""}/${keyword}`,
      "Something inside was left out, and without it this would refuse what the schema accepts.",
    );
  }

  isLoose(root);
}
