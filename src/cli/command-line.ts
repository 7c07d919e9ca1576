/** Commands that are printed for people to paste: they work by the same rules as the run that prints them. */
import type { CheckerOptions } from "./checker/checker.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { shellWord } from "./terminal/text.ts";

interface RulesOptions extends CheckerOptions {
  readonly domain?: string;
  readonly config?: string | false;
}

export function commandLine(
  { program }: Pick<Terminal, "program">,
  command: string,
  args: readonly string[],
  options: RulesOptions = {},
): string {
  const { domain, spec = [], registry = [], server, keyFile, at, simulate, config } = options;
  const words = [
    ...args,
    ...spec.flatMap((path) => ["--spec", path]),
    ...registry.flatMap((path) => ["--registry", path]),
    ...(server === undefined ? [] : ["--server", server]),
    ...(keyFile === undefined ? [] : ["--key-file", keyFile]),
    ...(domain === undefined ? [] : ["--domain", domain]),
    ...(at === undefined ? [] : ["--at", new Date(at).toISOString()]),
    ...(simulate === true ? ["--simulate"] : []),
    ...(config === undefined ? [] : config === false ? ["--no-config"] : ["--config", config]),
  ];
  return [program, command, ...words.map(shellWord)].join(" ");
}

/** How the code of a diagnostic is explained by the rules that gave it. */
export function explainBy(
  { spec, registry }: CheckerOptions,
  terminal: Pick<Terminal, "program">,
): (code: string) => string {
  return (code) => commandLine(terminal, "explain", [code], { spec, registry });
}
