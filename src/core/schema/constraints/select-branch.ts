/**
 * Selects the alternative of a union that a value was meant for: by the JSON type of the value, by a member with a `const` or `enum` of its
 * own in each, by the value itself, or by the members that only one of them requires.
 */
import { fillIn, fix } from "../../findings/finding.ts";
import { equalJson } from "../../json/equality.ts";
import { child } from "../../json/pointer.ts";
import { createValueMap, type ValueMap } from "../../json/value-set.ts";
import type { Meter } from "../../meter/meter.ts";
import type { Json } from "../../types.ts";
import { actualOf, count, found, listOf, quote, shown } from "../../unicode/describe.ts";
import { createPlace } from "../create-place.ts";
import { joinOr, KIND, KIND_NAMES, type KindName, type Kinds, kindOf, NO_KIND } from "../kinds.ts";
import { type Elsewhere, type Place, SCHEMA_ALONE, type Shape, type Visit } from "../place.ts";
import { choiceType } from "../types/choice-type.ts";

export interface Selector {
  /** The alternative that was meant; undefined if that cannot be told from the value. */
  pick(value: unknown): number | undefined;
  /**
   * The alternative that the value names in another notation, such as other case or an alias, where none could be picked;
   * or that alone has its members, where it names none.
   */
  pickMeant?(value: unknown, meter: Meter): number | undefined;
  /** Whether no alternative but the picked one can pass. */
  isExact: boolean;
  /** What the alternatives have to say that were not picked. */
  elsewhere?(value: unknown): Elsewhere | undefined;
  /** Reports why no alternative could be picked. */
  explain(value: unknown, visit: Visit): void;
}

export interface Selection {
  selector: Selector;
  /** Why some alternatives cannot be told apart, and what to write instead. */
  refusal?: string;
}

interface Branch {
  index: number;
  place: Place;
}

/** What people write instead of a value of a member, as the package says. */
export type AliasesOf = (name: string) => ReadonlyMap<string, Json> | undefined;

/** `base` is what the schema beside the union says about the same value. */
export function selectBranch(
  places: readonly Place[],
  base: Shape,
  isExclusive: boolean,
  aliasesOf: AliasesOf,
): Selection {
  const branches = places.map((place, index) => ({ index, place }));
  const byKind = new Map<Kinds, Selection>();
  let refusal: string | undefined;
  for (const name of KIND_NAMES) {
    const kind = KIND[name];
    const able = branches.filter(({ place }) => (place.shape.kinds & base.kinds & kind) !== 0);
    if (able.length === 0) continue;
    const selection = selectAmong(able, name, base, isExclusive, aliasesOf);
    refusal ??= selection.refusal;
    byKind.set(kind, selection);
  }
  const selectorFor = (value: unknown) => byKind.get(kindOf(value))?.selector;
  const selector: Selector = {
    pick: (value) => selectorFor(value)?.pick(value),
    pickMeant: (value, meter) => selectorFor(value)?.pickMeant?.(value, meter),
    isExact: [...byKind.values()].every(({ selector }) => selector.isExact),
    elsewhere: (value) => selectorFor(value)?.elsewhere?.(value),
    explain: (value, visit) => selectorFor(value)?.explain(value, visit),
  };
  return { selector, ...(refusal !== undefined && { refusal }) };
}

/** Selects among alternatives for one kind of value. */
function selectAmong(
  branches: readonly Branch[],
  kind: KindName,
  base: Shape,
  isExclusive: boolean,
  aliasesOf: AliasesOf,
): Selection {
  const [only] = branches;
  if (branches.length === 1)
    return { selector: { pick: () => only!.index, isExact: true, explain: explainNone(branches) } };
  const selection =
    kind === "object"
      ? (selectByMember(branches, base, aliasesOf) ?? selectByPresence(branches, base))
      : selectByValue(branches, isExclusive);
  return (
    selection ?? {
      selector: { pick: () => undefined, isExact: false, explain: explainNone(branches) },
      refusal: adviceFor(branches, kind),
    }
  );
}

/** Where alternatives cannot be told apart, all that can be said is that none fits. */
function explainNone(branches: readonly Branch[]): Selector["explain"] {
  return (value, { sink }) =>
    sink.add("value-refused", "error", () => ({
      message: `${found(value)} fits none of ${count(branches.length, "alternative")}: use ${joinOr(branches.map(({ place }) => place.shape.phrase))}.`,
      actual: actualOf(value),
    }));
}

