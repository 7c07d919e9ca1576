/** What several parts of the schema of spec packages have in common. */

export const SPEC_PACKAGE_BOUNDS = {
  bytes: 1_048_576,
  rules: 200,
  lists: 50,
  words: 10_000,
  examples: 200,
  registry: 1_000,
  registries: 20,
};

export const text = (maxLength: number, description: string) => ({
  type: "string",
  minLength: 1,
  maxLength,
  description,
});
export const slug = (description: string) => ({
  type: "string",
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  description,
});
export const pointer = {
  type: "string",
  maxLength: 300,
  pattern: "^(/[^/]+)*$",
  description: "a JSON Pointer; * stands for every item of a list and every member of an object",
};
export const moment = (description: string) => ({
  type: "string",
  maxLength: 40,
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,16}Z$",
  description,
});
export const anyObject = (description: string) => ({ type: "object", description });
