/** Makes a written schema fit what a spec package can hold, so that the package never refuses what the schema accepts. */
import { isPlainObject } from "../../../core/json/pointer.ts";
import { TYPES } from "../../../core/schema/compile/keywords.ts";
import { grouped, quote } from "../../../core/unicode/describe.ts";
import { eachPart, loosen, refName, type Schema, type Translation } from "../translate/keywords.ts";

/** Leaves open every reference to a definition from inside itself. The type that is expected there is kept. */
export function breakRecursion(translation: Translation): void {
  const { root, definitions } = translation;
  const open = new Set<string>();
  const done = new Set<string>();

  function visitDefinition(name: string): void {
    if (done.has(name)) return;
    open.add(name);
    visit(definitions.get(name));
    open.delete(name);
    done.add(name);
  }

  function visit(part: unknown): void {
    if (!isPlainObject(part)) return;
    const name = refName(part);
    if (name !== undefined) {
      if (open.has(name)) cutOpen(part, name);
      else visitDefinition(name);
    }
    eachPart(part, visit);
  }

  function cutOpen(part: Schema, name: string): void {
    delete part.$ref;
    const target = definitions.get(name);
    // The type of the definition, as far as it states one itself.
    if (part.type === undefined && isPlainObject(target) && target.type !== undefined)
      part.type = target.type;
    const message = `${quote(name)} contains itself; from its second level on, anything of its type passes.`;
    loosen(translation, part, "$ref", message);
  }

  visit(root);
}

const MAX_STEPS = 100;

/**
 * Alternatives cannot be told apart if several of them accept null. Of `anyOf` the first one keeps it; of `oneOf` none does,
 * because what passes several of them passes none.
 */
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

/** Whether anything was left open. Every reference is followed wherever it stands, so a definition counts as often as it is used. */
export function shrink(translation: Translation, parts: number): boolean {
  const { root, definitions, sourceOf } = translation;
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
    sourceOf.set(open, sourceOf.get(target) ?? "");
    definitions.set(worst.name, open);
    const message = `${quote(worst.name)} is used in ${grouped(worst.uses)} ${worst.uses === 1 ? "place" : "places"}, and with all of them the schema has more than ${grouped(parts)} parts; anything of its type passes.`;
    loosen(translation, open, "schema", message, "");
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

/**
 * Where a part was loosened inside `not`, `if` or `oneOf`, the whole would become stricter instead. Such keywords are
 * loosened too, so that an imported package never refuses what the schema accepts.
 */
export function loosenNegations(translation: Translation): void {
  const { root, definitions, sourceOf, loosened, report } = translation;
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
    if (looseIn.has("not")) drop(part, "not");
    if (looseIn.has("if")) drop(part, "if", "then", "else");
    if (looseIn.has("contains") && part.maxContains !== undefined) drop(part, "maxContains");
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

  function drop(part: Schema, keyword: string, ...others: string[]): void {
    for (const each of [keyword, ...others]) delete part[each];
    const why = "Something inside was left out, and without it this would refuse what the schema accepts.";
    loosen(translation, part, keyword, why);
  }

  isLoose(root);
}
