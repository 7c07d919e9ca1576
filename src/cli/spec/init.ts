/** Writes a spec package to start from. */
import { readFileSync } from "node:fs";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA_URL } from "../../core/spec-package/format.ts";
import { refuseExisting, writeFile } from "../files/read.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import { shellWord, visible } from "../terminal/text.ts";

export interface SpecInitOptions {
  readonly product: string;
  readonly domain: string;
  readonly title?: string;
  readonly force?: boolean;
}

/** The exit code. */
export async function runSpecInit(
  [path]: readonly [path: string],
  options: SpecInitOptions,
  { terminal }: Session,
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

const STARTER = new URL("../../../schemas/starter.json", import.meta.url);

function starter({ product, domain, title }: SpecInitOptions): SpecPackageDocument {
  const { schema, ...rest } = JSON.parse(readFileSync(STARTER, "utf8"));
  return {
    $schema: SPEC_PACKAGE_SCHEMA_URL,
    format: SPEC_PACKAGE_FORMAT,
    targetProduct: product,
    domainId: domain,
    version: "0.1.0",
    title: title ?? domain.replaceAll("-", " "),
    schema,
    ...rest,
  };
}
