/** What the checks that ask a registry have in common. */
import { quote } from "../../unicode/describe.ts";
import { type DeclaredType, mayBe } from "../definition.ts";

export const REGISTRY_PARAM = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "name of a registry that the package declares; without it, the product's own registry",
};

/** Of the checks that look a key up. */
export const KEY_PARAMS = {
  type: "object",
  properties: {
    registry: REGISTRY_PARAM,
    prefix: {
      type: "string",
      minLength: 1,
      maxLength: 100,
      description: 'what stands before the key in the candidate, such as "eip155-"',
    },
  },
  additionalProperties: false,
};

export interface KeyParams {
  registry?: string;
  prefix?: string;
}

/** Keys are texts or whole numbers. */
export function notKey(place: DeclaredType): string | undefined {
  return mayBe(place, "string", "integer", "number")
    ? undefined
    : "the schema declares no text or number there";
}

/** The key that a value stands for; undefined if it cannot be one. */
export function keyOf(value: unknown, { prefix }: KeyParams): string | undefined {
  if (typeof value === "number")
    return prefix === undefined && Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (prefix === undefined) return value;
  return value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

/** What messages call a registry. */
export function registryName(name: string | undefined): string {
  return name === undefined ? "the registry" : `the registry ${quote(name)}`;
}

/** An entry in a message, with its name if that says more than its id. */
export function entryName({ id, name }: { id: string; name: string }): string {
  return name === "" || name === id ? quote(id) : `${quote(id)} (${quote(name)})`;
}
