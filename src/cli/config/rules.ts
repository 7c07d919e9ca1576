/** What a configuration file may say, as a spec package: the command checks its own configuration as it checks proposals. */
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { SPEC_PACKAGE_FORMAT } from "../../core/spec-package/format/format.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { FORMATS } from "../reports/outputs.ts";

const text = (description: string, maxLength = 1_000) => ({
  type: "string",
  minLength: 1,
  maxLength,
  description,
});
const globs = (description: string) => ({
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 500 },
  maxItems: 100,
  description,
});

/** JSON Schema, for editors too. */
export const CONFIG_SCHEMA = {
  type: "object",
  title: "The configuration of preflight",
  properties: {
    $schema: text("Where this schema is, for editors."),
    files: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      description:
        "Which files are proposals, and by which rules. The first entry that a file matches counts.",
      items: {
        type: "object",
        properties: {
          include: globs("Globs, relative to this file."),
          exclude: globs("Globs of files that are left alone."),
          domain: text("What they are proposals for: product/domain.", 200),
          spec: text("The spec package: a file or a URL."),
          registry: text("The product's registry: a file or a URL."),
          registries: {
            type: "object",
            additionalProperties: { type: "string", minLength: 1, maxLength: 1_000 },
            maxProperties: 20,
            description: "Registries that the package declares, by name.",
          },
          server: text("A service that checks instead. It has its own rules."),
        },
        required: ["include"],
        additionalProperties: false,
      },
    },
    format: { type: "string", enum: [...FORMATS], description: "How to report." },
    output: {
      type: "object",
      propertyNames: { enum: [...FORMATS] },
      additionalProperties: { type: "string", minLength: 1, maxLength: 1_000 },
      description: "Further reports: a file for each format.",
    },
    fix: { type: "string", enum: ["safe", "suggested"], description: "The level of --fix without one." },
    baseline: text("A file of faults that are known."),
    maxWarnings: { type: "integer", minimum: 0, description: "More warnings than this make the run fail." },
  },
  additionalProperties: false,
} as const;

let loaded: SpecPackage | undefined;

export function configRules(): SpecPackage {
  if (loaded) return loaded;
  const result = loadSpecPackage({
    format: SPEC_PACKAGE_FORMAT,
    targetProduct: "preflight",
    domainId: "configuration",
    version: "1.0.0",
    title: "Configuration of preflight",
    schema: CONFIG_SCHEMA,
    rules: [],
    docs: {},
    examples: {
      valid: [
        {
          title: "One kind of file",
          candidate: { files: [{ include: ["proposals/**"], spec: "rules.json" }] },
        },
      ],
      invalid: [
        {
          title: "A format that does not exist",
          candidate: { format: "xml" },
          expect: [{ code: "value-not-allowed", pointer: "/format" }],
        },
      ],
    },
  });
  if (!result.ok)
    throw new Error(result.reasons.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n"));
  loaded = result.spec;
  return loaded;
}
