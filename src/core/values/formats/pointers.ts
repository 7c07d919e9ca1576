/** RFC 6901 pointers, and relative ones as JSON Schema refers to them. */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const RELATIVE = /^(?:0|[1-9]\d*)(#|(?:\/(?:[^~/]|~[01])*)*)$/;

export function isJsonPointer(text: string): boolean {
  return POINTER.test(text);
}

export function isRelativeJsonPointer(text: string): boolean {
  return RELATIVE.test(text);
}
