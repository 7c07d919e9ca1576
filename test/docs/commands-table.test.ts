/** The tables of docs/cli.md are those of the command. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CommandEntry } from "../../src/cli/command-entry.ts";
import { COMMANDS, GROUPS } from "../../src/cli/commands.ts";
import { isUpdating } from "./claim.ts";

const page = new URL("../../docs/cli.md", import.meta.url);
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

const cell = (text: string) => text.replaceAll("|", "\\|");
const optionRow = ({ flags, text }: { flags: string; text: string }) =>
  `| \`${cell(flags)}\` | ${cell(text)} |`;
const shownOptions = ({ options = [] }: CommandEntry) => options.filter(({ isHidden }) => !isHidden);
const usage = ({ name, args = [] }: CommandEntry) => [name, ...args.map((each) => each.name)].join(" ");

const TABLES: Readonly<Record<string, () => string[]>> = {
  commands: () => [
    "| command | what it does |",
    "|---|---|",
    ...[
      ...COMMANDS.filter(({ name }) => !name.includes(" ")),
      ...[...GROUPS].map(([name, group]) => ({ name, ...group })),
    ].map(({ name, summary }) =>
      LINKS[name] === undefined
        ? `| \`${name}\` | ${summary} |`
        : `| [\`${name}\`](${LINKS[name]}) | ${summary} |`,
    ),
  ],
  "options of validate": () => [
    "| option | what it does |",
    "|---|---|",
    ...shownOptions(COMMANDS.find(({ name }) => name === "validate")!).map(optionRow),
  ],
  "options of others": () => [
    "| command | option | what it does |",
    "|---|---|---|",
    ...COMMANDS.filter(({ name }) => name !== "validate").flatMap((entry) =>
      shownOptions(entry).map(
        (option, index) => `| ${index === 0 ? `\`${usage(entry)}\`` : ""} ${optionRow(option)}`,
      ),
    ),
  ],
};

test.each(Object.keys(TABLES))(
  "the table of %s is made from the commands (to update it, run npm run docs)",
  (name) => {
    const table = `${TABLES[name]!().join("\n")}\n`;
    const text = readFileSync(page, "utf8");
    const place = new RegExp(`(?<=<!-- ${name} -->\n)(?:\\|.*\n)+`);
    const made = text.replace(place, () => table);
    if (isUpdating) writeFileSync(page, made);
    else expect(place.exec(text)?.[0]).toBe(table);
  },
);
