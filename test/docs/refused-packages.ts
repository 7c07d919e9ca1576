/** Changes to the package of docs/spec-packages.md, by the code of the reason for which the loader then refuses it. */
import { SCHEMA_BOUNDS } from "../../src/core/schema/compile-schema.ts";
import { SPEC_PACKAGE_BOUNDS } from "../../src/core/spec-package/format.ts";

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce(wrap, {});

/** JSON Pointer → value; undefined takes out what is there. */
export const REFUSED_PACKAGES: Readonly<Record<string, readonly [string, unknown]>> = {
  "package-too-large": ["/description", "x".repeat(SPEC_PACKAGE_BOUNDS.bytes)],
  "package-too-deep": ["/examples/valid/0/candidate", nested(65, (inner) => [inner])],
  "package-unsafe-text": ["/title", "Themes\u202e"],
  "package-unsafe-number": ["/schema/properties/contrast/maximum", Number.POSITIVE_INFINITY],
  "path-undeclared": ["/rules/0/at/0", "/mod"],
  "list-repeats": ["/lists/roles/values/-", "text"],
  "alias-invalid": ["/lists/roles/aliases/Ink", "text"],
  "deprecation-invalid": ["/schema/properties/name/deprecated", { use: "nmae" }],
  "fill-invalid": ["/lists/roles/fill", true],
  "keyword-not-allowed": ["/schema/properties/name/minimum", 1],
  "keyword-value": ["/schema/properties/name/maxLength", "sixty"],
  "format-unknown": ["/schema/properties/name/format", "e-mail"],
  "schema-shape": ["/schema/properties/name", "string"],
  "schema-root": ["/schema", { type: ["object", "null"] }],
  "schema-too-deep": ["/schema/properties/deep", nested(17, (items) => ({ type: "array", items }))],
  "schema-too-large": [
    "/schema/properties/large",
    {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: SCHEMA_BOUNDS.nodes + 1 }, (_, index) => [`m${index}`, {}]),
      ),
    },
  ],
  "schema-contradiction": ["/schema/properties/name/maxLength", 0],
  "union-ambiguous": [
    "/schema/properties/extra",
    {
      anyOf: [
        { type: "string", minLength: 9 },
        { type: "string", maxLength: 2 },
      ],
    },
  ],
  "not-too-complex": ["/schema/properties/extra", { not: { contains: { const: 1 } } }],
  "required-undeclared": ["/schema/required/-", "licence"],
  "default-invalid": ["/schema/properties/contrast/default", 2],
  "default-conditional": ["/schema/dependentRequired", { contrast: ["name"] }],
  "pattern-refused": ["/schema/properties/themeId/pattern", "^(?=.*x)"],
  "pattern-unbounded": ["/schema/properties/themeId/maxLength", undefined],
  "ref-not-local": ["/schema/properties/name", { $ref: "https://example.org/name.json" }],
  "ref-unknown": ["/schema/properties/name", { $ref: "#/$defs/name" }],
  "ref-cyclic": ["/schema/$defs", { a: { $ref: "#/$defs/a" } }],
  "check-unknown": ["/rules/0/check", "inlist"],
  "rule-invalid": ["/rules/0/params/list", "role"],
  "registry-invalid": ["/examples/registries", { themes: [] }],
  "condition-invalid": ["/rules/0/when", { at: "/mode" }],
  "rule-silent": ["/rules/1/when", { at: "/mode", equals: "grey" }],
  "expression-invalid": ["/rules/0/when", "root.mode == 5"],
  "code-reserved": ["/rules/0/code", "text-pattern"],
  "docs-missing": ["/docs/role-unknown", undefined],
  "docs-unused": ["/docs/role-odd", { summary: "Odd.", fix: "Change it." }],
  "time-invalid": ["/rules/0/effectiveAt", "2027-13-01T00:00:00Z"],
  "set-invalid": ["/normalization", { sets: [{ at: "/colours", list: "role" }] }],
  "example-fails": ["/examples/valid/0/candidate/mode", "dusk"],
  "fix-fails": ["/rules/0/fix", { title: "Use 5", set: { "/contrast": "5" } }],
};
