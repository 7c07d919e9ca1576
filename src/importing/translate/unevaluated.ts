/** `unevaluatedProperties: false` closes an object to all members that no part of its schema names. */
import { isPlainObject, setOwn } from "../../core/json/pointer.ts";
import { SCHEMAS_IN_LIST, type Schema } from "./keywords.ts";
import { refName, type Translation } from "./translation.ts";

/** Says the same with `additionalProperties: false`, after naming every member that some part names. */
export function closeMembers(
  written: Schema,
  { definitions, sourceOf, loosened, takesAnyMember, report }: Translation,
): void {
  const names = new Set<string>();
  const patterns = new Set<string>();
  const place = `${sourceOf.get(written) ?? ""}/unevaluatedProperties`;
  if (!collect(written, new Set())) {
    report.translate(
      "unevaluatedProperties",
      place,
      "Has no effect, because another part accepts any member.",
    );
    return;
  }
  declare("properties", names);
  declare("patternProperties", patterns);
  written.additionalProperties = false;
  loosened.add(written);
  report.translate(
    "unevaluatedProperties",
    place,
    'Is "additionalProperties": false now; members that only some branches name pass with every branch.',
  );

  function declare(keyword: string, keys: ReadonlySet<string>): void {
    const own = written[keyword];
    const declared: Schema = isPlainObject(own) ? { ...own } : {};
    for (const key of keys) if (!Object.hasOwn(declared, key)) setOwn(declared, key, true);
    if (Object.keys(declared).length > 0) written[keyword] = declared;
  }

  /** False if some part accepts members of any name. */
  function collect(part: unknown, seen: Set<string>): boolean {
    if (!isPlainObject(part)) return true;
    if (isPlainObject(part.properties)) for (const name of Object.keys(part.properties)) names.add(name);
    if (isPlainObject(part.patternProperties))
      for (const pattern of Object.keys(part.patternProperties)) patterns.add(pattern);
    const { additionalProperties: other } = part;
    if (other !== undefined && other !== false) return false;
    if (takesAnyMember.has(part)) return false;
    const name = refName(part);
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      if (!collect(definitions.get(name), seen)) return false;
    }
    const inside = [
      ...SCHEMAS_IN_LIST.filter((keyword) => keyword !== "prefixItems").flatMap((keyword) =>
        Array.isArray(part[keyword]) ? (part[keyword] as unknown[]) : [],
      ),
      part.if,
      part.then,
      part.else,
    ];
    return inside.every((inner) => collect(inner, seen));
  }
}
