/** What every spec package is held to, whatever its rules say: its size, its depth, and what its texts may contain. */
import { escapeToken } from "../json/pointer.ts";
import { MAX_ID_LENGTH } from "../registry/entries.ts";
import type { Reason, Refuse } from "../schema/compile-schema.ts";
import type { SpecPackageDocument } from "../spec-package/format/document.ts";
import { SPEC_PACKAGE_BOUNDS } from "../spec-package/format/format.ts";
import { findUnsafe } from "../unicode/characters.ts";
import { grouped, quote } from "../unicode/describe.ts";
import { readExampleEntry } from "./examples.ts";

const MAX_DEPTH = 64;

/** Bounds that must hold before anything else reads the value. Not recursive, and no more work than the bound. */
export function checkSize(value: unknown): Reason | undefined {
  const refused = (code: string, message: string): Reason => ({ pointer: "", code, message });
  let bytes = 0;
  const values: unknown[] = [value];
  const depths: number[] = [0];
  while (values.length > 0) {
    const item = values.pop();
    const depth = depths.pop()!;
    bytes += typeof item === "string" ? item.length + 2 : 4;
    if (typeof item === "object" && item !== null) {
      if (depth >= MAX_DEPTH)
        return refused("package-too-deep", `A spec package may be nested at most ${MAX_DEPTH} levels deep.`);
      for (const [key, child] of Object.entries(item)) {
        bytes += Array.isArray(item) ? 1 : key.length + 4;
        if (!key.isWellFormed())
          return refused("package-unsafe-text", "A member name contains half of a surrogate pair.");
        values.push(child);
        depths.push(depth + 1);
        if (bytes > SPEC_PACKAGE_BOUNDS.bytes) break;
      }
    } else if (typeof item === "string" && !item.isWellFormed())
      return refused("package-unsafe-text", "A text contains half of a surrogate pair.");
    else if (typeof item === "number" && !Number.isFinite(item))
      return refused("package-unsafe-number", "A number is out of the range of JSON numbers.");
    if (bytes > SPEC_PACKAGE_BOUNDS.bytes)
      return refused(
        "package-too-large",
        `A spec package may have at most ${grouped(SPEC_PACKAGE_BOUNDS.bytes)} bytes.`,
      );
  }
  return undefined;
}

/** Texts of a package reach pages and terminals, so nothing in them may be hidden. Examples may show anything. */
export function checkTexts({ examples: _, ...rest }: SpecPackageDocument, refuse: Refuse): void {
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value === "string") {
      if (findUnsafe(value, ["control", "bidi"], false) !== undefined)
        refuse(
          pointer,
          "package-unsafe-text",
          "The text contains control characters or characters that change the direction of reading.",
        );
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        walk(key, `${pointer}/${escapeToken(key)}`);
        walk(item, `${pointer}/${escapeToken(key)}`);
      }
    }
  };
  walk(rest, "");
}

/** The registries that a package declares: operators name them in a file, and the examples fill them. */
export function checkRegistries({ registries = {}, examples }: SpecPackageDocument, refuse: Refuse): void {
  for (const [name, { member }] of Object.entries(registries)) {
    const pointer = `/registries/${escapeToken(name)}`;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64)
      refuse(
        pointer,
        "registry-invalid",
        "The name of a registry consists of lower-case words joined by hyphens.",
      );
    if (member === "next")
      refuse(
        `${pointer}/member`,
        "registry-invalid",
        `"next" is the URL of the next page, so no list can be called that.`,
      );
  }
  for (const [name, entries] of Object.entries(examples.registries ?? {})) {
    const pointer = `/examples/registries/${escapeToken(name)}`;
    if (!Object.hasOwn(registries, name)) {
      refuse(pointer, "registry-invalid", `"registries" of the package declares no ${quote(name)}.`);
      continue;
    }
    const { key = "id" } = registries[name]!;
    entries.forEach((entry, index) => {
      if (readExampleEntry(entry, key) === undefined)
        refuse(
          `${pointer}/${index}`,
          "registry-invalid",
          `An entry of ${quote(name)} is found by its ${quote(key)}, which must be a text of 1 to ${MAX_ID_LENGTH} characters or a number.`,
        );
    });
  }
}
