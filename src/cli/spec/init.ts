/** Writes a spec package to start from. */
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackageDocument } from "../../core/spec-package/format/document.ts";
import { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA_URL } from "../../core/spec-package/format/format.ts";
import { refuseExisting, writeFile } from "../files/read.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { shellWord, visible } from "../terminal/text.ts";

export interface SpecInitOptions {
  readonly product: string;
  readonly domain: string;
  readonly title?: string;
  readonly force?: boolean;
}

/** The exit code. */
export async function runSpecInit(
  path: string,
  options: SpecInitOptions,
  terminal: Terminal,
): Promise<number> {
  refuseExisting(path, options.force === true);
  const document = starter(options);
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) {
    const [reason] = loaded.reasons;
    throw new Failure(
      `${reason?.pointer.slice(1)}: ${reason?.message}`,
      "Names of products and domains are lower-case words joined by hyphens, such as my-shop.",
    );
  }
  writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
  terminal.write(`✔ ${visible(path)} is a spec package that can be used\n`);
  terminal.write(
    terminal.style.dim(
      `  next: edit it, with ${terminal.program} spec test --watch ${visible(shellWord(path))} beside it\n`,
    ),
  );
  return EXIT.valid;
}

function starter({ product, domain, title }: SpecInitOptions): SpecPackageDocument {
  const good = {
    id: "night-train",
    name: "Night train",
    description: "Shows every night train of a station.",
  };
  return {
    $schema: SPEC_PACKAGE_SCHEMA_URL,
    format: SPEC_PACKAGE_FORMAT,
    targetProduct: product,
    domainId: domain,
    version: "0.1.0",
    title: title ?? domain.replaceAll("-", " "),
    schema: {
      type: "object",
      properties: {
        id: {
          type: "string",
          minLength: 2,
          maxLength: 40,
          pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
          description: "lower-case words joined by hyphens",
        },
        name: { type: "string", minLength: 1, maxLength: 80 },
        description: { type: "string", minLength: 1, maxLength: 1_000 },
      },
      required: ["id", "name", "description"],
      additionalProperties: false,
    },
    rules: [
      { code: "id-taken", check: "not-in-registry", at: ["/id"], severity: "error" },
      {
        code: "name-hidden-characters",
        check: "no-unsafe-characters",
        at: ["/name"],
        severity: "error",
        params: { classes: ["control", "bidi", "zero-width"] },
      },
      {
        code: "description-short",
        check: "enough-text",
        at: ["/description"],
        severity: "warning",
        params: { min: 20 },
      },
    ],
    normalization: { prose: ["/description"] },
    docs: {
      "id-taken": { summary: "Something with this identifier exists.", fix: "Choose another identifier." },
      "name-hidden-characters": {
        summary: "The name contains characters that cannot be seen.",
        fix: "Write the name without them.",
      },
      "description-short": {
        summary: "The description is very short.",
        fix: "Say what it is for and who needs it.",
      },
    },
    examples: {
      registry: [{ id: "day-train", name: "Day train" }],
      valid: [{ title: "Complete", candidate: good }],
      invalid: [
        {
          title: "Taken",
          candidate: { ...good, id: "day-train" },
          expect: [{ code: "id-taken", pointer: "/id" }],
        },
        {
          title: "Hidden characters in the name",
          candidate: { ...good, name: "Night\u200b train" },
          expect: [{ code: "name-hidden-characters", pointer: "/name" }],
        },
        {
          title: "Short and without a name",
          candidate: { id: "night-train", description: "Trains." },
          expect: [
            { code: "description-short", pointer: "/description" },
            { code: "member-missing", pointer: "/name" },
          ],
        },
      ],
    },
  };
}
