/** What the checks that ask a registry have in common. */
import { quote } from "../../unicode/describe.ts";
import { type DeclaredType, mayBe } from "../definition.ts";
import { optional, registryName, text } from "../params.ts";

/** Of the checks that look a key up. */
export const KEY_PARTS = {
  registry: registryName(),
  prefix: optional(
    text('what stands before the key in the candidate, such as "eip155-"', { minLength: 1, maxLength: 100 }),
  ),
};

/** Keys are texts or whole numbers. */
export function notKey(place: DeclaredType): string | undefined {
  return mayBe(place, "string", "integer", "number")
    ? undefined
    : "the schema declares no text or number there";
}

/** The key that a value stands for; undefined if it cannot be one. */
export function keyOf(value: unknown, prefix: string | undefined): string | undefined {
  if (typeof value === "number")
    return prefix === undefined && Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (prefix === undefined) return value;
  return value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

/** What messages call a registry. */
export function nameOfRegistry(name: string | undefined): string {
  return name === undefined ? "the registry" : `the registry ${quote(name)}`;
}

/** An entry in a message, with its name if that says more than its id. */
export function entryName({ id, name }: { id: string; name: string }): string {
  return name === "" || name === id ? quote(id) : `${quote(id)} (${quote(name)})`;
}
