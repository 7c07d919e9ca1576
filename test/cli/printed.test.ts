/** What is printed for people to paste works as it is printed: in the help, on the pages, and by the command itself. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runProgram } from "../../src/cli/program.ts";
import { SETTINGS } from "../../src/service/settings/settings.ts";
import { cliLine, curlLine } from "../../web/state/submission.ts";
import { projectFolder } from "../support/built.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const read = (path: string) => readFileSync(join(projectFolder, path), "utf8");
const filesIn = (folder: string, names: RegExp) =>
  readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => names.test(path) && !/node_modules|^dist|^\.git\b/.test(path))
    .map((path) => join(folder, path));

const PAGES = [
  ...["README.md", "action.yml", ".pre-commit-hooks.yaml"],
  ...filesIn("docs", /\.md$/),
  ...filesIn("examples", /\.md$/),
  ...filesIn("deploy", /\.(ya?ml|cfg|service|json)$|Dockerfile$/),
  ...filesIn("editors", /\.(md|json)$/),
];
const SOURCES = [...filesIn("src", /\.tsx?$/), ...filesIn("web", /\.tsx?$/)];

/** The words of a line of shell up to what is not the command's any more. */
function wordsOf(line: string): string[] {
  const words = line.match(/'[^']*'|(?:[^\s"'|<>;&#)`]|"[^"]*")+|[|<>;&#)`]/g) ?? [];
  const end = words.findIndex((word) => /^[|<>;&#)`]$/.test(word));
  return words.slice(0, end < 0 ? undefined : end).map((word) => word.replaceAll(/['"]/g, ""));
}

const NAMES = [...new Set(Object.keys(COMMANDS).map((name) => name.split(" ")[0]))].join("|");
const CALL = new RegExp(`(?:\\bpreflight|npx (?:--yes )?proposal-preflight) ((?:${NAMES})\\b[^\\n]*)`, "g");
const callsIn = (text: string) => [...text.matchAll(CALL)].map(([, line]) => wordsOf(line!));

const parsed = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, entry]) => [name, { ...entry, run: async () => 0 }]),
);

/** What the parser says against a call. */
async function complaintOf(words: readonly string[]): Promise<string> {
  let complaint = "";
  const stream = { write: (text: string) => (complaint += text), on: () => undefined };
  const streams = { stdout: { ...stream, write: () => undefined }, stderr: stream, env: {} };
  const code = await runProgram(words, "1.0.0", streams, parsed);
  return code === 0 ? "" : complaint;
}

test.each(Object.entries(COMMANDS).map(([name, { examples }]) => [name, examples] as const))(
  "the examples of %s can be called",
  async (_, examples) => {
    const calls = callsIn(examples.join("\n"));
    expect(calls.length).toBeGreaterThan(0);
    for (const words of calls) expect([words, await complaintOf(words)]).toEqual([words, ""]);
  },
);

test("the pages and the workbench show commands and options that there are", async () => {
  let count = 0;
  for (const path of [...PAGES, ...filesIn("web", /\.tsx?$/)])
    for (const words of callsIn(read(path))) {
      count++;
      const complaint = await complaintOf(words);
      // In a sentence, a command stands for all its calls.
      if (/missing required argument|required option/.test(complaint)) continue;
      expect([path, words, complaint]).toEqual([path, words, ""]);
    }
  expect(count).toBeGreaterThan(50);
});

test("variables that any page or message names are read by the service or the command", () => {
  const settings = Object.values(SETTINGS).flatMap(({ name, isSecret }) => [
    name,
    ...(isSecret ? [`${name}_FILE`] : []),
  ]);
  // The last three are of others: a host of agents puts one into a header, and the identity service reads the others.
  const known = new Set([
    ...settings,
    "PREFLIGHT_API_KEY",
    "PREFLIGHT_VERSION",
    "PREFLIGHT_AUTHORIZATION",
    "PREFLIGHT_URL",
    "PREFLIGHT_PUBLIC_URL",
  ]);
  /** What Kubernetes sets, and the beginning of all names. */
  const others = /^PREFLIGHT_(?:PORT|SERVICE_HOST|SERVICE_PORT)?$/;
  for (const path of [...PAGES, ...SOURCES]) {
    const named = read(path).match(/\b(?:PREFLIGHT|OTEL)_[A-Z_]*\b/g) ?? [];
    expect([
      path,
      named.filter((name) => !known.has(name) && !others.test(name) && name !== "OTEL_"),
    ]).toEqual([path, []]);
  }
});

const folder = makeFolder();
/** Runs a line as it was printed. */
const paste = (line: string, environment = {}) => {
  const [program, ...words] = wordsOf(line);
  expect(program).toBe("preflight");
  return preflight(words, { cwd: folder.path, environment });
};

test("init prints how to check by the same rules, and validate how to have its codes explained by them", async () => {
  const spec = join(projectFolder, "examples/mcp-server/spec-package.json");
  const { stdout } = await preflight(["init", "a server.json", "--spec", spec], { cwd: folder.path });
  const [, places, hint] = /^ {2}(\d+) places? to fill in: (.*)$/m.exec(stdout)!;
  const checked = await paste(hint!);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain(`${places} errors in 1 file`);
  const explained = await paste(/→ (preflight explain .*)$/m.exec(checked.stdout)![1]!);
  expect(explained).toMatchObject({ code: 0, stderr: "" });
});

test("validate prints how to have the codes of a configuration explained, from any folder", async () => {
  const spec = read("docs/dashboard-theme.json");
  folder.write("mono/shop/the rules.json", spec);
  const theme = JSON.parse(spec).examples.valid[0].candidate;
  theme.colours[0].role = "bg";
  folder.write("mono/shop/night.json", JSON.stringify(theme));
  folder.write(
    "mono/shop/preflight.config.json",
    JSON.stringify({ files: [{ include: ["night.json"], spec: "the rules.json" }] }),
  );
  const { stdout } = await preflight(["validate", "mono/shop"], { cwd: folder.path });
  const hint = /→ (preflight explain .*)$/m.exec(stdout)![1]!;
  expect(hint).toBe("preflight explain role-unknown --spec 'mono/shop/the rules.json'");
  expect(await paste(hint)).toMatchObject({ code: 0, stderr: "" });
});

test("a name that looks like an option is printed as the name of a file", async () => {
  folder.write("-draft.json", FAULTY);
  const cwd = folder.path;
  const { stdout } = await preflight(["validate", "--", "-draft.json"], { cwd });
  const fixed = await paste(/can be fixed: (preflight .*)$/m.exec(stdout)![1]!);
  expect(fixed).toMatchObject({ code: 0, stdout: expect.stringContaining("2 fixed") });
});

test("submit prints how to build, build how to submit, and the page how to submit what it saves", async () => {
  const environment = { PREFLIGHT_API_KEY: "ai_0123456789abcdef0123" };
  const received: unknown[] = [];
  const product = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    received.push([request.headers.authorization, request.headers["idempotency-key"], body]);
    response.writeHead(201, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/api/proposals`;

  folder.write("a card.json", VALID);
  const refused = await preflight(["submit", "a card.json"], { cwd: folder.path });
  expect(refused.code).toBe(2);
  const built = await paste(/preflight build .*/.exec(refused.stderr)![0]);
  expect(built.code).toBe(0);
  const { proposalPackage, submission } = JSON.parse(folder.read("a card.package.json"));
  const next = /preflight submit .*/.exec(built.stdout)![0];
  expect(await paste(`${next} --to ${url}`, environment)).toMatchObject({ code: 0 });

  // The page saves the package alone.
  folder.write("proposal-package.json", JSON.stringify(proposalPackage, null, 2));
  const result = { valid: true, proposalPackage, submission: { ...submission, url } } as Parameters<
    typeof curlLine
  >[0];
  expect(await paste(cliLine("proposal-package.json", result), environment)).toMatchObject({ code: 0 });
  expect(curlLine(result)).toContain("$PREFLIGHT_API_KEY");
  const sent = [
    `Bearer ${environment.PREFLIGHT_API_KEY}`,
    submission.headers["Idempotency-Key"],
    { proposalPackage },
  ];
  expect(received).toEqual([sent, sent]);
  product.close();
});
