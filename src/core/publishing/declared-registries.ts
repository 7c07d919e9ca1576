/** The registries that a package declares: operators name them in a file, and the examples fill them. */
import { escapeToken } from "../json/pointer.ts";
import { MAX_ID_LENGTH } from "../registry/entries.ts";
import type { Refuse } from "../schema/compile-schema.ts";
import type { SpecPackageDocument } from "../spec-package/format/document.ts";
import { quote } from "../unicode/describe.ts";
import { readExampleEntry } from "./examples.ts";

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
