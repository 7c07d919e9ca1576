/** What a schema may say beside the type of a value: `if`, `not` and what depends on members; `oneOf` and `anyOf`. */
import { fillIn, fix, removeNamed } from "../findings/finding.ts";
import { below, child, createValueMap, equalJson, isPlainObject, type Path } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { lookIntoText } from "../reader/read-json.ts";
import type { Json } from "../types.ts";
import { actualOf, count, found, listOf, quote, shown } from "../unicode/unicode.ts";
import {
  createPlace,
  describeShape,
  fault,
  type Judge,
  joinOr,
  KIND,
  KIND_NAMES,
  type KindName,
  type Kinds,
  kindOf,
  NO_KIND,
  type Place,
  phraseOf,
  reportMismatch,
  SCHEMA_ALONE,
  type Shape,
  shapeOf,
  type TypeJudge,
  type Visit,
} from "./place.ts";
import { sharingNames } from "./types/object-type.ts";
import { choiceType } from "./types/scalar-types.ts";

// `if`/`then`/`else`, `dependentRequired`, `dependentSchemas` and `not`.

/** `tested`: the members that the test looks at. */
export function conditionConstraint(
  test: (value: unknown) => boolean,
  whenTrue: Place | undefined,
  whenFalse: Place | undefined,
  tested: ReadonlyMap<string, Place> = new Map(),
  reasonFor: (value: unknown) => string = (value) => whenEqual(value, tested),
): Judge {
  const pick = (value: unknown) => (test(value) ? whenTrue : whenFalse);
  /** What was read because of what was sent: the test may say otherwise about what it was read as. */
  const pickedAsSent = new WeakMap<object, Place>();
  return {
    ok: (value, scope) => pick(value)?.ok(value, scope) !== false,
    report(value, visit) {
      const meant = asMeant(value, tested, visit);
      const picked = pickedAsSent.get(value as object) ?? pick(meant);
      picked?.reportIn(value, { ...visit, reason: reasonFor(meant) || visit.reason });
    },
    ...((whenTrue?.read ?? whenFalse?.read) && {
      read(value, path, reading) {
        const place = pick(value);
        const made = place?.read?.(value, path, reading) ?? value;
        if (made !== value && pick(made) !== place) pickedAsSent.set(made as object, place!);
        return made;
      },
    }),
    ...((whenTrue?.withDefaults ?? whenFalse?.withDefaults) && {
      withDefaults: (value) => pick(value)?.withDefaults?.(value) ?? value,
    }),
  };
}

/** The values that decide, if they are nothing but values. */
function whenEqual(value: unknown, tested: ReadonlyMap<string, Place>): string {
  const parts = [...tested].map(([name, { shape }]) => {
    const item = shape.values === undefined ? undefined : child(value, name);
    return item === undefined ? "" : `${quote(name)} is ${shown(item)}`;
  });
  return parts.length > 0 && !parts.includes("") ? ` when ${parts.join(" and ")}` : "";
}

/** With the words that a test looks for, where they were written in another notation and that was reported. */
function asMeant(value: unknown, tested: ReadonlyMap<string, Place>, { sink, path }: Visit) {
  if (!isPlainObject(value)) return value;
  let meant = value;
  for (const [name, place] of tested) {
    if (!sink.hasError(below(path, name))) continue;
    const [match] = place.match?.(child(value, name), sink.meter) ?? [];
    if (match?.grounds[1] === "same") meant = { ...meant, [name]: match.value };
  }
  return meant;
}