function adviceFor(branches: readonly Branch[], kind: KindName): string {
  const [first, second] = branches.map(({ index }) => index + 1);
  const both = `alternatives ${first} and ${second} both accept`;
  switch (kind) {
    case "object":
      return `${both} objects, and nothing tells them apart; give each a required member, such as "type", with its own "const"`;
    case "array":
      return `${both} arrays; write one array whose "items" have the alternatives`;
    case "string":
      return `${both} strings; write one "enum", or one "pattern" that covers both`;
    case "number":
      return `${both} numbers; write one "enum", or one range of numbers`;
    default:
      return `${both} ${kind}; leave it in one of them`;
  }
}

/** By a member that has other values in each alternative. */
function selectByMember(
  branches: readonly Branch[],
  base: Shape,
  aliasesOf: AliasesOf,
): Selection | undefined {
  let best:
    | { name: string; groups: ValueMap<Branch[]>; without: Branch[]; values: Json[]; size: number }
    | undefined;
  for (const name of branches[0]!.place.shape.object?.members.keys() ?? []) {
    const groups = createValueMap<Branch[]>();
    const without: Branch[] = [];
    const values: Json[] = [];
    let isGood = true;
    for (const branch of branches) {
      const { object } = branch.place.shape;
      const member = object?.members.get(name);
      const allowed = member?.shape.values;
      if (allowed === undefined) {
        // An alternative that allows any value there could pass as well as another one.
        isGood &&= member === undefined && (object?.others === "none" || object?.others === "patterned");
        without.push(branch);
        continue;
      }
      for (const value of allowed) {
        const group = groups.get(value);
        if (group?.includes(branch)) continue;
        if (group) group.push(branch);
        else {
          groups.set(value, [branch]);
          values.push(value);
        }
      }
      if (object?.required.has(name) !== true && base.object?.required.has(name) !== true)
        without.push(branch);
    }
    const size = Math.max(without.length, ...groups.values().map((group) => group.length));
    if (isGood && size < branches.length && (best === undefined || size < best.size))
      best = { name, groups, without, values, size };
  }
  if (best === undefined) return undefined;
  const { name, groups, without, values } = best;
  const select = (group: readonly Branch[]) => selectAmong(group, "object", base, false, aliasesOf);
  const byValue = createValueMap<Selection>();
  for (const value of values) byValue.set(value, select(groups.get(value)!));
  const absent = without.length > 0 ? select(without) : undefined;
  const all = [...byValue.values(), ...(absent ? [absent] : [])];
  const refusal = all.find((selection) => selection.refusal !== undefined)?.refusal;
  const choice = createPlace({ type: choiceType(values, aliasesOf(name)) });
  const owners = ownersOfMembers(branches);
  /** The alternative whose members are here, if there are none of another. */
  const ownerOf = (value: unknown): Branch | undefined => {
    let owner: Branch | undefined;
    for (const key of Object.keys(value as object)) {
      const branch = owners.get(key);
      if (branch !== undefined && owner !== undefined && branch !== owner) return undefined;
      owner ??= branch;
    }
    return owner;
  };
  const selectorFor = (value: unknown) => {
    const item = child(value, name);
    return (item === undefined ? absent : byValue.get(item))?.selector;
  };
  return {
    selector: {
      pick: (value) => selectorFor(value)?.pick(value),
      pickMeant(value, meter) {
        const selector = selectorFor(value);
        if (selector) return selector.pickMeant?.(value, meter);
        const item = child(value, name);
        if (item === undefined) return ownerOf(value)?.index;
        const [meant] = choice.match?.(item, meter) ?? [];
        return meant !== undefined && meant.grounds[1] !== "open"
          ? byValue.get(meant.value)?.selector.pick(value)
          : undefined;
      },
      isExact: all.every(({ selector }) => selector.isExact),
      elsewhere(value) {
        const owner = ownerOf(value)?.place.shape.object;
        const [only, ...more] = owner?.members.get(name)?.shape.values ?? [];
        const isWhole =
          owner !== undefined && [...owner.required].every((key) => child(value, key) !== undefined);
        const isOther =
          only !== undefined && only !== null && more.length === 0 && !equalJson(only, child(value, name));
        return {
          has: (key) => branches.some(({ place }) => place.shape.object?.members.has(key)),
          instead: isWhole && isOther ? { name, value: only } : undefined,
        };
      },
      explain(value, visit) {
        const { sink } = visit;
        const selector = selectorFor(value);
        if (selector) {
          selector.explain(value, visit);
          return;
        }
        const item = child(value, name);
        sink.path.push(name);
        if (item !== undefined) choice.report(item, sink);
        else {
          const [only, ...more] = ownerOf(value)?.place.shape.object?.members.get(name)?.shape.values ?? [];
          sink.add("member-missing", "error", (path) => ({
            message: `${quote(name)} is required but missing; add ${choice.shape.phrase}.`,
            expected: choice.shape.phrase,
            fixes:
              only !== undefined && more.length === 0
                ? [
                    fix(`Add ${quote(name)}: ${shown(only)}`, ["derived", "open"], {
                      kind: "add",
                      path,
                      value: only,
                    }),
                  ]
                : fillIn(name, path, choice.placeholder()),
          }));
        }
        sink.path.pop();
      },
    },
    ...(refusal !== undefined && { refusal }),
  };
}

