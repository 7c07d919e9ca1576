/** The verdict on a candidate of `datagen` / `generator-option` 1.2.0, rule by rule, as the contract states it. */
import {
  hasControl,
  hasControlInProse,
  hasInvisible,
  hasInvisibleOutOfPlace,
  hasLoneSurrogate,
  idWithoutCase,
  lengthOf,
  normalizeProse,
  trim,
} from "./text.ts";
import { isObject, VALUE_TYPES } from "./values.ts";

export interface Finding {
  /** Only where the contract fixes the code. */
  code?: "placeholder-left";
  pointer: string;
  severity: "error" | "warning";
  /** For people who read a difference. */
  reason: string;
}

export interface Verdict {
  valid: boolean;
  findings: Finding[];
  /**
   * Whether some member of the candidate, its owner, a field or a record has a name that does not belong there.
   * Such a name may be read as another one, so only the verdict can be compared.
   */
  hasUnknownNames: boolean;
  /** Places of which the contract does not say what is reported there. Each stands for itself and all below. */
  undecided: string[];
  /** Like `undecided`, but the place itself is decided. */
  undecidedBelow: string[];
}

export interface RegistryEntry {
  id: string;
  name: string;
}

type Path = readonly (string | number)[];

const REQUIRED_MEMBERS = [
  "owner",
  "generatorId",
  "generatorName",
  "description",
  "outputFields",
  "supportedStrategies",
  "sampleRecords",
];
const OPTIONAL_MEMBERS = ["rationaleNotes"];
const OWNER_KINDS = ["human"];
const STRATEGIES = ["fast", "realistic"];
const GENERATOR_ID = /^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$/;
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const MAX_FIELDS = 64;
const MAX_RECORDS = 100;
/** The candidate itself is level 1. */
const MAX_LEVELS = 64;

export function judge(sent: unknown, registryEntries: readonly RegistryEntry[]): Verdict {
  const verdict: Verdict = {
    valid: false,
    findings: [],
    hasUnknownNames: false,
    undecided: [],
    undecidedBelow: [],
  };
  new Judge(verdict, registryEntries).judgeCandidate(readSent(sent));
  verdict.valid = !verdict.findings.some(({ severity }) => severity === "error");
  return verdict;
}

