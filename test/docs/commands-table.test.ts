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
const usage = ({ name, args = [] }: CommandEntry) => [name, ...args.map((each) => each.name)].join(" ");

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
  "options of others": () =>
    tableOf(
      ["command", "option", "what it does"],
      COMMANDS.filter(({ name }) => name !== "validate").flatMap((entry) =>
        shownOptions(entry).map((option, index) => [
          index === 0 ? code(usage(entry)) : "",
          ...optionCells(option),
        ]),
      ),
    ),
});