/** `not`: what is refused, in words, and where it is reported. */
export function notConstraint(refused: Place): Judge {
  const isRefused = (value: unknown) => refused.ok(value, SCHEMA_ALONE);
  const { type, kinds, phrase, bounds } = refused.shape;
  const ofKind = type === "any" ? phraseOf(kinds) : phrase;
  const refusedPhrase = bounds === "" ? ofKind : `${phrase} of ${bounds}`;
  return {
    ok: (value) => !isRefused(value),
    report(value, visit) {
      if (!isRefused(value)) return;
      const { object } = refused.shape;
      const members = object && isPlainObject(value) ? [...object.required] : [];
      const [other] = [...(object?.members ?? [])].flatMap(([beside, { shape }]) =>
        !members.includes(beside) && shape.values && child(value, beside) !== undefined ? [beside] : [],
      );
      const when = other === undefined ? "" : ` when ${quote(other)} is ${shown(child(value, other))}`;
      // The most precise place is the member that may not be there, or not with this value.
      const only = members.length === 1 ? members[0] : undefined;
      const path = only === undefined ? visit.path : below(visit.path, only);
      const item = only === undefined ? value : child(value, only);
      const isForbidden = only !== undefined && object?.members.get(only)?.shape.values === undefined;
      const detail = () => ({
        message: isForbidden
          ? `${quote(only)} may not be here${when}.`
          : only !== undefined
            ? `${found(item)} is not allowed here${when}.`
            : members.length > 1
              ? `${members.map(quote).join(" and ")} may not be together${when}.`
              : `${found(value)} is not allowed here: it must not be ${refusedPhrase}.`,
        actual: actualOf(item),
        ...(isForbidden && { fixes: [removeNamed(only, path)] }),
      });
      fault(visit, isForbidden ? "member-forbidden" : "value-refused", detail, path);
    },
  };
}

// `oneOf` and `anyOf`: reports what is wrong with the alternative that was meant, never with all of them. It is told by
// the JSON type of the value, by a member with a `const` or `enum` of its own in each, by the value itself, or by the
// members that only one of them requires.

/** What it costs to read a text as a value of another type, as a number of comparisons. */
const READING_EFFORT = 50;
/** How many names are looked up while two words are compared. */
const LOOKED_UP_PER_UNIT = 8;

interface Selector {
  /** Undefined if that cannot be told from the value. */
  pick(value: unknown): Place | undefined;
  /** The alternative that the value names in another notation, or that alone has its members, where it names none. */
  pickMeant(value: unknown, meter: Meter): Place | undefined;
  readonly isExact: boolean;
  elsewhere(value: unknown): Visit["elsewhere"];
  explain(value: unknown, visit: Visit): void;
  /** Why some alternatives cannot be told apart, and what to write instead. */
  readonly refusal: string | undefined;
}

