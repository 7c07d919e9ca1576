/**
 * The parameters of checks, made of typed parts. A part says what a rule may write, what the package must have for it, and
 * what the check gets in its place: a check has no other way to a list, a registry, another place or an expression.
 */

import type { Expression, Outcome } from "../expressions/expression.ts";
import type { Surroundings } from "../expressions/frame.ts";
import type { Type } from "../expressions/types.ts";
import type { Errors, RegistryScope } from "../findings/finding.ts";
import { escapeToken, type Path } from "../json/pointer.ts";
import type { Matcher } from "../similar/matcher.ts";
import type { Json, Registry } from "../types.ts";
import { writeDate } from "../values/time.ts";
import type { Reference } from "./target.ts";

export interface WordList {
  values: readonly string[];
  /** Words that people write instead → the word that is meant. */
  aliases: ReadonlyMap<string, string>;
  repairsTypos: boolean;
  matcher: Matcher;
  fills: boolean;
  labels: ReadonlyMap<string, WordLabel>;
}

export interface WordLabel {
  title?: string | undefined;
  description?: string | undefined;
  deprecated?: Deprecation | undefined;
}

export interface PlaceExpression extends Omit<Expression, "run" | "culprits"> {
  run(candidate: unknown, value: unknown, path: Path, session: Surroundings): Outcome;
  /** Where it is false: the items inside the value at which loops failed, each once. */
  culprits(candidate: unknown, value: unknown, path: Path, session: Surroundings): Path[];
  /**
   * Whether something that it reads has an error already, so that nothing can be concluded from its value. What it reads of
   * the items of a list is looked at once: that the rule itself reports one item does not keep it from reporting another.
   */
  faultsIn(candidate: unknown, errors: Errors): (path: Path) => boolean;
  write(value: unknown): string;
  /** Its value as JSON: points in time and the like are texts. */
  asJson(value: unknown): unknown;
}

export interface Refusal {
  refusal: string;
  definition?: string | undefined;
}

/** What the parameters of a rule name; a registry without a name is the product's own. */
export type Need =
  | { readonly kind: "list" | "place"; readonly name: string }
  | { readonly kind: "registry"; readonly name: string | undefined }
  | { readonly kind: "expression" | "clock" };

export interface Resolver {
  list(name: string): WordList;
  reference(written: string): Reference;
  /** Seen from the place of the rule, or with `/*` from its items. */
  expression(source: string, wanted: Type["kind"] | undefined, below?: "/*"): PlaceExpression | Refusal;
}

type Params = Readonly<Record<string, unknown>>;

