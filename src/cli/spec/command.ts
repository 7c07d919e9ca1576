/** `preflight spec …`: commands for product teams. What a command does is loaded when it runs. */
import type { Command } from "commander";
import { collecting, moment } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";
import type { SpecCheckOptions } from "./check.ts";
import type { SpecImpactOptions } from "./impact.ts";
import type { SpecImportOptions } from "./import.ts";
import type { SpecInitOptions } from "./init.ts";
import type { SpecTestOptions } from "./test.ts";

export function addSpec(program: Command, session: Session): void {
  const spec = program
    .command("spec")
    .summary("work on spec packages")
    .description("Commands for product teams that write the rules of their product.");
  addSpecInit(spec, session);
  addSpecImport(spec, session);
  addSpecCheck(spec, session);
  addSpecTest(spec, session);
  addSpecPreview(spec, session);
  addSpecDiff(spec, session);
  addSpecImpact(spec, session);
}

interface Watching {
  readonly watch?: boolean;
}

/** `--watch` runs a command again whenever one of its files changes. */
async function runOrWatch(
  { terminal, finish }: Session,
  { watch }: Watching,
  paths: readonly string[],
  run: () => Promise<number>,
): Promise<void> {
  if (watch !== true) return finish(await run());
  const { runWatching } = await import("../terminal/watch.ts");
  finish(await runWatching(paths, terminal, run));
}

function addSpecInit(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("init")
    .summary("start a spec package")
    .description("Writes a small spec package that can be used, to start from.")
    .argument("[file]", "where to write it", "spec-package.json")
    .requiredOption("--product <name>", "the product that publishes the package")
    .requiredOption("--domain <name>", "what people propose, such as map-layer")
    .option("--title <text>", "what the domain is called")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec init --product my-shop --domain item
  preflight spec init rules/item.json --product my-shop --domain item

Exit codes: 0 written, 2 could not be written.`,
    )
    .action(async (file: string, options: SpecInitOptions) => {
      const { runSpecInit } = await import("./init.ts");
      finish(await runSpecInit(file, options, terminal));
    });
}

function addSpecImport(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("import")
    .summary("turn a JSON Schema into a spec package")
    .description(
      "Turns a JSON Schema (draft-07 or 2020-12, JSON or YAML) into a spec package, and reports what was kept, translated and left out.",
    )
    .argument("<schema>", "the schema; - reads standard input")
    .requiredOption("--product <name>", "the product that publishes the package")
    .option("--domain <name>", "the domain; made from the file's name if it is not given")
    .option("--title <text>", "what the domain is called; the schema's title if it is not given")
    .addOption(
      collecting(
        "--example <file>",
        "a candidate that should pass (repeatable); one is made if none is given",
      ),
    )
    .option("--out <file>", "where to write the package; standard output if it is not given")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec import server.schema.json --product registry --out server.json
  preflight spec import schema.json --product shop --domain item --example good.json > item.json

Exit codes: 0 imported, 1 the schema cannot be used, 2 could not be read or written.`,
    )
    .action(async (file: string, options: SpecImportOptions) => {
      const { runSpecImport } = await import("./import.ts");
      finish(await runSpecImport(file, options, terminal));
    });
}

function addSpecCheck(spec: Command, session: Session): void {
  const { terminal } = session;
  spec
    .command("check")
    .summary("check a spec package")
    .description("Compiles a spec package, proves it by its own examples, and gives advice.")
    .argument("<file>", "the spec package; - reads standard input")
    .addOption(collecting("--silence <code>", "leave out advice of this code (repeatable)"))
    .option("--watch", "check again whenever the file changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec check rules.json
  preflight spec check rules.json --silence list-unbounded
  preflight spec check rules.json --watch

Exit codes: 0 usable, 1 refused, 2 could not be read.`,
    )
    .action(async (file: string, options: SpecCheckOptions & Watching) => {
      const { runSpecCheck } = await import("./check.ts");
      await runOrWatch(session, options, [file], () => runSpecCheck(file, options, terminal));
    });
}

function addSpecTest(spec: Command, session: Session): void {
  const { terminal } = session;
  spec
    .command("test")
    .summary("run the examples of a spec package, and your own cases")
    .description(
      'Runs the examples of a spec package, and candidates in files and folders. A file with "candidate" and "expect" must give exactly those diagnostics. Any other file is a candidate: in a folder called "invalid" it must fail, everywhere else it must pass.',
    )
    .argument("<file>", "the spec package")
    .argument("[cases...]", "files or folders")
    .addOption(
      collecting(
        "--registry <file>",
        "the product's registry for the cases, or name=file for one that the package declares; the examples' own if it is not given",
      ),
    )
    .option("--watch", "run again whenever one of the files changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec test rules.json
  preflight spec test rules.json cases/ --watch
  preflight spec test rules.json cases/ --registry registry.json

Exit codes: 0 everything as expected, 1 not, 2 could not be read.`,
    )
    .action(async (file: string, cases: string[], options: SpecTestOptions & Watching) => {
      const { runSpecTest } = await import("./test.ts");
      await runOrWatch(session, options, [file, ...cases], () => runSpecTest(file, cases, options, terminal));
    });
}

function addSpecPreview(spec: Command, session: Session): void {
  const { terminal } = session;
  spec
    .command("preview")
    .summary("show what people who write proposals will see")
    .description("Prints the members, rules, example and messages of a spec package.")
    .argument("<file>", "the spec package; - reads standard input")
    .option("--watch", "print again whenever the file changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec preview rules.json

Exit codes: 0 printed, 2 could not be read or used.`,
    )
    .action(async (file: string, options: Watching) => {
      const { runSpecPreview } = await import("./preview.ts");
      await runOrWatch(session, options, [file], () => runSpecPreview(file, terminal));
    });
}

function addSpecDiff(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("diff")
    .summary("compare two versions of a spec package")
    .description("Lists what a new version changes, and whether its version number says so.")
    .argument("<old>", "the version in use")
    .argument("<new>", "the version to publish")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec diff rules-1.0.0.json rules.json

Exit codes: 0 the version number fits, 1 it is raised too little, 2 could not be read or used.`,
    )
    .action(async (old: string, now: string) => {
      const { runSpecDiff } = await import("./diff.ts");
      finish(await runSpecDiff(old, now, terminal));
    });
}

function addSpecImpact(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("impact")
    .summary("tell which verdicts a new version changes")
    .description(
      "Checks candidates by two versions of a spec package and tells which verdicts change, and by which rule.",
    )
    .argument("<old>", "the version in use")
    .argument("<new>", "the version to publish")
    .argument("<candidates...>", "files or folders")
    .addOption(
      collecting(
        "--registry <file>",
        "the product's registry, empty if it is not given, or name=file for one that the package declares",
      ),
    )
    .option("--at <date>", "judge as of this moment, such as 2027-01-01", moment)
    .option("--simulate", "judge as if every rule were in force")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec impact rules-1.0.0.json rules.json proposals/
  preflight spec impact rules-1.0.0.json rules.json proposals/ --at 2027-01-01

Exit codes: 0 everything that passes still passes, 1 not, 2 could not be checked.`,
    )
    .action(async (old: string, now: string, candidates: string[], options: SpecImpactOptions) => {
      const { runSpecImpact } = await import("./impact.ts");
      finish(await runSpecImpact(old, now, candidates, options, terminal));
    });
}