/** An object or a list as JSON text is taken for what it says. */
export function readSent(sent: unknown): unknown {
  if (typeof sent !== "string" || !/^\s*[{[]/.test(sent)) return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

export function pointerOf(path: Path): string {
  return path.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

class Judge {
  readonly #verdict: Verdict;
  readonly #registryEntries: readonly RegistryEntry[];

  constructor(verdict: Verdict, registryEntries: readonly RegistryEntry[]) {
    this.#verdict = verdict;
    this.#registryEntries = registryEntries;
  }

  judgeCandidate(candidate: unknown): void {
    if (!this.#isObjectAt([], candidate)) return;
    this.#members([], candidate, REQUIRED_MEMBERS, OPTIONAL_MEMBERS);
    const judgeMember = (name: string, rule: (path: Path, value: unknown) => void) => {
      if (Object.hasOwn(candidate, name)) rule([name], candidate[name]);
    };
    judgeMember("owner", (path, value) => this.#owner(path, value));
    judgeMember("generatorId", (path, value) => this.#generatorId(path, value));
    judgeMember("generatorName", (path, value) => this.#generatorName(path, value));
    judgeMember("description", (path, value) => this.#description(path, value));
    judgeMember("outputFields", (path, value) => this.#outputFields(path, value));
    judgeMember("supportedStrategies", (path, value) => this.#strategies(path, value));
    judgeMember("sampleRecords", (path, value) => this.#records(path, value, candidate.outputFields));
    if (Object.hasOwn(candidate, "rationaleNotes")) this.#rationale(candidate.rationaleNotes);
    else this.#warning(["rationaleNotes"], "no rationale");
  }

  // The members of a candidate

  #owner(path: Path, owner: unknown): void {
    if (!this.#isObjectAt(path, owner)) return;
    this.#members(path, owner, ["kind", "id"], []);
    if (Object.hasOwn(owner, "kind")) this.#word([...path, "kind"], owner.kind, OWNER_KINDS);
    if (Object.hasOwn(owner, "id")) this.#ownerId([...path, "id"], owner.id);
  }

  #ownerId(path: Path, id: unknown): void {
    if (!this.#isSoundText(path, id)) return;
    if (trim(id) !== id) this.#error(path, "white space at the ends");
    this.#length(path, id, 1, 128);
    this.#idCharacters(path, id);
  }

  #generatorId(path: Path, id: unknown): void {
    if (!this.#isSoundText(path, id)) return;
    this.#length(path, id, 2, 64);
    this.#idCharacters(path, id);
    if (!GENERATOR_ID.test(id)) this.#error(path, "not of the form of an id");
    if (takenIds(this.#registryEntries).has(idWithoutCase(id))) this.#error(path, "taken");
  }

  #generatorName(path: Path, name: unknown): void {
    if (!this.#isSoundText(path, name)) return;
    const normalized = normalizeProse(name);
    this.#length(path, normalized, 1, 80);
    if (hasControl(normalized)) this.#error(path, "control character");
    if (hasInvisibleOutOfPlace(normalized)) this.#error(path, "invisible character");
  }

  #description(path: Path, description: unknown): void {
    if (!this.#isSoundText(path, description)) return;
    this.#prose(path, description, 1, 2000);
    if (lengthOf(normalizeProse(description)) < 20) this.#warning(path, "says little");
  }

  #rationale(notes: unknown): void {
    const path = ["rationaleNotes"];
    if (!this.#isSoundText(path, notes)) return;
    this.#prose(path, notes, 0, 4000);
    if (normalizeProse(notes) === "") this.#warning(path, "no rationale");
  }

  #outputFields(path: Path, fields: unknown): void {
    if (!this.#isListAt(path, fields)) return;
    this.#count(path, fields, 1, MAX_FIELDS);
    for (const [index, field] of fields.entries()) this.#outputField([...path, index], field);
    const seen = new Set<string>();
    for (const [index, field] of fields.entries()) {
      const name = nameOfField(field);
      if (name === undefined) continue;
      if (seen.has(name)) this.#error([...path, index, "name"], "repeated");
      seen.add(name);
    }
  }

  #outputField(path: Path, field: unknown): void {
    if (!this.#isObjectAt(path, field)) return;
    this.#members(path, field, ["name", "type", "description"], []);
    if (Object.hasOwn(field, "name")) this.#fieldName([...path, "name"], field.name);
    if (Object.hasOwn(field, "type")) this.#word([...path, "type"], field.type, [...VALUE_TYPES.keys()]);
    if (Object.hasOwn(field, "description")) {
      const place = [...path, "description"];
      if (this.#isSoundText(place, field.description)) this.#prose(place, field.description, 1, 500);
    }
  }

  #fieldName(path: Path, name: unknown): void {
    if (!this.#isSoundText(path, name)) return;
    this.#idCharacters(path, name);
    if (!FIELD_NAME.test(name)) this.#error(path, "not of the form of a field name");
  }

  #strategies(path: Path, strategies: unknown): void {
    if (!this.#isListAt(path, strategies)) return;
    this.#count(path, strategies, 1, Number.POSITIVE_INFINITY);
    for (const [index, strategy] of strategies.entries()) {
      this.#word([...path, index], strategy, STRATEGIES);
      if (strategies.indexOf(strategy) < index) this.#warning([...path, index], "repeated");
    }
  }

  #records(path: Path, records: unknown, fields: unknown): void {
    if (!this.#isListAt(path, records)) return;
    this.#count(path, records, 1, MAX_RECORDS);
    const declared = declaredFields(fields);
    for (const [index, record] of records.entries()) {
      const place = [...path, index];
      // What a record must hold is not known while some field has no name.
      if (!declared.complete) this.#verdict.undecidedBelow.push(pointerOf(place));
      this.#record(place, record, declared.types);
    }
  }

  #record(path: Path, record: unknown, types: ReadonlyMap<string, FieldType>): void {
    if (!this.#isObjectAt(path, record)) return;
    this.#members(path, record, [...types.keys()], []);
    for (const name of types.keys()) {
      // Which member a record lacks is not clear while the field's own name is wrong.
      if (!Object.hasOwn(record, name) && (name === "TODO" || !FIELD_NAME.test(name)))
        this.#verdict.undecided.push(pointerOf([...path, name]));
    }
    for (const [name, value] of Object.entries(record)) {
      const type = types.get(name);
      if (type !== undefined) this.#sampleValue([...path, name], name, value, type);
    }
  }

  #sampleValue(path: Path, name: string, value: unknown, type: FieldType): void {
    if (hasLoneSurrogate(name)) {
      this.#error(path, "half a character in the name");
      this.#verdict.undecidedBelow.push(pointerOf(path));
    }
    // A wrong type is one error, at the type. What else its values are is not said.
    if (type === "unclear") this.#verdict.undecided.push(pointerOf(path));
    else if (!VALUE_TYPES.get(type)!(value)) this.#wrongType(path, `not of type ${type}`);
    else this.#anyValue(path, value);
  }

  /** What holds for every JSON value, however deep. */
  #anyValue(path: Path, value: unknown): void {
    if (typeof value === "string" && hasLoneSurrogate(value)) this.#error(path, "half a character");
    if (typeof value === "number" && !Number.isFinite(value)) this.#error(path, "number beyond all bounds");
    if (typeof value !== "object" || value === null) return;
    if (path.length + 1 > MAX_LEVELS) {
      this.#error(path, "nested too deep");
      this.#verdict.undecidedBelow.push(pointerOf(path));
      return;
    }
    for (const [name, item] of Object.entries(value)) {
      const place = [...path, name];
      if (hasLoneSurrogate(name)) this.#error(place, "half a character in the name");
      this.#anyValue(place, item);
    }
  }

  // What several members have in common

  #members(path: Path, object: object, required: readonly string[], optional: readonly string[]): void {
    for (const name of required) if (!Object.hasOwn(object, name)) this.#error([...path, name], "missing");
    for (const name of Object.keys(object)) {
      if (required.includes(name) || optional.includes(name)) continue;
      this.#error([...path, name], "unknown member");
      this.#verdict.hasUnknownNames = true;
    }
  }

  #word(path: Path, value: unknown, words: readonly string[]): void {
    if (typeof value !== "string") this.#wrongType(path, "not a text");
    else if (!words.includes(value)) this.#error(path, "not one of the words");
  }

  #prose(path: Path, text: string, min: number, max: number): void {
    const normalized = normalizeProse(text);
    this.#length(path, normalized, min, max);
    if (hasControlInProse(normalized)) this.#warning(path, "control character");
    if (hasInvisibleOutOfPlace(normalized)) this.#warning(path, "invisible character");
  }

  #idCharacters(path: Path, id: string): void {
    if (hasControl(id)) this.#error(path, "control character");
    if (hasInvisible(id)) this.#error(path, "invisible character");
  }

  #length(path: Path, text: string, min: number, max: number): void {
    const length = lengthOf(text);
    if (length < min) this.#error(path, "too short");
    if (length > max) this.#error(path, "too long");
  }

  #count(path: Path, list: readonly unknown[], min: number, max: number): void {
    if (list.length < min) this.#error(path, "too few");
    if (list.length > max) this.#error(path, "too many");
  }

  /** A text of whole characters in which somebody has written something. */
  #isSoundText(path: Path, value: unknown): value is string {
    if (typeof value !== "string") {
      this.#wrongType(path, "not a text");
      return false;
    }
    if (hasLoneSurrogate(value)) {
      this.#error(path, "half a character");
      return false;
    }
    if (trim(value) === "TODO") {
      this.#verdict.findings.push({
        code: "placeholder-left",
        pointer: pointerOf(path),
        severity: "error",
        reason: "placeholder left",
      });
      return false;
    }
    return true;
  }

  #isObjectAt(path: Path, value: unknown): value is Record<string, unknown> {
    if (isObject(value)) return true;
    this.#wrongType(path, "not an object");
    return false;
  }

  #isListAt(path: Path, value: unknown): value is unknown[] {
    if (Array.isArray(value)) return true;
    this.#wrongType(path, "not a list");
    return false;
  }

  /** A value of a wrong type may be read as what was meant, so what is reported inside it is left open. */
  #wrongType(path: Path, reason: string): void {
    this.#error(path, reason);
    this.#verdict.undecidedBelow.push(pointerOf(path));
  }

  #error(path: Path, reason: string): void {
    this.#verdict.findings.push({ pointer: pointerOf(path), severity: "error", reason });
  }

  #warning(path: Path, reason: string): void {
    this.#verdict.findings.push({ pointer: pointerOf(path), severity: "warning", reason });
  }
}

