/** Adds parsed registry entries to the index, and collects where and why an entry is refused. */
import { escapeToken, isPlainObject } from "../../core/json/pointer.ts";
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, readKeyedEntry } from "../../core/registry/entries.ts";
import type { RegistryBuilder } from "../../core/registry/registry.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

/** Enough to tell a registry that is wrong throughout from one with a few bad entries. */
const MAX_REASONS = 20;

interface Reason {
  at: string;
  code: string;
  message: string;
}

interface RegistryEntries {
  /** Returns a problem when reading any further is pointless. */
  add(values: readonly unknown[]): UpstreamProblem | undefined;
  finish(): UpstreamProblem | undefined;
}

/** `key` is given for registries that a spec package declares; several of their entries may have the same key. */
export function checkRegistryEntries(
  member: string,
  maxEntries: number,
  builder: Pick<RegistryBuilder, "add">,
  key?: string,
): RegistryEntries {
  const reasons: { pointer: string; code: string; message: string }[] = [];
  let count = 0;

  const refuse = (value: unknown): Reason | undefined => {
    if (key !== undefined) {
      const entry = readKeyedEntry(value, key);
      if (entry !== undefined) {
        builder.add(entry);
        return undefined;
      }
      const message = `an entry must have a text of 1 to ${MAX_ID_LENGTH} characters or a number in the member that is looked up`;
      return { at: isPlainObject(value) ? `/${escapeToken(key)}` : "", code: "entry-key", message };
    }
    if (!isPlainObject(value)) {
      return { at: "", code: "entry-type", message: "an entry must be an object with id and name" };
    }
    const { id, name } = value;
    if (typeof id !== "string" || id === "" || id.length > MAX_ID_LENGTH || !id.isWellFormed()) {
      return {
        at: "/id",
        code: "entry-id",
        message: `id must be a string of 1 to ${MAX_ID_LENGTH} characters`,
      };
    }
    if (typeof name !== "string" || name.length > MAX_NAME_LENGTH || !name.isWellFormed()) {
      return {
        at: "/name",
        code: "entry-name",
        message: `name must be a string of at most ${MAX_NAME_LENGTH} characters`,
      };
    }
    if (builder.add({ id, name })) return undefined;
    return { at: "/id", code: "duplicate-id", message: "an earlier entry has the same id (case is ignored)" };
  };

  const problem = (): UpstreamProblem => ({
    code: reasons.every((reason) => reason.code === "duplicate-id") ? "duplicate-ids" : "invalid-entries",
    message:
      reasons.length >= MAX_REASONS
        ? `the registry has ${MAX_REASONS} or more invalid entries`
        : `the registry has ${reasons.length} invalid ${reasons.length === 1 ? "entry" : "entries"}`,
    reasons,
  });

  const add = (values: readonly unknown[]): UpstreamProblem | undefined => {
    for (const value of values) {
      if (count >= maxEntries) return { code: "too-large", message: `more than ${maxEntries} entries` };
      const reason = refuse(value);
      if (reason !== undefined) {
        const { at, code, message } = reason;
        reasons.push({ pointer: `/${escapeToken(member)}/${count}${at}`, code, message });
        if (reasons.length >= MAX_REASONS) return problem();
      }
      count++;
    }
    return undefined;
  };

  return { add, finish: () => (reasons.length === 0 ? undefined : problem()) };
}
