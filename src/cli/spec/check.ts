/** Every reason why a spec package is refused, or advice if there is none. */
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { plural, visible } from "../terminal/text.ts";
import { readSource, writeFindings } from "./source.ts";

/** The exit code. */
export async function runSpecCheck(path: string, terminal: Terminal): Promise<number> {
  const source = await readSource(path);
  const { ok, findings, spec } = checkSpecPackage(source.value);
  const { style, write } = terminal;
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
  }
  return ok ? EXIT.valid : EXIT.invalid;
}
