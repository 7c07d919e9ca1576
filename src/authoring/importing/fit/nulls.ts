/**
 * Alternatives cannot be told apart if several of them accept null. Of `anyOf` the first one keeps it; of `oneOf` none does,
 * because what passes several of them passes none.
 */
import { isPlainObject } from "../../../core/json/pointer.ts";
import { TYPES } from "../../../core/schema/compile/keywords.ts";
import { eachPart, refName, type Schema, type Translation } from "../translate/keywords.ts";

const MAX_STEPS = 100;

export function separateNulls({ root, definitions, sourceOf, report }: Translation): void {
  function visit(part: unknown): void {
    if (!isPlainObject(part)) return;
    for (const keyword of ["anyOf", "oneOf"]) separate(part, keyword);
    eachPart(part, visit);
  }

  function separate(part: Schema, keyword: string): void {
    const branches = part[keyword];
    if (!Array.isArray(branches)) return;
    const nullable = branches.filter((branch) => acceptsNull(branch, 0));
    if (nullable.length < 2) return;
    const [first] = nullable;
    const kept = branches.map((branch) =>
      nullable.includes(branch) && !(keyword === "anyOf" && branch === first)
        ? withoutNull(branch, part.type)
        : branch,
    );
    part[keyword] = kept.filter((branch) => branch !== undefined);
    report.translate(
      keyword,
      `${sourceOf.get(part) ?? ""}/${keyword}`,
      keyword === "anyOf"
        ? "Only one of the alternatives accepts null now, which changes nothing."
        : "None of the alternatives accepts null now: before, it passed several of them and so none.",
    );
  }

  function acceptsNull(part: unknown, steps: number): boolean {
    if (!isPlainObject(part) || steps > MAX_STEPS) return part !== false;
    const { type, enum: values, allOf, anyOf, oneOf, not } = part;
    const name = refName(part);
    const accepts = (inner: unknown) => acceptsNull(inner, steps + 1);
    return (
      (name === undefined || accepts(definitions.get(name))) &&
      (type === undefined || [type].flat().includes("null")) &&
      (!Array.isArray(values) || values.includes(null)) &&
      (part.const === undefined || part.const === null) &&
      (!Array.isArray(allOf) || allOf.every(accepts)) &&
      (!Array.isArray(anyOf) || anyOf.some(accepts)) &&
      (!Array.isArray(oneOf) || oneOf.filter(accepts).length === 1) &&
      (not === undefined || !accepts(not))
    );
  }

  /** Undefined if it accepts nothing else. `outer`: the types that stand beside the alternatives. */
  function withoutNull(branch: unknown, outer: unknown): Schema | undefined {
    const schema = isPlainObject(branch) ? branch : {};
    const types = [schema.type ?? outer ?? TYPES]
      .flat()
      .filter((type) => type !== "null" && type !== "integer");
    const whole = [schema.type ?? outer ?? []].flat().includes("integer") ? ["integer"] : [];
    const left = [...types, ...(types.includes("number") ? [] : whole)];
    if (left.length === 0 || schema.const === null) return undefined;
    const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : undefined;
    const written = {
      ...schema,
      type: left.length === 1 ? left[0] : left,
      ...(values !== undefined && { enum: values }),
    };
    sourceOf.set(written, (isPlainObject(branch) && sourceOf.get(branch)) || "");
    return written;
  }

  visit(root);
  for (const definition of definitions.values()) visit(definition);
}
