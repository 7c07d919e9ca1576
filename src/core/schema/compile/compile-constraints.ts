/** Compiles `oneOf`, `anyOf`, `if`, `dependentRequired`, `dependentSchemas` and `not`. */
import { child, escapeToken, isPlainObject } from "../../json/pointer.ts";
import { quote } from "../../unicode/describe.ts";
import { conditionConstraint, notConstraint } from "../constraints/conditions.ts";
import { createUnion } from "../constraints/union.ts";
import { describeShape } from "../describe-shape.ts";
import { NO_KIND } from "../kinds.ts";
import { type Judge, type Place, SCHEMA_ALONE, type Shape, type TypeJudge } from "../place.ts";
import { below, type Compiler, type Layer, type Site } from "./compiler.ts";
import { lintConditions, lintNot } from "./lint.ts";

/** `base` is what the type and its keywords say about the same value. */
export function compileConstraints(layers: readonly Layer[], base: Shape, site: Site, compiler: Compiler) {
  const unions: TypeJudge[] = [];
  const others: Judge[] = [];
  const conditions: NonNullable<Shape["conditions"]>[number][] = [];
  const own = base.object?.members;
  const outer = site.outer && own ? new Map([...site.outer, ...own]) : (own ?? site.outer);
  const conditional: Site = { ...site, isConditional: true, ...(outer && { outer }) };
  const covered: Site = { ...conditional, isCovered: true };
  const test: Site = { ...covered, isTest: true };
  for (const layer of layers) {
    for (const keyword of ["oneOf", "anyOf"] as const)
      if (layer.schema[keyword] !== undefined)
        unions.push(compileUnion(layer, keyword, base, conditional, compiler));
    others.push(...compileConditions(layer, covered, test, compiler, conditions));
    if (layer.schema.not !== undefined) others.push(compileNot(layer, test, compiler));
  }
  return { unions, others, conditions };
}

function compileUnion(
  layer: Layer,
  keyword: "oneOf" | "anyOf",
  base: Shape,
  site: Site,
  compiler: Compiler,
): TypeJudge {
  const at = `${layer.pointer}/${keyword}`;
  const branches = (layer.schema[keyword] as unknown[]).map((_, index) =>
    compiler.compileWithoutRules([below(layer, keyword, String(index))], site),
  );
  const { type, refusal } = createUnion(branches, keyword === "oneOf", base);
  if (refusal !== undefined && !site.isTest)
    compiler.disallow(at, "union-ambiguous", `These cannot be told apart: ${refusal}.`);
  if (type.shape.kinds === NO_KIND) compiler.disallowNever(at, `no alternative fits the "type" beside it`);
  return type;
}

/** `told`: gets what can be said about the conditions. */
function compileConditions(
  layer: Layer,
  covered: Site,
  test: Site,
  compiler: Compiler,
  told: NonNullable<Shape["conditions"]>[number][],
): Judge[] {
  const { schema } = layer;
  const constraints: Judge[] = [];
  const tell = (when: string, place: Place | undefined) => {
    if (place !== undefined) told.push({ when, shape: place.shape });
  };
  const compile = (keyword: string) =>
    schema[keyword] === undefined
      ? undefined
      : compiler.compileWithoutRules([below(layer, keyword)], covered);
  if (schema.if !== undefined) {
    const condition = compiler.compileWithoutRules([below(layer, "if")], test);
    const passes = (value: unknown) => condition.ok(value, SCHEMA_ALONE);
    const { object } = condition.shape;
    const [whenTrue, whenFalse] = [compile("then"), compile("else")];
    constraints.push(conditionConstraint(passes, whenTrue, whenFalse, object?.members));
    const tests = [...(object?.members ?? [])].map(([name, { shape }]) =>
      shape.type === "any" ? `${quote(name)} is there` : `${quote(name)} is ${describeShape(shape)}`,
    );
    if (tests.length > 0) {
      tell(`When ${tests.join(" and ")}`, whenTrue);
      tell(`Unless ${tests.join(" and ")}`, whenFalse);
    }
  }
  lintConditions(layer, compiler.disallow);
  // What depends on a member being there: others that are required then, or all that a schema says.
  const dependents = [
    ...Object.entries(schema.dependentRequired ?? {}).map(
      ([name, required]) => [name, { ...layer, schema: { required } }, test] as const,
    ),
    ...Object.keys(schema.dependentSchemas ?? {}).map(
      (name) => [name, below(layer, "dependentSchemas", name), covered] as const,
    ),
  ];
  for (const [name, subschema, site] of dependents) {
    compiler.noteCondition(`${covered.at}/${escapeToken(name)}`);
    const place = compiler.compileWithoutRules([subschema], site);
    tell(`When ${quote(name)} is there`, place);
    const hasMember = (value: unknown) => isPlainObject(value) && child(value, name) !== undefined;
    constraints.push(
      conditionConstraint(hasMember, place, undefined, undefined, () => ` beside ${quote(name)}`),
    );
  }
  return constraints;
}

function compileNot(layer: Layer, test: Site, compiler: Compiler): Judge {
  const refused = below(layer, "not");
  lintNot(refused, compiler.disallow);
  const place = compiler.compileWithoutRules([refused], test);
  const { schema } = refused;
  if (schema === true || (isPlainObject(schema) && Object.keys(schema).length === 0))
    compiler.disallowNever(refused.pointer, "it refuses every value; use false");
  return notConstraint(place);
}