/** The members that only one of the alternatives has. */
function ownersOfMembers(branches: readonly Branch[]): ReadonlyMap<string, Branch> {
  const owners = new Map<string, Branch | undefined>();
  for (const branch of branches)
    for (const [name, member] of branch.place.shape.object?.members ?? [])
      if (member.shape.kinds !== NO_KIND) owners.set(name, owners.has(name) ? undefined : branch);
  return new Map([...owners].filter((entry): entry is [string, Branch] => entry[1] !== undefined));
}

/** By the members that only one alternative requires. Others may pass as well, so all are asked in the end. */
function selectByPresence(branches: readonly Branch[], base: Shape): Selection | undefined {
  const declared = new Map<string, number>();
  for (const { place } of branches)
    for (const [name, member] of place.shape.object?.members ?? [])
      if (member.shape.kinds !== NO_KIND) declared.set(name, (declared.get(name) ?? 0) + 1);
  const marks = new Map<string, number>();
  const unmarked: Branch[] = [];
  for (const branch of branches) {
    const own = [...(branch.place.shape.object?.required ?? [])].filter(
      (name) => declared.get(name) === 1 && base.object?.required.has(name) !== true,
    );
    for (const name of own) marks.set(name, branch.index);
    if (own.length === 0) unmarked.push(branch);
  }
  if (unmarked.length > 1) return undefined;
  const fallback = unmarked[0]?.index;
  return {
    selector: {
      isExact: false,
      pick(value) {
        const counts = new Map<number, number>();
        for (const [name, index] of marks)
          if (child(value, name) !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
        let best = fallback;
        for (const [index, number] of counts)
          if (best === fallback || number > counts.get(best!)!) best = index;
        return best;
      },
      explain(_, { sink }) {
        const names = [...marks.keys()];
        sink.add("alternative-missing", "error", (path) => ({
          message: `One of ${listOf(names)} is required; add the one that you need.`,
          expected: names.slice(0, 12),
          fixes: names.slice(0, 3).flatMap((name) => {
            const branch = branches.find(({ index }) => index === marks.get(name));
            const shape = branch?.place.shape.object?.members.get(name)?.placeholder();
            return fillIn(name, [...path, name], shape);
          }),
        }));
      },
    },
  };
}

/** By the value itself: a few values in each alternative, and at most one that leaves it open. */
function selectByValue(branches: readonly Branch[], isExclusive: boolean): Selection | undefined {
  const owners = createValueMap<number>();
  const values: Json[] = [];
  const open = branches.filter(({ place }) => place.shape.values === undefined);
  if (open.length > 1) return undefined;
  let refusal: string | undefined;
  for (const { index, place } of branches) {
    for (const value of place.shape.values ?? []) {
      const earlier = owners.get(value);
      const isOpenToo = open.some((other) => other.place.ok(value, SCHEMA_ALONE));
      if (isExclusive && (earlier !== undefined || isOpenToo))
        refusal ??= `${JSON.stringify(value)} passes more than one alternative, so "oneOf" refuses it; use "anyOf", or leave it in one of them`;
      if (earlier !== undefined) continue;
      owners.set(value, index);
      values.push(value);
    }
  }
  const choice = choiceType(values);
  const rest = open[0]?.index;
  return {
    selector: {
      isExact: refusal === undefined,
      pick: (value) => owners.get(value) ?? rest,
      explain: choice.report,
    },
    ...(refusal !== undefined && { refusal }),
  };
}
