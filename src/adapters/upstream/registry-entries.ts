/** Takes parsed registry entries into the index, and says of each that cannot be taken where and why. */
import { escapeToken, isPlainObject } from "../../core/json/pointer.ts";
import type { RegistryBuilder } from "../../core/registry/registry.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";

const MAX_ID_LENGTH = 256;
const MAX_NAME_LENGTH = 1_000;
/** A registry that is wrong throughout is told apart from one wrong entry by this many reasons. */
const MAX_REASONS = 20;

interface Fault {
  at: string;
  code: string;
  message: string;
}

export interface RegistryEntries {
  take(values: readonly unknown[]): UpstreamProblem | undefined;
  finish(): UpstreamProblem | undefined;
}

export function checkRegistryEntries(
  member: string,
  maxEntries: number,
  builder: Pick<RegistryBuilder, "add">,
): RegistryEntries {
  const reasons: { pointer: string; code: string; message: string }[] = [];
  let count = 0;

  const faultOf = (value: unknown): Fault | undefined => {
    if (!isPlainObject(value)) {
      return { at: "", code: "entry-type", message: "an entry must be an object of id and name" };
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
        message: `name must be a string of up to ${MAX_NAME_LENGTH} characters`,
      };
    }
    if (builder.add({ id, name })) return undefined;
    return { at: "/id", code: "duplicate-id", message: "an earlier entry has the same id, case aside" };
  };

  const problem = (): UpstreamProblem => ({
    code: reasons.every((reason) => reason.code === "duplicate-id") ? "duplicate-ids" : "invalid-entries",
    message:
      reasons.length >= MAX_REASONS
        ? `the registry has ${MAX_REASONS} or more faulty entries`
        : `the registry has ${reasons.length} faulty ${reasons.length === 1 ? "entry" : "entries"}`,
    reasons,
  });

  const take = (values: readonly unknown[]): UpstreamProblem | undefined => {
    for (const value of values) {
      if (count >= maxEntries) return { code: "too-large", message: `more than ${maxEntries} entries` };
      const fault = faultOf(value);
      if (fault !== undefined) {
        reasons.push({
          pointer: `/${escapeToken(member)}/${count}${fault.at}`,
          code: fault.code,
          message: fault.message,
        });
        if (reasons.length >= MAX_REASONS) return problem();
      }
      count++;
    }
    return undefined;
  };

  return { take, finish: () => (reasons.length === 0 ? undefined : problem()) };
}
