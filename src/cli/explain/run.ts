/** `preflight explain`: what a diagnostic code means, with an example that fails and one that passes. */
import { closest } from "../../core/similar/similar.ts";
import { ENVELOPE_CODES } from "../../operations/diagnostic-codes.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { openContext } from "../checker/offline.ts";
import { FILE_CODES } from "../documents/codes.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";
import { type Explained, explainedIn } from "./explained.ts";

export async function explainCode(
  code: string | undefined,
  options: CheckerOptions,
  { terminal }: Session,
): Promise<number> {
  const specs = openContext(options)
    .catalogue.list()
    .flatMap((state) => (state.status === "ready" ? [state.spec] : []));
  const entries = [...FILE_CODES, ...ENVELOPE_CODES, ...specs.flatMap(explainedIn)];
  if (code === undefined) {
    terminal.write(listText(entries, terminal));
    return EXIT.valid;
  }
  const found = entries.filter((entry) => entry.code === code);
  if (found.length === 0) throw unknownCode(code, entries);
  terminal.write(
    unique(found)
      .map((entry) => explanation(entry, terminal))
      .join("\n"),
  );
  return EXIT.valid;
}

/** Built-in codes are the same in every domain. */
function unique(found: readonly Explained[]): readonly Explained[] {
  const own = found.filter(({ source }) => source !== undefined);
  if (own.length > 0) return own;
  return [found.find(({ failing }) => failing !== undefined) ?? found[0]!];
}

function explanation(entry: Explained, { style, width }: Terminal): string {
  const { code, severity, summary, fix, failing, passing, source, effectiveAt } = entry;
  const paint = severity === "error" ? style.red : style.yellow;
  let text = `${visible(code)}  ${paint(severity)}${source === undefined ? "" : style.dim(`  ${visible(source)}`)}\n\n`;
  text += paragraph(visible(summary), width, "  ");
  text += `\n${paragraph(`To fix it: ${visible(plain(fix))}`, width, "  ")}`;
  if (effectiveAt !== undefined)
    text += `\n${paragraph(`It is an error from ${effectiveAt} on.`, width, "  ")}`;
  if (failing !== undefined) text += `\n  Fails:\n${paragraph(visible(failing), width, "    ")}`;
  if (passing !== undefined) text += `  Passes:\n${paragraph(visible(passing), width, "    ")}`;
  return text;
}

/** The texts are written for pages, where back quotes mark code. */
function plain(text: string): string {
  return text.replaceAll("`", '"');
}

function listText(entries: readonly Explained[], { style, width }: Terminal): string {
  const codes = new Map(entries.map((entry) => [entry.code, entry]));
  return [...codes.values()]
    .map(
      ({ code, summary }) =>
        `${visible(code)}\n${style.dim(paragraph(visible(plain(summary)), width, "    ").trimEnd())}\n`,
    )
    .join("");
}

function unknownCode(code: string, entries: readonly Explained[]): Failure {
  const meant = closest(
    code,
    entries.map((entry) => entry.code),
  );
  const guess = meant === undefined ? "" : `Did you mean ${meant}? `;
  return new Failure(
    `There is no code ${JSON.stringify(code)}.`,
    `${guess}\`preflight explain\` lists all codes.`,
  );
}
