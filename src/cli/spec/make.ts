/** Writes spec packages to start from: a small one, or one that is made of a JSON Schema. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { importJsonSchema } from "../../authoring/importing/import-schema.ts";
import type { ImportNote } from "../../authoring/importing/translate.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { SPEC_PACKAGE_FORMAT, SPEC_PACKAGE_SCHEMA_URL } from "../../core/spec-package/format.ts";
import { candidateOf } from "../checker/domain.ts";
import type { Command } from "../command-entry.ts";
import { refuseExisting, writeFile } from "../files/read.ts";
import { EXIT, Failure, onStandardError, type Paint, type Terminal } from "../terminal/terminal.ts";
import { grouped, paragraph, plural, shellWord, visible } from "../terminal/text.ts";
import { readSource } from "./source.ts";

const STARTER = new URL("../../../schemas/starter.json", import.meta.url);

type InitOptions = { product: string; domain: string; title?: string; force?: boolean };

export const runSpecInit: Command<[string], InitOptions> = async ([path], options, { terminal }) => {
  const { product: targetProduct, domain: domainId, title = domainId.replaceAll("-", " "), force } = options;
  refuseExisting(path, force === true);
  const document = {
    ...{ $schema: SPEC_PACKAGE_SCHEMA_URL, format: SPEC_PACKAGE_FORMAT },
    ...{ targetProduct, domainId, version: "0.1.0", title },
    ...JSON.parse(readFileSync(STARTER, "utf8")),
  };
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) {
    const { pointer, message } = loaded.reasons[0]!;
    const hint = "Names of products and domains are lower-case words joined by hyphens, such as my-shop.";
    throw new Failure(`${pointer.slice(1)}: ${message}`, hint);
  }
  writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
  terminal.write(`✔ ${visible(path)} is a spec package that can be used\n`);
  const next = `edit it, with ${terminal.program} spec test --watch ${visible(shellWord(path))} beside it`;
  terminal.write(terminal.style.dim(`  next: ${next}\n`));
};

interface ImportOptions extends Omit<InitOptions, "domain"> {
  readonly domain?: string;
  readonly example?: readonly string[];
  readonly strict?: boolean;
  readonly output?: string;
}

/** With `output`, the report is the result; otherwise the package is, and the report goes to standard error. */
export const runSpecImport: Command<[string], ImportOptions> = async ([path], options, { terminal }) => {
  const { output: out, force = false, title, example = [] } = options;
  if (out !== undefined) refuseExisting(out, force);
  const { value } = await readSource(path);
  const examples: unknown[] = [];
  for (const file of example) examples.push(candidateOf((await readSource(file)).value));
  const result = importJsonSchema(value, {
    ...{ targetProduct: options.product, domainId: options.domain ?? slugOf(path), examples },
    ...(title !== undefined && { title }),
  });
  const into = out === undefined ? onStandardError(terminal) : terminal;
  const { style, width, write } = into;
  const { kept, translated, leftOut } = result.report;
  write(`${style.bold("Kept")} ${keptText(kept, style)}\n`);
  writeNotes("Translated", translated, style.dim, into);
  writeNotes("Not imported", leftOut, style.yellow, into);
  if (!result.ok) {
    for (const { pointer, code, message } of result.reasons) {
      write(`${visible(pointer) || "(the schema)"}  ${style.red("error")}  ${code}\n`);
      write(paragraph(visible(message), width, "  "));
    }
    const reasons = plural(result.reasons.length, "reason");
    write(`${style.red("✖")} ${visible(path)} cannot be imported: ${reasons}\n`);
    return EXIT.invalid;
  }
  const context = exampleContext(result.spec);
  const wrong = example.filter((_, index) => !checkCandidate(result.spec, examples[index], context).valid);
  for (const file of wrong) write(`${style.yellow("⚠")} ${visible(file)} does not pass\n`);
  const text = `${JSON.stringify(result.document, null, 2)}\n`;
  if (out === undefined) terminal.write(text);
  else writeFile(out, text);
  const { targetProduct, domainId, version } = result.spec;
  const missing = countPlaces(leftOut);
  const mark = missing === 0 ? "✔" : style.yellow("⚠");
  const where = out === undefined ? "" : `is in ${visible(out)} and `;
  const rest = missing === 0 ? "" : `; ${grouped(missing)} not imported`;
  write(`${mark} ${targetProduct}/${domainId} ${version} ${where}can be used${rest}\n`);
  if (out !== undefined)
    write(style.dim(`  next: ${terminal.program} spec preview ${visible(shellWord(out))}\n`));
  return missing + wrong.length === 0 || options.strict !== true ? EXIT.valid : EXIT.invalid;
};

const MAX_KEYWORDS = 6;

function keptText(kept: Readonly<Record<string, number>>, { dim }: Terminal["style"]): string {
  const entries = Object.entries(kept).sort(([, a], [, b]) => b - a);
  const total = entries.reduce((sum, [, times]) => sum + times, 0);
  const common = entries.slice(0, MAX_KEYWORDS).map(([keyword, times]) => `${keyword} ${grouped(times)}`);
  if (entries.length > MAX_KEYWORDS) common.push("…");
  return `${grouped(total)} ${dim(common.length > 0 ? `(${common.join(", ")})` : "")}`;
}

const MAX_POINTERS = 3;

const countPlaces = (notes: readonly ImportNote[]): number =>
  notes.reduce((sum, { pointers }) => sum + pointers.length, 0);

function writeNotes(title: string, notes: readonly ImportNote[], paint: Paint, terminal: Terminal): void {
  const { style, width, write } = terminal;
  write(`${style.bold(title)} ${grouped(countPlaces(notes))}\n`);
  for (const { keyword, message, pointers } of notes) {
    const more = pointers.length > MAX_POINTERS ? ` and ${grouped(pointers.length - MAX_POINTERS)} more` : "";
    const places = pointers.slice(0, MAX_POINTERS).map((pointer) => visible(pointer) || "(the root)");
    write(paragraph(`${paint(visible(keyword))}  ${visible(message)}`, width, "    ", "  "));
    write(paragraph(style.dim(`${places.join(", ")}${more}`), width, "      ", "    "));
  }
}

/** `Map Layer.schema.json` as `map-layer`. */
function slugOf(path: string): string {
  const name = basename(path).toLowerCase();
  const words = name.replace(/(\.schema)?\.[^.]*$/, "").split(/[^a-z0-9]+/);
  return words.filter(Boolean).join("-").slice(0, 64) || "imported";
}
