/** The tables of docs/cli.md are those of the command. */
import type { CommandEntry } from "../../src/cli/command-entry.ts";
import { COMMANDS, GROUPS } from "../../src/cli/commands.ts";
import { code, tableOf, testTables } from "./made-table.ts";

/** Where more is said about a command. */
const LINKS: Readonly<Record<string, string>> = {
  init: "#init",
  validate: "#validate",
  build: "#build-and-submit",
  submit: "#build-and-submit",
  completion: "#completion",
  lsp: "editors.md",
  mcp: "agents.md#without-a-service",
  serve: "operating.md",
  spec: "spec-packages.md",
};

const linked = (name: string) => (LINKS[name] === undefined ? code(name) : `[${code(name)}](${LINKS[name]})`);
const optionCells = ({ flags, text }: { flags: string; text: string }) => [
  code(flags),
  text.replaceAll("|", "\\|"),
];
const shownOptions = ({ options = [] }: CommandEntry) => options.filter(({ isHidden }) => !isHidden);

testTables("cli.md", {
  commands: () =>
    tableOf(
      ["command", "what it does"],
      [
        ...COMMANDS.filter(({ name }) => !name.includes(" ")),
        ...[...GROUPS].map(([name, group]) => ({ name, ...group })),
      ].map(({ name, summary }) => [linked(name), summary]),
    ),
  "options of validate": () =>
    tableOf(
      ["option", "what it does"],
      shownOptions(COMMANDS.find(({ name }) => name === "validate")!).map(optionCells),
    ),
  "options of others": () => {
    const others = COMMANDS.filter(({ name }) => name !== "validate");
    const rows = new Map<string, string[]>();
    for (const entry of others)
      for (const option of shownOptions(entry)) {
        const key = JSON.stringify(optionCells(option));
        rows.set(key, [...(rows.get(key) ?? []), code(entry.name)]);
      }
    return tableOf(
      ["option", "what it does", "of"],
      [...rows].map(([key, names]) => [...(JSON.parse(key) as string[]), names.join(", ")]),
    );
  },
});
