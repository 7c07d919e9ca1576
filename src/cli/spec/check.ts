/** Every reason why a spec package is refused, or advice if there is none. */
import { checkSpecPackage, type SpecPackageFinding } from "../../core/publishing/advice.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { plural, shellWord, visible } from "../terminal/text.ts";
import { readSource, remarkText } from "./source.ts";

export interface SpecCheckOptions {
  readonly silence?: readonly string[];
}

const ABOUT_NAMES = [
  "keyword-not-allowed",
  "member-unknown",
  "docs-unused",
  "list-unused",
  "registry-unused",
  "path-undeclared",
];

/** Whether findings of this code are about the name of a member. */
export const isAboutName = (code: string): boolean => ABOUT_NAMES.includes(code);

/** The exit code. */
export async function runSpecCheck(
  path: string,
  { silence = [] }: SpecCheckOptions,
  terminal: Terminal,
): Promise<number> {
  const source = await readSource(path);
  const { ok, findings, spec } = checkSpecPackage(source.value, { silence });
  const { style, write } = terminal;
  for (const { level, pointer, code, message } of inOrder(
    findings,
    (at) => source.rangeOf(at, "value").start.offset,
  )) {
    const paint = level === "error" ? style.red : style.yellow;
    const isName = isAboutName(code);
    write(`${remarkText(source, { pointer, code, message, label: level, isName }, terminal, paint)}\n`);
  }
  const name = visible(source.path);
  if (spec === undefined)
    write(`${style.red("✖")} ${name} is refused for ${plural(findings.length, "reason")}\n`);
  else {
    const { targetProduct, domainId, version, digest, document } = spec;
    const { valid, invalid } = document.examples;
    const advice = findings.length > 0 ? ` · ${plural(findings.length, "piece")} of advice` : "";
    write(`✔ ${name} can be used as ${targetProduct}/${domainId} ${version}${advice}\n`);
    write(
      style.dim(
        `  ${plural(document.rules.length, "rule")} · ${plural(valid.length + invalid.length, "example")} pass${valid.length + invalid.length === 1 ? "es" : ""} · ${digest}\n`,
      ),
    );
    if (findings.length > 0)
      write(
        style.dim(
          `  leave out advice that does not fit with "silence" in the package, or preflight spec check ${visible(shellWord(path))} --silence ${findings[0]!.code}\n`,
        ),
      );
  }
  return ok ? EXIT.valid : EXIT.invalid;
}

/** In the order of the file. */
function inOrder(
  findings: readonly SpecPackageFinding[],
  offsetOf: (pointer: string) => number,
): SpecPackageFinding[] {
  return findings
    .map((finding) => ({ finding, offset: offsetOf(finding.pointer) }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ finding }) => finding);
}
