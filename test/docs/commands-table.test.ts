/** The tables of docs/cli.md are those of the command. */
import { type CommandEntry, rowsOf } from "../../src/cli/command-entry.ts";
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
const optionCells = ({ name, text }: { name: string; text: string }) => [
  code(name),
  text.replaceAll("|", "\\|"),
];
const shownOptions = ({ options }: CommandEntry) => rowsOf(options).filter(({ isHidden }) => !isHidden);

testTables("cli.md", {
  commands: () =>
    tableOf(
      ["command", "what it does"],
      Object.entries({ ...COMMANDS, ...GROUPS })
        .filter(([name]) => !name.includes(" "))
        .map(([name, { summary }]) => [linked(name), summary]),
    ),
  "options of validate": () =>
    tableOf(["option", "what it does"], shownOptions(COMMANDS.validate!).map(optionCells)),
  "options of others": () => {
    const { validate: _, ...others } = COMMANDS;
    const rows = new Map<string, string[]>();
    for (const [name, entry] of Object.entries(others))
      for (const option of shownOptions(entry)) {
        const key = JSON.stringify(optionCells(option));
        rows.set(key, [...(rows.get(key) ?? []), code(name)]);
      }
    return tableOf(
      ["option", "what it does", "of"],
      [...rows].map(([key, names]) => [...(JSON.parse(key) as string[]), names.join(", ")]),
    );
  },
});
