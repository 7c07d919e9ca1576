/** What people who write proposals see of a spec package. */

import { checkCandidate } from "../../core/proposal/check.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import { EXIT } from "../terminal/failure.ts";
import { paintOf, type Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";
import { loadFile } from "./source.ts";

/** The exit code. */
export async function runSpecPreview(path: string, { style, width, write }: Terminal): Promise<number> {
  const spec = await loadFile(path);
  const { document, targetProduct, domainId, version, title } = spec;
  const heading = (text: string) => write(`\n${style.bold(text)}\n`);
  write(`${style.bold(visible(title))}  ${style.dim(`${targetProduct}/${domainId} ${version}`)}\n`);
  if (document.description !== undefined) write(paragraph(visible(document.description), width));

  heading("Members");
  for (const { pointer, in: where, required, type, rule } of describeMembers(spec)) {
    const notes = `${type}${required ? ", required" : ""}${where ? `, in ${visible(where)}` : ""}`;
    write(`${visible(pointer)}  ${style.dim(notes)}\n`);
    write(paragraph(visible(rule), width, "  "));
  }

  if (spec.codes.length > 0) heading("Rules");
  for (const { code, severity, summary, fix, effectiveAt } of spec.codes) {
    const paint = paintOf(severity, style);
    write(
      `${code}  ${paint(severity)}${effectiveAt === undefined ? "" : style.dim(`, an error from ${effectiveAt}`)}\n`,
    );
    write(paragraph(visible(`${summary} ${fix}`), width, "  "));
  }

  heading("Example");
  write(`${JSON.stringify(document.examples.valid[0]?.candidate, null, 2)}\n`);

  heading("Messages");
  const context = exampleContext(spec);
  for (const { title: what, candidate } of document.examples.invalid) {
    write(`${visible(what)}\n`);
    for (const { code, severity, pointer, message, fixes = [] } of checkCandidate(spec, candidate, context)
      .diagnostics) {
      const paint = paintOf(severity, style);
      write(`  ${visible(pointer) || "(the candidate)"}  ${paint(severity)}  ${code}\n`);
      write(paragraph(visible(message), width, "    "));
      for (const fix of fixes)
        write(paragraph(style.dim(`${visible(fix.title)} (${fix.applicability})`), width, "    "));
    }
  }
  return EXIT.valid;
}
