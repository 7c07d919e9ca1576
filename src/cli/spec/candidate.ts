/** A file may hold the whole envelope of a request; the candidate is in it. */
import { isPlainObject } from "../../core/json/pointer.ts";

export function candidateOf(value: unknown): unknown {
  const isEnvelope =
    isPlainObject(value) &&
    Object.hasOwn(value, "candidate") &&
    typeof value.targetProduct === "string" &&
    typeof value.domainId === "string";
  return isEnvelope ? value.candidate : value;
}
