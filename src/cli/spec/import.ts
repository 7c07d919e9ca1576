/** Turns a JSON Schema file into a spec package file. */
import { basename, dirname, relative, sep } from "node:path";
import { importJsonSchema } from "../../authoring/importing/import-schema.ts";
import type { ImportNote, ImportReport } from "../../authoring/importing/report.ts";
import { candidateOf } from "../checker/domain.ts";
import { refuseExisting, writeFile } from "../files/read.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Session, Style } from "../terminal/terminal.ts";
import { grouped, paragraph, plural, shellWord, visible } from "../terminal/text.ts";
import { readSource } from "./source.ts";

export interface SpecImportOptions {
  readonly product: string;
  readonly domain?: string;
  readonly title?: string;
  readonly example?: readonly string[];
  readonly document?: readonly string[];
  readonly strict?: boolean;
  readonly output?: string;
  readonly force?: boolean;
}

const MAX_POINTERS = 3;

/** The exit code. With `output`, the report is the result; otherwise the package is, and the report goes to standard error. */
export async function runSpecImport(
  [path]: readonly [path: string],
  options: SpecImportOptions,
  { terminal }: Session,
): Promise<number> {
  const { output: out, force = false } = options;
  if (out !== undefined) refuseExisting(out, force);
  const { value } = await readSource(path);
  const examples: unknown[] = [];
  for (const file of options.example ?? []) examples.push(candidateOf((await readSource(file)).value));
  const documents: Record<string, unknown> = {};
  for (const file of options.document ?? []) {
    const name = relative(dirname(path), file).split(sep).join("/");
    documents[name] = (await readSource(file)).value;
  }
  const result = importJsonSchema(value, {
    targetProduct: options.product,
    domainId: options.domain ?? slugOf(path),
    ...(options.title !== undefined && { title: options.title }),
    examples,
    documents,
  });
  const say = out === undefined ? terminal.note : terminal.write;
  const style = out === undefined ? terminal.noteStyle : terminal.style;
  say(reportText(result.report, style, terminal.width));
  if (!result.ok) {
    for (const { pointer, code, message } of result.reasons)
      say(
        `${visible(pointer) || "(the schema)"}  ${style.red("error")}  ${code}\n${paragraph(visible(message), terminal.width, "  ")}`,
      );
    say(
      `${style.red("✖")} ${visible(path)} cannot be imported: ${plural(result.reasons.length, "reason")}\n`,
    );
    return EXIT.invalid;
  }
  const text = `${JSON.stringify(result.document, null, 2)}\n`;
  if (out === undefined) terminal.write(text);
  else writeFile(out, text);
  const { targetProduct, domainId, version } = result.spec;
  const missing = placesOf(result.report.leftOut);
  const isWhole = missing === 0;
  say(
    `${isWhole ? "✔" : style.yellow("⚠")} ${targetProduct}/${domainId} ${version}${out === undefined ? "" : ` is in ${visible(out)}`} and can be used${isWhole ? "" : `; ${grouped(missing)} not imported`}\n`,
  );
  if (out !== undefined)
    say(style.dim(`  next: ${terminal.program} spec preview ${visible(shellWord(out))}\n`));
  return isWhole || options.strict !== true ? EXIT.valid : EXIT.invalid;
}

const placesOf = (notes: readonly ImportNote[]): number =>
  notes.reduce((sum, { pointers }) => sum + pointers.length, 0);

function reportText({ kept, translated, leftOut }: ImportReport, style: Style, width: number): string {
  const total = Object.values(kept).reduce((sum, each) => sum + each, 0);
  const common = Object.entries(kept)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([keyword, times]) => `${keyword} ${grouped(times)}`);
  return [
    `${style.bold("Kept")} ${grouped(total)} ${style.dim(common.length > 0 ? `(${common.join(", ")}${Object.keys(kept).length > 6 ? ", …" : ""})` : "")}\n`,
    notesText("Translated", translated, style.dim, style, width),
    notesText("Not imported", leftOut, style.yellow, style, width),
  ].join("");
}

function notesText(
  title: string,
  notes: readonly ImportNote[],
  paint: (text: string) => string,
  style: Style,
  width: number,
): string {
  const lines = notes.map(({ keyword, message, pointers }) => {
    const more = pointers.length > MAX_POINTERS ? ` and ${grouped(pointers.length - MAX_POINTERS)} more` : "";
    const places = pointers
      .slice(0, MAX_POINTERS)
      .map((pointer) => visible(pointer) || "(the root)")
      .join(", ");
    return `${paragraph(`${paint(visible(keyword))}  ${visible(message)}`, width, "    ", "  ")}${paragraph(style.dim(`${places}${more}`), width, "      ", "    ")}`;
  });
  return `${style.bold(title)} ${grouped(placesOf(notes))}\n${lines.join("")}`;
}

/** `Map Layer.schema.json` as `map-layer`. */
function slugOf(path: string): string {
  const slug = basename(path)
    .toLowerCase()
    .replace(/(\.schema)?\.[^.]*$/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "imported" : slug.slice(0, 64);
}