const takenIdsOf = new WeakMap<readonly RegistryEntry[], Set<string>>();

/** Remembered, because a registry is asked about many candidates. */
function takenIds(entries: readonly RegistryEntry[]): Set<string> {
  const known = takenIdsOf.get(entries);
  if (known) return known;
  const taken = new Set(entries.map(({ id }) => idWithoutCase(id)));
  takenIdsOf.set(entries, taken);
  return taken;
}

/** A known type, or `unclear` where the declaration itself is wrong or there are two that differ. */
type FieldType = string;

/** What the output fields declare, and whether each of them has a name. */
function declaredFields(fields: unknown): { types: Map<string, FieldType>; complete: boolean } {
  const types = new Map<string, FieldType>();
  if (!Array.isArray(fields)) return { types, complete: false };
  let complete = true;
  for (const field of fields) {
    const name = nameOfField(field);
    if (name === undefined) {
      complete = false;
      continue;
    }
    const given = typeOfField(field);
    const type = given !== undefined && VALUE_TYPES.has(given) ? given : "unclear";
    types.set(name, types.has(name) && types.get(name) !== type ? "unclear" : type);
  }
  return { types, complete };
}

function nameOfField(field: unknown): string | undefined {
  if (!isObject(field) || !Object.hasOwn(field, "name")) return undefined;
  return typeof field.name === "string" ? field.name : undefined;
}

function typeOfField(field: unknown): string | undefined {
  if (!isObject(field) || !Object.hasOwn(field, "type")) return undefined;
  return typeof field.type === "string" ? field.type : undefined;
}
