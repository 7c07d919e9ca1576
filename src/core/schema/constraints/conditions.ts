/** `if`/`then`/`else`, `dependentRequired`, `dependentSchemas` and `not`. */
import { removeNamed } from "../../findings/finding.ts";
import { below, child, isPlainObject } from "../../json/pointer.ts";
import { actualOf, found, quote, shown } from "../../unicode/describe.ts";
import { fault, type Judge, type Place, phraseOf, SCHEMA_ALONE, type Shape, type Visit } from "../place.ts";

/** `tested`: the members that the test looks at. */
export function conditionConstraint(
  test: (value: unknown) => boolean,
  whenTrue: Place | undefined,
  whenFalse: Place | undefined,
  tested: ReadonlyMap<string, Place> = new Map(),
  reasonFor: (value: unknown) => string = (value) => whenEqual(value, tested),
): Judge {
  const pick = (value: unknown) => (test(value) ? whenTrue : whenFalse);
  return {
    ok: (value, scope) => pick(value)?.ok(value, scope) !== false,
    report(value, visit) {
      const meant = asMeant(value, tested, visit);
      pick(meant)?.reportIn(value, { ...visit, reason: reasonFor(meant) || visit.reason });
    },
    ...((whenTrue?.read ?? whenFalse?.read) && {
      read: (value, path, reading) => pick(value)?.read?.(value, path, reading) ?? value,
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
              : `${found(value)} is not allowed here: ${whyRefused(refused.shape)}.`,
        actual: actualOf(item),
        ...(isForbidden && { fixes: [removeNamed(only, path)] }),
      });
      fault(visit, isForbidden ? "member-forbidden" : "value-refused", detail, path);
    },
  };
}

function whyRefused(refused: Shape): string {
  if (refused.bounds) return `it must not be ${refused.phrase} of ${refused.bounds}`;
  return `it must not be ${refused.type === "any" ? phraseOf(refused.kinds) : refused.phrase}`;
}