/** A type, or a constraint beside one. `isExclusive`: as in `oneOf`. `base`: what stands beside the union. */
export function createUnion(branches: readonly Place[], isExclusive: boolean, base: Shape) {
  const byKind = new Map<Kinds, Selector>();
  for (const name of KIND_NAMES) {
    const able = branches.filter(({ shape }) => (shape.kinds & base.kinds & KIND[name]) !== 0);
    if (able.length > 0) byKind.set(KIND[name], selectAmong(able, name));
  }
  const ofNoKind = explainNone(branches);
  const selectorFor = (value: unknown) => byKind.get(kindOf(value)) ?? ofNoKind;
  const { isExact, refusal } = soundnessOf([...byKind.values()]);
  const kinds = branches.reduce((all, { shape }) => all | shape.kinds, NO_KIND) & base.kinds;
  const phrase = joinOr(branches.map(({ shape }) => shape.phrase));
  const named = branches.filter(({ shape }) => shape.type !== "null");
  const only = named.length === 1 ? named[0]!.shape : undefined;
  const texts = branches.filter(({ shape }) => (shape.kinds & KIND.string) !== 0);
  const others = branches.filter((branch) => !texts.includes(branch));
  const readers = branches.filter(({ read }) => read !== undefined);
  const plain = others.filter(({ read, shape }) => read === undefined && shape.type !== "any");
  const areWords = texts.every(({ shape }) => shape.type === "choice");

  const isOtherText = (value: unknown): value is string =>
    typeof value === "string" && areWords && !texts.some((branch) => branch.ok(value, SCHEMA_ALONE));

  /** A second one is looked for only where only one may fit. */
  const passing = (value: unknown): Place[] =>
    sharingNames(value, () => {
      const found: Place[] = [];
      for (let index = 0; index < branches.length && found.length < (isExclusive ? 2 : 1); index++)
        if (branches[index]!.ok(value, SCHEMA_ALONE)) found.push(branches[index]!);
      return found;
    });

  function decide(value: unknown, meant = selectorFor(value).pick(value)): Place | undefined {
    if (isExact || (!isExclusive && meant?.ok(value, SCHEMA_ALONE))) return meant;
    const [first, second] = passing(value);
    return second === undefined ? (first ?? meant) : undefined;
  }

  const type: TypeJudge = {
    shape: shapeOf(only?.type ?? "any", kinds, phrase, {
      alternatives: branches,
      bounds: only?.bounds ?? "",
      items: only?.items,
      maxLength: only?.maxLength,
    }),
    placeholder() {
      const shape = (named[0] ?? branches[0])?.placeholder();
      // A placeholder must fail, and null may be one of the alternatives.
      return type.ok(shape, SCHEMA_ALONE) ? undefined : shape;
    },
    suits: (value, meter) => suited(branches, value, meter) !== undefined,
    ok: (value, scope) => decide(value)?.ok(value, scope) === true,
    report(value, visit) {
      // A text that is like none of the words was perhaps meant for an alternative of another type.
      const { meter } = visit.sink;
      const reader =
        isOtherText(value) && meter.spend(READING_EFFORT) ? suited(others, value, meter) : undefined;
      if (reader && !texts.some((branch) => branch.match?.(value, meter).length !== 0))
        return reader.reportIn(value, visit);
      const chosen = selectorFor(value);
      const decisive = decide(value, chosen.pick(value));
      if (decisive !== undefined)
        return decisive.reportIn(value, { ...visit, elsewhere: chosen.elsewhere(value) });
      const several = isExact ? undefined : passing(value);
      if (several !== undefined && several.length > 1)
        return fault(visit, "alternatives-mixed", () => ({
          message: `This fits more than one of ${count(branches.length, "alternative")}, and only one may fit: ${several.map(({ shape }) => describeShape(shape)).join(" and ")}.`,
          actual: actualOf(value),
        }));
      if ((kinds & kindOf(value)) === 0) {
        // A value of another type was perhaps meant for one of the alternatives.
        const other = only ? named[0] : suited(branches, value, meter);
        return other ? other.reportIn(value, visit) : reportMismatch(type, value, visit);
      }
      chosen.explain(value, visit);
      // What names its alternative in another notation is judged by it as well.
      const meant = chosen.pickMeant(value, meter);
      if (meant === undefined) visit.sink.nameUnchecked(value, visit.path);
      else meant.reportIn(value, { ...visit, isRepeat: true });
    },
    ...(readers.length > 0 && {
      read(value, path, reading) {
        const { meter } = reading;
        // JSON that was sent as text belongs to the alternative that it would belong to by itself.
        const meant = isOtherText(value) ? (lookIntoText(value, meter) ?? value) : value;
        const chosen = selectorFor(meant);
        const branch =
          chosen.pick(meant) ??
          chosen.pickMeant(meant, meter) ??
          suited(plain, meant, meter) ??
          suited(readers, meant, meter);
        return branch?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(branches.some((branch) => branch.withDefaults) && {
      withDefaults: (value) => decide(value)?.withDefaults?.(value) ?? value,
    }),
  };
  return { type, refusal };

  function selectAmong(able: readonly Place[], kind: KindName): Selector {
    const [first, second] = able;
    if (second === undefined) return explainNone(able, { pick: () => first, isExact: true });
    const selection =
      kind === "object" ? (selectByMember(able) ?? selectByPresence(able)) : selectByValue(able);
    if (selection !== undefined) return selection;
    const [one, other] = [first, second].map((branch) => branches.indexOf(branch!) + 1);
    const advice = ADVICE[kind] ?? `${kind}; leave it in one of them`;
    return explainNone(able, { refusal: `alternatives ${one} and ${other} both accept ${advice}` });
  }

  /** By a member that has other values in each alternative. */
  function selectByMember(able: readonly Place[]): Selector | undefined {
    const names = [...(able[0]!.shape.object?.members.keys() ?? [])];
    // The one that leaves the fewest alternatives to choose from; of several, the first.
    const [best] = names
      .flatMap((member) => decisionBy(member, able, base) ?? [])
      .sort((one, other) => one.size - other.size);
    if (best === undefined) return undefined;
    const { name, groups, without, values } = best;
    const byValue = createValueMap<Selector>();
    for (const value of values) byValue.set(value, selectAmong(groups.get(value)!, "object"));
    const absent = without.length > 0 ? selectAmong(without, "object") : undefined;
    const choice = createPlace(choiceType(values));
    const owners = ownersOfMembers(able);
    /** The alternative whose members are here, if there are none of another. One that is null says nothing. */
    const ownerOf = (value: unknown, meter: Meter): Place | undefined =>
      meter.recall(owners, value, () => {
        let only: Place | undefined;
        let looked = 0;
        // Not by lists of what is there, which can be thousands of members.
        for (const key in value as object) {
          looked++;
          const owner = owners.get(key);
          if (owner === undefined || owner === only || child(value, key) === null) continue;
          if (only !== undefined) return undefined;
          only = owner;
        }
        meter.charge(looked / LOOKED_UP_PER_UNIT);
        return only;
      });
    /** What the decisive member must say for the members that are here, if only one thing can be said. */
    const onlyFor = (owner: Place | undefined): Json | undefined => {
      const said = owner?.shape.object?.members.get(name)?.shape.values ?? [];
      return said.length === 1 ? said[0] : undefined;
    };
    /** Who selects among those that go with what the member says. */
    const selectorOf = (value: unknown) => {
      const item = child(value, name);
      return item === undefined ? absent : byValue.get(item);
    };
    return {
      ...soundnessOf(absent ? [...byValue.values(), absent] : byValue.values()),
      pick: (value) => selectorOf(value)?.pick(value),
      pickMeant(value, meter) {
        const inner = selectorOf(value);
        const item = child(value, name);
        if (inner !== undefined) return inner.pickMeant(value, meter);
        if (item === undefined) return ownerOf(value, meter);
        const [meant] = choice.match?.(item, meter) ?? [];
        return meant?.grounds[1] === "open" ? undefined : byValue.get(meant?.value)?.pick(value);
      },
      elsewhere: (value) => ({
        has: (key) => able.some(({ shape }) => shape.object?.members.has(key)),
        instead(meter) {
          const owner = ownerOf(value, meter);
          const only = onlyFor(owner);
          const required = [...(owner?.shape.object?.required ?? [])];
          const isWhole = required.every((key) => child(value, key) !== undefined);
          const isOther = only !== undefined && only !== null && !equalJson(only, child(value, name));
          return isWhole && isOther ? { name, value: only } : undefined;
        },
      }),
      explain(value, visit) {
        const inner = selectorOf(value);
        if (inner !== undefined) return inner.explain(value, visit);
        const item = child(value, name);
        const at = below(visit.path, name);
        if (item !== undefined) return choice.report(item, at, visit);
        const { phrase } = choice.shape;
        const missing = (path: Path) => {
          const only = onlyFor(ownerOf(value, visit.sink.meter));
          const edit = { kind: "add", path, value: only } as const;
          const added = fix(`Add ${quote(name)}: ${shown(only)}`, ["derived", "open"], edit);
          return {
            message: `${quote(name)} is required but missing; add ${phrase}.`,
            expected: phrase,
            fixes: only === undefined ? fillIn(name, path, choice.placeholder()) : [added],
          };
        };
        fault(visit, "member-missing", missing, at);
      },
    };
  }

  /** By the members that only one alternative requires. Others may pass as well, so all are asked in the end. */
  function selectByPresence(able: readonly Place[]): Selector | undefined {
    const owners = ownersOfMembers(able);
    const marks = new Map<string, Place>();
    const unmarked: Place[] = [];
    for (const branch of able) {
      const own = [...(branch.shape.object?.required ?? [])].filter(
        (name) => owners.get(name) === branch && base.object?.required.has(name) !== true,
      );
      for (const name of own) marks.set(name, branch);
      if (own.length === 0) unmarked.push(branch);
    }
    if (unmarked.length > 1) return undefined;
    const [fallback] = unmarked;
    const names = [...marks.keys()];
    return explainNone(able, {
      pick(value) {
        const counts = new Map<Place, number>();
        for (const [name, branch] of marks)
          if (child(value, name) !== undefined) counts.set(branch, (counts.get(branch) ?? 0) + 1);
        let best = fallback;
        for (const [branch, number] of counts)
          if (best === fallback || number > counts.get(best!)!) best = branch;
        return best;
      },
      explain(_, visit) {
        fault(visit, "alternative-missing", (path) => ({
          message: `One of ${listOf(names)} is required; add the one that you need.`,
          expected: names.slice(0, 12),
          fixes: names.slice(0, 3).flatMap((name) => {
            const member = marks.get(name)?.shape.object?.members.get(name);
            return fillIn(name, below(path, name), member?.placeholder());
          }),
        }));
      },
    });
  }

  /** By the value itself: a few values in each alternative, and at most one that leaves it open. */
  function selectByValue(able: readonly Place[]): Selector | undefined {
    const [open, another] = able.filter(({ shape }) => shape.values === undefined);
    if (another !== undefined) return undefined;
    const owners = createValueMap<Place>();
    const values: Json[] = [];
    let refusal: string | undefined;
    for (const branch of able) {
      for (const value of branch.shape.values ?? []) {
        const earlier = owners.get(value);
        if (isExclusive && (earlier !== undefined || open?.ok(value, SCHEMA_ALONE)))
          refusal ??= `${JSON.stringify(value)} passes more than one alternative, so "oneOf" refuses it; use "anyOf", or leave it in one of them`;
        if (earlier !== undefined) continue;
        owners.set(value, branch);
        values.push(value);
      }
    }
    return explainNone(able, {
      isExact: refusal === undefined,
      pick: (value) => owners.get(value) ?? open,
      explain: choiceType(values).report,
      refusal,
    });
  }
}

const ADVICE: Readonly<Partial<Record<KindName, string>>> = {
  object: `objects, and nothing tells them apart; give each a required member, such as "type", with its own "const"`,
  array: `arrays; write one array whose "items" have the alternatives`,
  string: `strings; write one "enum", or one "pattern" that covers both`,
  number: `numbers; write one "enum", or one range of numbers`,
};

/** Where alternatives cannot be told apart, all that can be said is that none fits; `known` is what can be said beyond that. */
function explainNone(branches: readonly Place[], known: Partial<Selector> = {}): Selector {
  return {
    pick: () => undefined,
    pickMeant: () => undefined,
    isExact: false,
    elsewhere: () => undefined,
    explain: (value, visit) =>
      fault(visit, "value-refused", () => ({
        message: `${found(value)} fits none of ${count(branches.length, "alternative")}: use ${joinOr(branches.map(({ shape }) => shape.phrase))}.`,
        actual: actualOf(value),
      })),
    refusal: undefined,
    ...known,
  };
}

function soundnessOf(all: readonly Selector[]): Pick<Selector, "isExact" | "refusal"> {
  return {
    isExact: all.every(({ isExact }) => isExact),
    refusal: all.find(({ refusal }) => refusal !== undefined)?.refusal,
  };
}

/** What a member's values tell, if they tell alternatives apart. `without`: those that may lack it. */
function decisionBy(name: string, branches: readonly Place[], base: Shape) {
  const groups = createValueMap<Place[]>();
  const without: Place[] = [];
  const values: Json[] = [];
  for (const branch of branches) {
    const { object } = branch.shape;
    const member = object?.members.get(name);
    const isClosed = object?.others === "none" || object?.others === "patterned";
    // An alternative that allows any value there could pass as well as another one.
    if (member?.shape.values === undefined && (member !== undefined || !isClosed)) return undefined;
    for (const value of member?.shape.values ?? []) {
      const group = groups.get(value) ?? [];
      if (group.length === 0) {
        groups.set(value, group);
        values.push(value);
      }
      if (!group.includes(branch)) group.push(branch);
    }
    const isThere = object?.required.has(name) === true || base.object?.required.has(name) === true;
    if (member === undefined || !isThere) without.push(branch);
  }
  const size = Math.max(without.length, ...groups.values().map((group) => group.length));
  return size < branches.length ? { name, groups, without, values, size } : undefined;
}

function ownersOfMembers(branches: readonly Place[]): ReadonlyMap<string, Place> {
  const owners = new Map<string, Place | undefined>();
  for (const branch of branches)
    for (const [name, member] of branch.shape.object?.members ?? [])
      if (member.shape.kinds !== NO_KIND) owners.set(name, owners.has(name) ? undefined : branch);
  return new Map([...owners].filter((entry): entry is [string, Place] => entry[1] !== undefined));
}

/** The first alternative that a value could be meant for, if there is enough left to ask each. */
function suited(branches: readonly Place[], value: unknown, meter: Meter): Place | undefined {
  return meter.spend(branches.length >> 1)
    ? branches.find((branch) => branch.suits(value, meter))
    : undefined;
}
