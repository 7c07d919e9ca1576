/** Every reason why a spec package is refused, or advice if there is none. */
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { plural, shellWord, visible } from "../terminal/text.ts";
import { readSource, writeFindings } from "./source.ts";

export interface SpecCheckOptions {
  readonly silence?: readonly string[];
}

/** The exit code. */
export async function runSpecCheck(
  path: string,
  { silence = [] }: SpecCheckOptions,
  terminal: Terminal,
): Promise<number> {
  const source = await readSource(path);
  const { ok, findings, spec } = checkSpecPackage(source.value, { silence });
  const { program, style, write } = terminal;
  writeFindings(source, findings, terminal);
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
          `  leave out advice that does not fit with "silence" in the package, or ${program} spec check ${visible(shellWord(path))} --silence ${findings[0]!.code}\n`,
        ),
      );
  }
  return ok ? EXIT.valid : EXIT.invalid;
}