export interface Part<Given, Got = Given> {
  readonly schema: Params;
  readonly isRequired: boolean;
  needs(given: Given, at: string, params: Params): readonly Need[];
  /** Undefined if the check gets what was written. */
  readonly resolve: ((given: Given, resolver: Resolver, params: Params) => Got | Refusal) | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a check are of many types.
export type Parts = Readonly<Record<string, Part<any, any>>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type GivenBy<P> = P extends Part<infer G, any> ? G : never;
export type Given<P extends Parts> = {
  [Name in keyof P as undefined extends GivenBy<P[Name]> ? never : Name]: GivenBy<P[Name]>;
} & {
  [Name in keyof P as undefined extends GivenBy<P[Name]> ? Name : never]?: Exclude<
    GivenBy<P[Name]>,
    undefined
  >;
};
export type Got<P extends Parts> = {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  [Name in keyof P]: P[Name] extends Part<any, infer G> ? G : never;
};

export function part<Given>(schema: Record<string, unknown>): Part<Given> {
  return { schema, isRequired: true, needs: () => [], resolve: undefined };
}

export function optional<Given, Got>(part: Part<Given, Got>): Part<Given | undefined, Got | undefined> {
  const { schema, needs, resolve } = part;
  return {
    schema,
    isRequired: false,
    needs: (given, ...about) => (given === undefined ? [] : needs(given, ...about)),
    resolve: resolve && ((given, ...about) => (given === undefined ? undefined : resolve(given, ...about))),
  };
}

export const text = (description: string, bounds: Readonly<Record<string, number>> = {}) =>
  part<string>({ type: "string", ...bounds, description });

export const integer = (description: string, minimum: number, maximum: number) =>
  part<number>({ type: "integer", minimum, maximum, description });

export const flag = (description: string) => part<boolean>({ type: "boolean", description });

export const anything = (description: string) => part<Json>({ description });

export const choice = <Word extends string>(words: readonly Word[], description?: string) =>
  part<Word>({ enum: words, ...(description !== undefined && { description }) });

export function several<Given>(
  one: Part<Given>,
  maxItems: number | undefined,
  description?: string,
  minItems = 1,
): Part<Given[]> {
  const bounds = { ...(minItems > 0 && { minItems }), ...(maxItems !== undefined && { maxItems }) };
  return {
    ...part<Given[]>({ type: "array", ...bounds, items: one.schema, ...(description && { description }) }),
    needs: (given, at, params) => given.flatMap((each) => one.needs(each, at, params)),
  };
}

export function valuesOf<Given>(one: Part<Given>, maxProperties: number, description: string) {
  const bounds = { maxProperties, additionalProperties: one.schema };
  return part<Record<string, Given>>({ type: "object", description, ...bounds });
}

export function record<P extends Parts>(parts: P, description?: string): Part<Given<P>> {
  return part<Given<P>>({ ...schemaOf(parts), ...(description && { description }) });
}

export const listName = (description: string): Part<string, WordList> => ({
  ...part<string>({ type: "string", description }),
  needs: (name) => [{ kind: "list", name }],
  resolve: (name, { list }) => list(name),
});

export const registryName = (): Part<
  string | undefined,
  { readonly name: string | undefined; in(scope: object): Registry }
> => ({
  schema: {
    type: "string",
    minLength: 1,
    maxLength: 64,
    description: "name of a registry that the package declares; without it, the product's own registry",
  },
  isRequired: false,
  needs: (name) => [{ kind: "registry", name }],
  resolve: (name) => ({ name, in: (scope) => registryOf(scope as RegistryScope, name) }),
});

export function registryOf(scope: RegistryScope, name: string | undefined): Registry {
  const registry = name === undefined ? scope.registry : scope.registries.get(name);
  // A rule is never skipped because its registry is absent; whoever starts a check makes sure that it is there.
  if (registry === undefined) throw new Error(`There is no registry "${name}"`);
  return registry;
}

export const place = (description: string): Part<string, Reference> => ({
  ...text(description, { maxLength: 300 }),
  needs: (name) => [{ kind: "place", name }],
  resolve: (written, { reference }) => reference(written),
});

export function onePlace(description: string): Part<string, Reference> {
  return {
    ...place(description),
    resolve(written, { reference }) {
      const found = reference(written);
      return found.isMany ? { refusal: `"${written}" stands for several values` } : found;
    },
  };
}

export const placePattern: Part<string> = {
  ...part<string>({ type: "string", maxLength: 300 }),
  needs: (name) => [{ kind: "place", name }],
};

/** The name of a member: of the object at the place of the rule, or of the objects that `around` finds. */
export function member(
  schema: Record<string, unknown>,
  around: (at: string, params: Params) => string = (at) => at,
): Part<string> {
  return {
    ...part<string>({ type: "string", ...schema }),
    needs: (name, at, params) => [{ kind: "place", name: `${around(at, params)}/${escapeToken(name)}` }],
  };
}

/** Such a rule or condition decides nothing. */
function alwaysSame({ always }: PlaceExpression): Refusal | undefined {
  return always === undefined ? undefined : { refusal: `it is always ${always}` };
}

export function whyNoCondition(made: PlaceExpression): Refusal | undefined {
  if (made.clock === "none" && made.registries.size === 0) return alwaysSame(made);
  return { refusal: "a condition cannot ask the clock or a registry; use the check holds" };
}

export const expression = (description: string, wanted?: Type["kind"]): Part<string, PlaceExpression> => ({
  ...text(description, { minLength: 1, maxLength: 2_000 }),
  needs: () => [{ kind: "expression" }],
  resolve(source, resolver) {
    const made = resolver.expression(source, wanted);
    return (wanted === "bool" && !("refusal" in made) && alwaysSame(made)) || made;
  },
});

export const itemExpression = (description: string): Part<string, PlaceExpression> => ({
  ...text(description, { minLength: 1, maxLength: 2_000 }),
  needs: () => [{ kind: "expression" }, { kind: "place", name: "0/*" }],
  resolve: (source, resolver) => resolver.expression(source, undefined, "/*"),
});

export function valueOrToday(
  description: string,
  isInTime: (params: Params) => boolean,
): Part<Json, { readonly isToday: boolean; in(scope: object): unknown }> {
  const isToday = (given: Json, params: Params) => given === TODAY && isInTime(params);
  return {
    ...anything(description),
    needs: (given, _at, params) => (isToday(given, params) ? [{ kind: "clock" }] : []),
    resolve: (written, _resolver, params) =>
      isToday(written, params)
        ? { isToday: true, in: (scope) => writeDate((scope as RegistryScope).clock) }
        : { isToday: false, in: () => written },
  };
}

export const TODAY = "today";

export function schemaOf(parts: Parts): Record<string, unknown> {
  const named = Object.entries(parts);
  const required = named.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return {
    type: "object",
    ...(named.length > 0 && {
      properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
    }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

export function needsOf({ parts }: { readonly parts: Parts }, params: Params, at = ""): Need[] {
  return Object.entries(parts).flatMap(([name, { needs }]) => needs(params[name], at, params));
}

/** What a check gets, or which parameter cannot be used and why. */
export function resolveParams(
  parts: Parts,
  params: Params,
  resolver: Resolver,
): { got: Record<string, unknown> } | (Refusal & { member: string }) {
  const got: Record<string, unknown> = {};
  for (const [name, { resolve }] of Object.entries(parts)) {
    const resolved = resolve === undefined ? params[name] : resolve(params[name], resolver, params);
    if (resolve !== undefined && isRefusal(resolved)) return { ...resolved, member: `/params/${name}` };
    got[name] = resolved;
  }
  return { got };
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refusal" in value;
}

export interface Deprecation {
  message?: string;
  /** What to use instead: another word of the list, or another member of the same object. */
  use?: string;
  repair?: boolean;
}

export function readDeprecation(value: boolean | Deprecation | undefined): Deprecation | undefined {
  return value === true ? {} : value === false ? undefined : value;
}
