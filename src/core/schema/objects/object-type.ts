import type { Reading } from "../../findings/finding.ts";
import { keepNumbers } from "../../json/notes.ts";
import { below, child, isPlainObject, type Path, setOwn } from "../../json/pointer.ts";
import type { Json } from "../../types.ts";
import { rangeOf } from "../../unicode/describe.ts";
import { isFine, KIND, type Place, reportMoves, SCHEMA_ALONE, shapeOf, type TypeJudge } from "../place.ts";
import { reportMismatch } from "../types/mismatch.ts";
import type { ObjectOptions } from "./object-names.ts";
import { createNameReader } from "./object-names.ts";
import { createObjectReports } from "./object-reports.ts";

/** So many members are enough to tell whether an object could be meant. */
const MAX_EVIDENCE = 8;

export function objectType(options: ObjectOptions): TypeJudge {
  const { properties, required, others, names, defaults, minMembers, maxMembers } = options;
  const members = [...properties].map(([name, place], index) => ({
    name,
    index,
    place,
    ok: place.ok,
    okAbsent: place.okAbsent,
    required: required.has(name),
  }));
  const byName = new Map(members.map((member) => [member.name, member]));
  const requiredCount = members.filter((member) => member.required).length;
  const missed = members.filter((member) => member.required || member.place.reportAbsent !== undefined);
  const missable = members.filter((member) => !member.required && member.okAbsent !== undefined);
  const readers = members.filter((member) => member.place.read !== undefined);
  // Made for the first object whose members are wrong: a service with many packages would hold many that nothing needs.
  let madeReader: ReturnType<typeof createNameReader> | undefined;
  const nameReader = () => (madeReader ??= createNameReader(options));
  let madeReports: ReturnType<typeof createObjectReports> | undefined;
  const objectReports = () => (madeReports ??= createObjectReports(options, nameReader()));
  // Read here, since this runs for every object of a candidate.
  const { ok: okOther } = others;
  const isClosed = others.kind === "none" || others.kind === "patterned";
  const memberCount = members.length;
  const checksOthers = others.kind !== "any";
  const fills =
    defaults.size > 0 || others.fills || members.some(({ place }) => place.withDefaults !== undefined);

  const type: TypeJudge = {
    shape: shapeOf("object", KIND.object, "an object", {
      bounds: rangeOf(minMembers, maxMembers, "member"),
      object: {
        members: properties,
        required,
        others: others.kind,
        entry: others.entry,
        rest: others.rest,
        minMembers,
        names,
        knows: (name, meter) => properties.has(name) || nameReader().knows(name, meter),
        maxMembers: maxMembers === Number.POSITIVE_INFINITY ? undefined : maxMembers,
      },
    }),
    placeholder() {
      const shape: Record<string, Json> = {};
      for (const { name, place, required } of members) {
        const value = required ? (place.shape.onlyValue ?? place.placeholder()) : undefined;
        if (value !== undefined) setOwn(shape, name, value);
      }
      return shape;
    },
    suits(value, meter) {
      if (!isPlainObject(value)) return false;
      const keys = Object.keys(value).slice(0, MAX_EVIDENCE);
      // An empty object is evidence of nothing.
      if (keys.length === 0) return false;
      if (!isClosed) return true;
      return keys.some((key) => properties.has(key)) || nameReader().pair(value, keys, meter) !== undefined;
    },
    ok(value, scope) {
      if (!isPlainObject(value)) return false;
      // Only what is there is walked: a package can declare many more members than a candidate has.
      let total = 0;
      let missing = requiredCount;
      let next = 0;
      if (memberCount === 0) {
        for (const key in value) {
          total++;
          if (checksOthers && !okOther(key, value[key], scope)) return false;
        }
      } else {
        for (const key in value) {
          total++;
          const item = value[key];
          // Most members come in the order in which they are declared, and need not be looked up.
          const isNext = next < memberCount && members[next]!.name === key;
          const member = isNext ? members[next] : byName.get(key);
          if (member === undefined) {
            if (checksOthers && !okOther(key, item, scope)) return false;
          } else {
            if (item === undefined || !member.ok(item, scope)) return false;
            if (member.required) missing--;
            next = member.index + 1;
          }
        }
      }
      if (missing > 0 || total < minMembers || total > maxMembers) return false;
      for (const member of missable)
        if (child(value, member.name) === undefined && !member.okAbsent!(scope)) return false;
      return names.length === 0 || hasGoodNames(value);
    },
    report(value, visit) {
      if (!isPlainObject(value)) {
        reportMismatch(type, "object", value, visit, nameReader().guessObject);
        return;
      }
      const { sink, path } = visit;
      reportMoves(visit);
      const keys = Object.keys(value);
      sink.meter.charge(keys.length >> 2);
      for (const key of keys) {
        const property = properties.get(key);
        const item = value[key];
        if (property === undefined) {
          const wanted = others.placesFor(key);
          if (wanted === undefined) objectReports().unknown(key, value, visit);
          else if (wanted.length > 0) others.report(wanted, item, below(path, key), visit);
        } else if (item === null && !required.has(key) && !property.ok(null, SCHEMA_ALONE))
          objectReports().nullMember(key, property, visit);
        else if (!isFine(property, item, sink)) property.report(item, below(path, key), visit);
        if (names.length > 0) objectReports().name(key, value, visit);
      }
      for (const { name, place, required } of missed) {
        if (Object.hasOwn(value, name)) continue;
        if (required) objectReports().missing(name, place, visit);
        else place.reportAbsent?.(below(path, name), visit);
      }
      if (keys.length < minMembers || keys.length > maxMembers) objectReports().count(keys.length, visit);
    },
    read(value, path, reading) {
      const object = isPlainObject(value) ? value : nameReader().readAsObject(value, path, reading);
      if (object === undefined) return value;
      const settled = isClosed || names.length > 0 ? nameReader().settle(object, path, reading) : undefined;
      if (readers.length === 0 && !others.reads) return settled ?? object;
      return readMembers(object, settled, path, reading) ?? object;
    },
    ...(fills && { withDefaults: fill }),
  };

  function readMembers(
    object: Record<string, unknown>,
    settled: Record<string, unknown> | undefined,
    path: Path,
    reading: Reading,
  ): Record<string, unknown> | undefined {
    let copy = settled;
    const put = (name: string, item: unknown, read: NonNullable<Place["read"]>) => {
      const meant = read(item, below(path, name), reading);
      if (meant === item) return;
      copy ??= keepNumbers(object, { ...object });
      setOwn(copy, name, meant);
    };
    for (const { name, place } of readers) {
      const item = child(copy ?? object, name);
      if (item !== undefined) put(name, item, place.read!);
    }
    if (others.reads) {
      for (const key of Object.keys(object)) {
        if (properties.has(key)) continue;
        const reader = others.placesFor(key)?.find((wanted) => wanted.read !== undefined);
        if (reader) put(key, object[key], reader.read!);
      }
    }
    return copy;
  }

  function fill(value: unknown): unknown {
    if (!isPlainObject(value)) return value;
    const filled: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const wanted = properties.get(key) ?? others.placesFor(key)?.find((other) => other.withDefaults);
      setOwn(filled, key, wanted?.withDefaults?.(value[key]) ?? value[key]);
    }
    for (const [name, given] of defaults) {
      if (!Object.hasOwn(filled, name))
        setOwn(filled, name, properties.get(name)?.withDefaults?.(given) ?? given);
    }
    return filled;
  }

  function hasGoodNames(value: Record<string, unknown>): boolean {
    return Object.keys(value).every((key) => names.every((name) => name.ok(key, SCHEMA_ALONE)));
  }

  return type;
}
