/** The fields that a candidate declares for its records. */
import { child, type Path } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { CheckSink } from "../definition.ts";
import type { WordList } from "../params.ts";

export interface Field {
  readonly name: string;
  /** The types that its values may have: several if the name is declared twice. Empty if no type is known. */
  readonly types: ValueType[];
  /** Its position in the list of fields. */
  readonly index: number;
  /** Whether the name itself has an error, so that records may rightly use another one. */
  readonly isDoubtful: boolean;
}

export interface DeclaredFields {
  readonly fields: ReadonlyMap<string, Field>;
  /** How many fields have no name. */
  readonly nameless: number;
}

export interface FieldMembers {
  /** The member of a field that contains its name. */
  readonly name: string;
  /** The member of a field that contains its type. */
  readonly type: string;
}

export type TypeReader = (type: unknown, meter: Meter) => ValueType | undefined;

export function readFields(
  list: readonly unknown[],
  listPath: Path,
  members: FieldMembers,
  meantType: TypeReader,
  sink: CheckSink,
): DeclaredFields {
  const fields = new Map<string, Field>();
  let nameless = 0;
  for (let index = 0; index < list.length; index++) {
    const name = child(list[index], members.name);
    const type = meantType(child(list[index], members.type), sink.meter);
    if (typeof name !== "string") {
      nameless++;
      continue;
    }
    const earlier = fields.get(name);
    if (earlier) {
      if (type === undefined) earlier.types.length = 0;
      else if (earlier.types.length > 0) earlier.types.push(type);
      continue;
    }
    const isDoubtful = !name.isWellFormed() || sink.hasError([...listPath, index, members.name]);
    fields.set(name, { name, types: type === undefined ? [] : [type], index, isDoubtful });
  }
  return { fields, nameless };
}

/**
 * The type that was meant: as written, in other case, by an alias of the package or with one typing error. Values are
 * not judged by a wilder guess, which could find fault with all of them.
 */
export function createTypeReader(list: WordList): TypeReader {
  const exact = new Set<unknown>(list.values);
  return (type, meter) => {
    if (exact.has(type)) return type as ValueType;
    const [match, other] = typeof type === "string" ? list.matcher.match(type, meter) : [];
    return match !== undefined && other === undefined && match.grounds[0] !== "likeness"
      ? (match.value as ValueType)
      : undefined;
  };
}
