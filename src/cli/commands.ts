/**
 * Every command with its arguments, options and examples, as data. The parser, the help, the completion scripts and
 * the tables of docs/cli.md are made from it. What a command does is loaded when it runs.
 */
import { InvalidArgumentError } from "commander";
import { readDate, readTimestamp } from "../core/values/time.ts";
import type { Commands, Groups, Run } from "./command-entry.ts";
import type { Shell } from "./completion.ts";
import { FORMATS } from "./reports/outputs.ts";
import { paragraph } from "./terminal/text.ts";

const repeatable = (text: string) => ({ text, isRepeatable: true });

/** An option with a value that is `wanted`; `read` gives undefined for any other. */
const reading = (text: string, wanted: string, read: (word: string) => unknown) => ({
  text,
  read(word: string): unknown {
    const value = read(word);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${wanted}.`);
    return value;
  },
});

const wholeNumber = (text: string, least: number) =>
  reading(text, `a whole number from ${least} on`, (word) =>
    /^\d{1,9}$/.test(word) && Number(word) >= least ? Number(word) : undefined,
  );

const httpUrl = (text: string) =>
  reading(text, "an http or https URL, such as https://shop.example/proposals", (word) =>
    /^https?:\/\//i.test(word) && URL.canParse(word) ? word : undefined,
  );

const codeList = (text: string) => ({
  text,
  read: (word: string) => word.split(",").map((code) => code.trim()),
  whenRepeated: "Separate several codes by commas.",
});

const SPEC = {
  "--spec <file>": repeatable("a spec package to check against (repeatable)"),
  "--registry <file>": repeatable(
    "the registry of the spec package given at the same position, or name=file for one that a package declares",
  ),
};
const MOMENT = {
  // In milliseconds, as the checks read it.
  "--at <date>": reading(
    "judge as of this moment, such as 2027-01-01",
    "a date such as 2027-01-01 or 2027-01-01T00:00:00Z",
    (word) => readTimestamp(word) ?? readDate(word),
  ),
  "--simulate": "judge as if every rule were in force",
};
const EACH = {
  "--each":
    "check each item of a JSON list, or each line, as a record of its own; .ndjson and .jsonl need no option",
};
const KEY_FILE = { "--key-file <file>": "read the key from a file instead" };
const SERVER = {
  "--server <url>": "ask a service instead; its key is read from PREFLIGHT_API_KEY",
  ...KEY_FILE,
};
/** Who checks: files of this machine, or a service. */
const CHECKER = {
  "--domain <product/domain>": "what the files are proposals for, if there are several",
  ...SPEC,
  ...MOMENT,
  ...SERVER,
};
const FORCE = { "--force": "replace a file that is there" };
const PRODUCT = { "--product <name>": { text: "the product that publishes the package", isRequired: true } };
const PRETTY_OR_JSON = {
  "--format <format>": { text: "how to report", choices: ["pretty", "json"], otherwise: "pretty" },
};
const PACKAGE = { "<file>": "the spec package; - reads standard input" };
const VERSIONS = { "<old>": "the version in use", "<new>": "the version to publish" };

/** `--watch` runs a command again whenever one of the files changes that its arguments name. */
function runOrWatch(load: () => Promise<Run>): Run {
  return async (args, options, session) => {
    const run = await load();
    if (options.watch !== true) return run(args, options, session);
    const { runWatching } = await import("./terminal/watch.ts");
    return runWatching(args.flat(), session.terminal, () => run(args, options, session));
  };
}

/** The groups of commands, with what they are about. */
export const GROUPS: Groups = {
  spec: {
    summary: "work on spec packages",
    about: "Commands for product teams that write the rules of their product.",
  },
};

export const COMMANDS: Commands = {
  init: {
    summary: "start a proposal",
    about:
      "Writes a proposal to start from: every required member, with TODO where something has to be written.",
    args: { "[file]": "the file to write, JSON or YAML by its name (default: proposal.json)" },
    options: {
      "--set <member=value>": repeatable("fill in a member, by name or JSON Pointer (repeatable)"),
      "--example": "write the example of the rules instead",
      ...FORCE,
      ...CHECKER,
    },
    examples: [
      "preflight init",
      "preflight init proposal.yaml --set /owner/id=ada@example.org",
      "preflight init example.json --example",
    ],
    run: async (...given) => (await import("./init/run.ts")).startProposal(...given),
  },
  validate: {
    summary: "check proposals and report every problem",
    about: "Checks proposals in JSON or YAML and reports every problem with its place and how to fix it.",
    args: {
      "[file...]":
        "files, directories or quoted globs; - reads standard input; none: those of the configuration",
    },
    options: {
      ...CHECKER,
      "--format <format>": {
        text: "how to report on standard output",
        choices: FORMATS,
        whenRepeated: "Use --output FORMAT=FILE for further reports.",
      },
      "--output <format=file>": repeatable(
        "write a further report into a file; - is standard output (repeatable)",
      ),
      "--fix [level]": {
        text: "write safe fixes into the files; =suggested also writes guesses that lose nothing",
        choices: ["safe", "suggested"],
        leavesArguments: true,
      },
      "--diff": "show what --fix would change, and change nothing; exit with 1 if there is something",
      "--staged": "check what the next Git commit would hold, as it is staged",
      "--changed [commit]": {
        text: "check the files that differ from a Git commit, written --changed=commit (default: HEAD)",
        leavesArguments: true,
      },
      "--only <codes>": codeList("report these codes alone, separated by commas"),
      "--skip <codes>": codeList("leave these codes out, separated by commas"),
      "--quiet":
        "report errors alone, and nothing where there are none; warnings too if their number is limited",
      "--force-exclude": "pass over named files that the configuration does not cover, as hooks need it",
      "--stdin-filename <name>":
        "read standard input as this file; with --fix, write the fixed text to standard output",
      ...EACH,
      "--identity <pointer>":
        "where the id of a file or record stands; its own entry of the registry is not in its way, and an id taken twice is reported at the end",
      "--threads <n>": wholeNumber("how many threads check what takes long (default: one for each core)", 1),
      "--baseline <file>": "do not report the faults that this file lists",
      "--write-baseline": "write what is wrong now into the baseline",
      "--config <file>":
        "use this configuration; otherwise the preflight.config.json nearest above each file",
      "--no-config": "use no configuration",
      "--watch": "check again whenever a file changes",
      "--max-warnings <n>": wholeNumber("exit with 1 if there are more warnings than this", 0),
    },
    examples: [
      "preflight validate proposal.json",
      "preflight validate proposals/ --fix --max-warnings 0",
      "preflight validate proposal.yaml --fix=suggested",
      'preflight validate "proposals/**/*.yaml" --fix --diff',
      "preflight validate proposals/ --output sarif=report.sarif",
      "preflight validate --stdin-filename draft.yaml --fix < draft.yaml",
      "preflight validate --each --format ndjson - < records.ndjson",
    ],
    after: "Exit codes: 0 valid (warnings included), 1 invalid or differs, 2 not checked.",
    run: async (...given) => (await import("./validate/run.ts")).runValidate(...given),
  },
  build: {
    summary: "build the package to submit",
    about:
      "Builds the normalized package of a valid proposal. The same proposal, rules and registry always give the same bytes.",
    args: { "<file>": "the proposal; - reads standard input" },
    options: {
      "-o, --output <file>":
        "where to write the package; - is standard output (default: FILE.package.json beside the proposal)",
      "--force": "replace a file that is not a built package",
      "--submission-url <url>": httpUrl("where the product accepts proposals, for a package of --spec"),
      ...CHECKER,
    },
    examples: [
      "preflight build proposal.yaml",
      "preflight build proposal.json -o - | jq .proposalPackage.digest",
    ],
    after: "Exit codes: 0 built, 1 invalid, 2 could not be built.",
    run: async (...given) => (await import("./build/run.ts")).buildPackage(...given),
  },
  submit: {
    summary: "send a built package to its product",
    about:
      "Sends a built package to the target product, with the idempotency key of the package: sending it again is safe. The key of the product is read from PREFLIGHT_API_KEY.",
    args: { "<package>": "what `preflight build` wrote or a page saved; - reads standard input" },
    options: {
      "--to <url>": httpUrl("where to send it, if the package does not say"),
      ...KEY_FILE,
    },
    examples: [
      "preflight submit proposal.package.json",
      "preflight submit proposal.package.json --key-file ~/.preflight-key",
      "preflight build proposal.yaml -o - | preflight submit -",
    ],
    after: "Exit codes: 0 recorded (now or before), 1 refused, 2 could not be sent.",
    run: async (...given) => (await import("./submit/run.ts")).submitPackage(...given),
  },
  domains: {
    summary: "list what can be proposed",
    about: "Lists the kinds of proposal. With --domain, also how a candidate is written.",
    options: { ...CHECKER, ...PRETTY_OR_JSON },
    examples: ["preflight domains", "preflight domains --server https://preflight.example --format json"],
    run: async (...given) => (await import("./domains/run.ts")).listDomains(...given),
  },
  explain: {
    summary: "explain a diagnostic code",
    about:
      "Says what a diagnostic code means, how to fix it, and shows an example that fails and one that passes.",
    args: { "[code]": { text: "such as member-unknown; all codes are listed without one", isFile: false } },
    options: SPEC,
    examples: ["preflight explain member-unknown", "preflight explain --spec rules.json"],
    run: async (...given) => (await import("./explain/run.ts")).runExplain(...given),
  },
  lsp: {
    summary: "serve an editor: problems while typing, fixes, help",
    about:
      "Speaks the Language Server Protocol over standard input and output. It checks the files that preflight.config.json names, the configuration itself, and spec packages.",
    options: {
      ...CHECKER,
      "--config <file>": "use this configuration; otherwise it is looked for above each file",
      "--stdio": { text: "the only way to talk to it, which editors may name", isHidden: true },
    },
    examples: ["preflight lsp", "preflight lsp --spec rules.json"],
    after: "docs/editors.md shows how to set up VS Code, Neovim, Helix and Zed.",
    run: async (...given) => (await import("./lsp/serve.ts")).serveLsp(...given),
  },
  mcp: {
    summary: "serve the tools to an agent host",
    about:
      "Serves the three tools and the spec packages over standard input and output, for agent hosts that start MCP servers as a command.",
    options: { ...SPEC, ...SERVER },
    examples: [
      "preflight mcp",
      "preflight mcp --server https://preflight.example --key-file ~/.preflight-key",
      "claude mcp add preflight -- npx --yes proposal-preflight mcp",
    ],
    run: async (...given) => (await import("./mcp/serve.ts")).serveMcp(...given),
  },
  serve: {
    summary: "start the service",
    about:
      "Starts the HTTP and MCP service. It is configured by environment variables, which docs/operating.md describes at length.",
    async before() {
      const { SETTINGS } = await import("../service/settings/settings.ts");
      const lines = Object.values(SETTINGS).map(({ name, text }) => {
        const firstSentence = text.replace(/(?:, see [^.]*)?\.(?: .*)?$/s, "").replaceAll("`", "");
        return paragraph(firstSentence, 80, " ".repeat(31), `  ${name.padEnd(29)}`);
      });
      return `Environment:\n${lines.join("")}`;
    },
    examples: ["preflight serve", "PORT=3000 PREFLIGHT_API_KEYS=ai_0123456789abcdef0123 preflight serve"],
    // The service is a program of its own, which reads the environment and ends the process itself.
    run: () => import(new URL("../service/server/main.js", import.meta.url).href).then(() => undefined),
  },
  completion: {
    summary: "print a completion script for a shell",
    about: "Prints a script that completes commands, options and file names.",
    args: {
      "<shell>": { text: "the shell that reads it", choices: ["bash", "zsh", "fish"], isFile: false },
      "[words...]": {
        text: "the words so far, which the script passes to learn what may follow",
        isFile: false,
      },
    },
    examples: [
      'eval "$(preflight completion bash)"',
      'preflight completion zsh > "$' + '{fpath[1]}/_preflight"',
      "preflight completion fish > ~/.config/fish/completions/preflight.fish",
    ],
    async run([shell, words]: readonly [shell: Shell, words: readonly string[]], _, { terminal }) {
      const { completionsOf, SCRIPTS } = await import("./completion.ts");
      terminal.write(words.length === 0 ? SCRIPTS[shell] : completionsOf(shell, words, COMMANDS, GROUPS));
    },
  },
  "spec init": {
    summary: "start a spec package",
    about: "Writes a small spec package that can be used, to start from.",
    args: { "[file]": { text: "where to write it", otherwise: "spec-package.json" } },
    options: {
      ...PRODUCT,
      "--domain <name>": { text: "what people propose, such as map-layer", isRequired: true },
      "--title <text>": "what the domain is called",
      ...FORCE,
    },
    examples: [
      "preflight spec init --product my-shop --domain item",
      "preflight spec init rules/item.json --product my-shop --domain item",
    ],
    after: "Exit codes: 0 written, 2 could not be written.",
    run: async (...given) => (await import("./spec/make.ts")).runSpecInit(...given),
  },
  "spec import": {
    summary: "turn a JSON Schema into a spec package",
    about:
      "Turns a JSON Schema (draft-07 or 2020-12, JSON or YAML) into a spec package, and reports what was kept, translated and left out.",
    args: { "<schema>": "the schema; - reads standard input" },
    options: {
      ...PRODUCT,
      "--domain <name>": "the domain; made from the file's name if it is not given",
      "--title <text>": "what the domain is called; the schema's title if it is not given",
      "--example <file>": repeatable(
        "a candidate that should pass (repeatable); one is made if none is given",
      ),
      "--strict": "exit with 1 if something is not imported",
      "-o, --output <file>": "where to write the package; standard output if it is not given",
      ...FORCE,
    },
    examples: [
      "preflight spec import server.schema.json --product registry -o server.json",
      "preflight spec import schema.json --product shop --domain item --example good.json > item.json",
    ],
    after:
      "Exit codes: 0 imported, 1 the schema cannot be used or, with --strict, not all of it, 2 could not be read or written.",
    run: async (...given) => (await import("./spec/make.ts")).runSpecImport(...given),
  },
  "spec check": {
    summary: "check a spec package",
    about: "Compiles a spec package, proves it by its own examples, and gives advice.",
    args: PACKAGE,
    options: { "--watch": "check again whenever the file changes" },
    examples: ["preflight spec check rules.json", "preflight spec check rules.json --watch"],
    after: "Exit codes: 0 usable, 1 refused, 2 could not be read.",
    run: runOrWatch(async () => (await import("./spec/show.ts")).runSpecCheck),
  },
  "spec test": {
    summary: "run the examples of a spec package, and your own cases",
    about:
      'Runs the examples of a spec package, and candidates in files and folders. A file with "candidate" and "expect" must give exactly those diagnostics. Any other file is a candidate: in a folder called "invalid" it must fail, everywhere else it must pass.',
    args: { "<file>": "the spec package", "[cases...]": "files or folders" },
    options: {
      "--registry <file>": repeatable(
        "the product's registry for the cases, or name=file for one that the package declares; the examples' own if it is not given",
      ),
      ...EACH,
      "--watch": "run again whenever one of the files changes",
    },
    examples: [
      "preflight spec test rules.json",
      "preflight spec test rules.json cases/ --watch",
      "preflight spec test rules.json cases/ --registry registry.json",
    ],
    after: "Exit codes: 0 everything as expected, 1 not, 2 could not be read.",
    run: runOrWatch(async () => (await import("./spec/test.ts")).runSpecTest),
  },
  "spec schema": {
    summary: "print the candidates of a spec package as JSON Schema",
    about: "Prints a JSON Schema 2020-12 of the candidates, with the lists of the package as enums.",
    args: PACKAGE,
    options: {
      "--strict": "for model APIs: every object closed, every member required, optional ones nullable",
    },
    examples: ["preflight spec schema rules.json", "preflight spec schema rules.json --strict"],
    after: "Exit codes: 0 printed, 2 could not be read or used.",
    run: async (...given) => (await import("./spec/show.ts")).runSpecSchema(...given),
  },
  "spec preview": {
    summary: "show what people who write proposals will see",
    about: "Prints the members, rules, example and messages of a spec package.",
    args: PACKAGE,
    options: { "--watch": "print again whenever the file changes" },
    examples: ["preflight spec preview rules.json"],
    after: "Exit codes: 0 printed, 2 could not be read or used.",
    run: runOrWatch(async () => (await import("./spec/show.ts")).runSpecPreview),
  },
  "spec diff": {
    summary: "compare two versions of a spec package",
    about: "Lists what a new version changes, and whether its version number says so.",
    args: VERSIONS,
    examples: ["preflight spec diff rules-1.0.0.json rules.json"],
    after: "Exit codes: 0 the version number fits, 1 it is raised too little, 2 could not be read or used.",
    run: async (...given) => (await import("./spec/show.ts")).runSpecDiff(...given),
  },
  "spec impact": {
    summary: "tell which verdicts a new version changes",
    about:
      "Checks candidates by two versions of a spec package and tells which verdicts change, and by which rule.",
    args: { ...VERSIONS, "<candidates...>": "files or folders" },
    options: {
      "--registry <file>": repeatable(
        "the product's registry, empty if it is not given, or name=file for one that the package declares",
      ),
      ...EACH,
      ...MOMENT,
      ...PRETTY_OR_JSON,
    },
    examples: [
      "preflight spec impact rules-1.0.0.json rules.json proposals/",
      "preflight spec impact rules-1.0.0.json rules.json proposals/ --at 2027-01-01",
    ],
    after: "Exit codes: 0 everything that passes still passes, 1 not, 2 could not be checked.",
    run: async (...given) => (await import("./spec/test.ts")).runSpecImpact(...given),
  },
};
