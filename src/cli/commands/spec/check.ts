/** `preflight spec check`: every reason why a spec package is refused, or advice if there is none. */
import type { Command } from "commander";
import { EXIT } from "../../terminal/failure.ts";
import type { Session } from "../../terminal/session.ts";
import { paragraph, plural, visible } from "../../terminal/text.ts";

export function addSpecCheck(spec: Command, session: Session): void {
  spec
    .command("check")
    .summary("check a spec package")
    .description("Compiles a spec package, proves it by its own examples, and gives advice.")
    .argument("<file>", "the spec package; - reads standard input")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec check rules.json

Exit codes: 0 usable, 1 refused, 2 could not be read.`,
    )
    .action(async (file: string) => session.finish(await checkSpec(file, session)));
}

async function checkSpec(path: string, { terminal }: Session): Promise<number> {
  const { readSource } = await import("./source.ts");
  const { checkSpecPackage } = await import("../../../core/publishing/advice.ts");
  const source = await readSource(path);
  const { ok, findings, spec } = checkSpecPackage(source.value);
  const { style, width, write } = terminal;
  for (const { level, pointer, code, message } of findings) {
    const { line, column } = source.place(pointer);
    const label = level === "error" ? style.red("error") : style.yellow("advice");
    write(`${visible(path)}:${line}:${column}  ${label}  ${code}\n`);
    write(`${paragraph(visible(message), width, "  ")}\n`);
  }
  if (spec === undefined) write(`${style.red("✖")} refused for ${plural(findings.length, "reason")}\n`);
  else
    write(
      `✔ ${spec.targetProduct}/${spec.domainId} ${spec.version} can be used${findings.length > 0 ? ` · ${plural(findings.length, "piece")} of advice` : ""}\n${style.dim(`  ${spec.digest}`)}\n`,
    );
  return ok ? EXIT.valid : EXIT.invalid;
}
