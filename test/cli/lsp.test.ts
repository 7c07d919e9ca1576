/** `preflight lsp` as an editor uses it: one process for most of this file. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CodeAction, CompletionList, Diagnostic, Hover } from "vscode-languageserver";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { makeFolder } from "./command.ts";
import { type Editor, startEditor } from "./editor.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";
import { preflightWithInput, startPreflight } from "./spawned.ts";

const project = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const PACKAGE = project("spec-packages/datagen/generator-option.json");

const folder = makeFolder();
let status = 200;
const rulesServer = createServer((_, answer) => answer.writeHead(status).end(PACKAGE));
let service: InProcessService;
let editor: Editor;

beforeAll(async () => {
  await new Promise<void>((resolve) => rulesServer.listen(0, "127.0.0.1", resolve));
  service = await startServiceHere({});
  folder.write("rules.json", PACKAGE);
  folder.write("manifest.json", project("examples/home-assistant-manifest/spec-package.json"));
  folder.write(
    "integrations.json",
    JSON.stringify({ integrations: [{ domain: "http" }, { domain: "mqtt" }] }),
  );
  folder.write("models.json", JSON.stringify({ models: [] }));
  const remote = `http://127.0.0.1:${(rulesServer.address() as AddressInfo).port}`;
  folder.write(
    "preflight.config.json",
    JSON.stringify({
      files: [
        { include: ["proposals/**"], spec: "rules.json" },
        {
          include: ["manifests/*"],
          spec: "manifest.json",
          registries: { integrations: "integrations.json", "homekit-models": "models.json" },
        },
        { include: ["served/*"], server: service.url },
        { include: ["fetched/*"], spec: `${remote}/rules.json` },
        { include: ["late/*"], spec: `${remote}/late.json` },
        { include: ["unreachable/*"], spec: "http://127.0.0.1:9/rules.json" },
      ],
    }),
  );
  editor = await startEditor(folder.path, [], {
    XDG_CACHE_HOME: join(folder.path, ".cache"),
    PREFLIGHT_API_KEY: service.key,
  });
});

afterAll(async () => {
  expect(await editor?.stop()).toBe(0);
  await service?.stop();
  rulesServer.close();
});

/** Each finding as its code and the text that is underlined. */
function underlined(name: string, diagnostics: readonly Diagnostic[]): [unknown, string][] {
  const lines = editor.text(name).split("\n");
  return diagnostics.map(({ code, range: { start, end } }) => [
    code,
    start.line === end.line
      ? lines[start.line]!.slice(start.character, end.character)
      : `${start.line}-${end.line}`,
  ]);
}

describe("a proposal", () => {
  test.each([
    ["proposals/faulty.json", FAULTY, '"descripton"', '"int"'],
    ["proposals/faulty.jsonc", `// Ours\n${FAULTY}`, '"descripton"', '"int"'],
    ["proposals/faulty.yaml", FAULTY_YAML, "descripton", "int"],
  ])("%s is underlined while it is typed, and fixed one by one", async (name, text, member, type) => {
    editor.open(name, text);
    expect(underlined(name, await editor.shown(name))).toEqual([
      ["member-unknown", member],
      ["field-type-unknown", type],
    ]);
    const [rename] = await editor.fixes(name);
    expect(rename).toMatchObject({
      title: 'Rename it to "description"',
      kind: "quickfix",
      isPreferred: true,
    });
    const renamed = editor.apply(name, rename);
    expect(renamed).toBe(text.replace("descripton", "description"));
    expect(underlined(name, await editor.shown(name))).toEqual([["field-type-unknown", type]]);
    editor.apply(name, (await editor.fixes(name))[0]);
    expect(await editor.shown(name)).toEqual([]);
  });

  test("a decision is offered as a choice, and nothing applies it unasked", async () => {
    const name = "proposals/decision.json";
    editor.open(name, VALID.replace('"integer"', '"date"').replace("1840", '"03/04/2025"'));
    await editor.shown(name);
    const fixes = await editor.fixes(name);
    expect(fixes.map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
      ['Use "2025-04-03" (your decision)', undefined],
      ['Use "2025-03-04" (your decision)', undefined],
    ]);
    expect(await editor.fixes(name, ["source.fixAll"])).toEqual([]);
  });

  test("everything that is safe is fixed at once, and nothing else", async () => {
    const name = "proposals/safe.yaml";
    const text = FAULTY_YAML.replace("kind: human", "kind: HUMAN").replace("type: string", "type: String");
    editor.open(name, text);
    await editor.shown(name);
    const [all, ...others] = await editor.fixes(name, ["source.fixAll"]);
    expect([all?.kind, others]).toEqual(["source.fixAll.preflight", []]);
    expect(editor.apply(name, all)).toBe(
      text.replace("HUMAN", "human").replace("type: String", "type: string"),
    );
  });

  test("a fault of the file itself has its fix too", async () => {
    const name = "proposals/comma.json";
    editor.open(name, VALID.replace('"realistic"]', '"realistic",]'));
    expect(underlined(name, await editor.shown(name))).toEqual([["trailing-comma", ","]]);
    const [fix] = await editor.fixes(name, ["quickfix"]);
    expect(editor.apply(name, fix)).toBe(VALID);
  });

  test("help: the rule of a place with an example, and what a code means", async () => {
    const name = "proposals/help.yaml";
    editor.open(name, FAULTY_YAML);
    const at = (piece: string, plus: number) =>
      editor.ask<Hover>("hover", name, { position: editor.at(name, piece, plus) });
    const text = ({ contents }: Hover) => (contents as { value: string }).value;
    expect(text(await at("generatorId", 3))).toMatch(
      /^\*\*generatorId\*\* · string · required\n\n.*2 to 64 characters.*\n\nExample: `".+"`$/s,
    );
    const wrong = text(await at("int # sic", 1));
    expect(wrong).toContain("**type** · string · required");
    expect(wrong).toMatch(/\*\*field-type-unknown\*\*: .*\n\nTo fix it: .*\n\nFails: `/s);
  });

  test("members that are missing and words of a list are completed, in an unfinished text too", async () => {
    const name = "proposals/completed.json";
    editor.open(name, '{ "owner": { "kind": "h" }, "gen" ');
    const labels = async (position: object) =>
      (await editor.ask<CompletionList>("completion", name, { position })).items.map(({ label }) => label);
    expect(await labels(editor.at(name, '"gen"', 4))).toEqual(
      expect.arrayContaining(["generatorId", "generatorName", "description"]),
    );
    expect(await labels(editor.at(name, '"gen"', 4))).not.toContain("owner");
    expect(await labels(editor.at(name, '"h"', 2))).toEqual(["human"]);
    editor.open(name.replace("json", "yaml"), `${VALID_YAML}owner2:\n  \n`);
    const yaml = name.replace("json", "yaml");
    const { items } = await editor.ask<CompletionList>("completion", yaml, {
      position: editor.at(yaml, "type: integer", 8),
    });
    expect(items.map(({ textEdit }) => textEdit?.newText)).toContain("integer");
  });

  test("in the whole envelope too, whatever is unfinished", async () => {
    const name = "proposals/envelope.json";
    const text = '{ "targetProduct": "datagen", "domainId": "generator-option", "candidate": { } }';
    editor.open(name, text);
    await editor.shown(name);
    editor.change(name, text.replace("{ }", '{ "ow'));
    const { items } = await editor.ask<CompletionList>("completion", name, {
      position: editor.at(name, '{ "ow', 5),
    });
    expect(items.map(({ label }) => label)).toContain("owner");
  });

  test("registered names are completed where only they may stand", async () => {
    const name = "manifests/manifest.json";
    editor.open(name, '{ "domain": "x", "dependencies": ["mq"] }');
    const { items } = await editor.ask<CompletionList>("completion", name, {
      position: editor.at(name, '"mq"', 3),
    });
    expect(items.map(({ label, textEdit }) => [label, textEdit?.newText])).toEqual([["mqtt", '"mqtt"']]);
  });

  test("a file that the configuration does not name is none of ours", async () => {
    editor.open("other.json", FAULTY);
    expect(await editor.shown("other.json")).toEqual([]);
    expect(await editor.fixes("other.json")).toEqual([]);
  });
});

describe("a spec package", () => {
  const name = "mine.json";
  test("gets the loader's reasons and advice at their places", async () => {
    editor.open(name, PACKAGE.replace('"check": "not-in-registry"', '"check": "not-in-registy"'));
    expect(underlined(name, await editor.shown(name))).toEqual([["check-unknown", '"not-in-registy"']]);
    editor.change(name, PACKAGE);
    const advice = await editor.shown(name);
    expect(advice.map(({ code, severity }) => [code, severity])).toContainEqual(["rule-untried", 2]);
  });

  test("tells which of its examples give something else", async () => {
    editor.change(name, PACKAGE.replace('"code": "text-too-short"', '"code": "text-too-long"'));
    const found = await editor.shown(name);
    expect(found.map(({ code, severity }) => [code, severity])).toContainEqual(["example-fails", 1]);
    expect(found[0]?.message).toContain("text-too-long");
  });
});

describe("the configuration", () => {
  test("is checked and completed as it is typed", async () => {
    const name = "elsewhere/preflight.config.json";
    editor.open(name, '{ "files": [{ "includ": ["*"] }], "format": "xml" }');
    expect(underlined(name, await editor.shown(name))).toEqual([
      ["member-unknown", '"includ"'],
      ["value-not-allowed", '"xml"'],
    ]);
    const { items } = await editor.ask<CompletionList>("completion", name, {
      position: editor.at(name, '"xml"', 1),
    });
    expect(items.map(({ label }) => label)).toContain("sarif");
  });

  test("with faults: they are shown in it, its files are said not to be checked, until it is saved without", async () => {
    folder.write("sub/preflight.config.json", '{ "file": [] }');
    editor.open("sub/a.json", VALID);
    const [unchecked] = await editor.shown("sub/a.json", (all) => all.length > 0);
    expect(unchecked).toMatchObject({ code: "unchecked", message: expect.stringContaining("has faults") });
    const faults = await editor.shown("sub/preflight.config.json", (all) => all.length > 0);
    expect(faults[0]).toMatchObject({ code: "member-unknown", range: { start: { line: 0, character: 2 } } });
    folder.write(
      "sub/preflight.config.json",
      '{ "files": [{ "include": ["*.json"], "spec": "../rules.json" }] }',
    );
    editor.save("sub/a.json");
    expect(await editor.shown("sub/a.json", (all) => all.length === 0)).toEqual([]);
  });
});

describe("rules", () => {
  test("that change are read again", async () => {
    folder.write(
      "changing/preflight.config.json",
      '{ "files": [{ "include": ["a.json"], "spec": "rules.json" }] }',
    );
    folder.write("changing/rules.json", PACKAGE);
    editor.open("changing/a.json", VALID);
    expect(await editor.shown("changing/a.json")).toEqual([]);
    folder.write("changing/rules.json", "{}");
    editor.save("changing/rules.json");
    const [refused] = await editor.shown("changing/a.json", (all) => all.length > 0);
    expect(refused).toMatchObject({
      code: "unchecked",
      message: expect.stringContaining("is not a spec package that can be used"),
    });
    folder.write("changing/rules.json", PACKAGE);
    editor.save("changing/rules.json");
    await editor.shown("changing/a.json", (all) => all.length === 0);
  });

  test("that cannot be had are a refusal until they can, and fetched ones are kept for such a day", async () => {
    editor.open("unreachable/a.json", VALID);
    const [refused] = await editor.shown("unreachable/a.json");
    expect(refused).toMatchObject({
      code: "unchecked",
      message:
        "Not checked: http://127.0.0.1:9/rules.json cannot be fetched: it cannot be reached. Nothing was checked.",
    });
    status = 500;
    editor.open("late/a.json", FAULTY);
    expect(await editor.shown("late/a.json")).toMatchObject([{ code: "unchecked" }]);
    status = 200;
    editor.save("late/a.json");
    expect(await editor.shown("late/a.json", (all) => all.length === 2)).toHaveLength(2);
    editor.open("fetched/a.json", FAULTY);
    expect(await editor.shown("fetched/a.json")).toHaveLength(2);
    status = 500;
    const environment = { XDG_CACHE_HOME: join(folder.path, ".cache") };
    // Two servers on one folder do not disturb each other.
    const second = await startEditor(folder.path, [], environment);
    second.open("fetched/a.json", FAULTY);
    expect(await second.shown("fetched/a.json")).toEqual(await editor.shown("fetched/a.json"));
    expect(second.messages).toEqual([
      expect.stringMatching(/the answer was 500\. What it said on .* is used\./),
    ]);
    second.open("proposals/both.json", FAULTY);
    editor.open("proposals/both.json", FAULTY);
    expect(await second.shown("proposals/both.json")).toEqual(await editor.shown("proposals/both.json"));
    expect(await second.stop()).toBe(0);
  });

  test("of a service: it is asked, and its pages are linked", async () => {
    const name = "served/a.yaml";
    editor.open(name, FAULTY_YAML);
    const [first] = await editor.shown(name);
    expect(first).toMatchObject({
      code: "member-unknown",
      codeDescription: { href: `${service.url}/rules/datagen/generator-option/member-unknown` },
    });
    const { items } = await editor.ask<CompletionList>("completion", name, {
      position: editor.at(name, "int # sic", 1),
    });
    expect(items.map(({ label }) => label)).toContain("integer");
  });
});

describe("while somebody types", () => {
  test("many changes are one check, and fixes are offered to editors that cannot ask for them later", async () => {
    const name = "proposals/typed.json";
    const other = await startEditor(folder.path, [], {}, false);
    other.open(name, VALID);
    await other.shown(name);
    const before = other.checks();
    for (let length = 1; length <= 40; length++) other.change(name, VALID.slice(0, length));
    other.change(name, FAULTY);
    expect(await other.shown(name)).toHaveLength(2);
    expect(other.checks() - before).toBeLessThan(10);
    const [fix] = await other.fixes(name);
    expect(other.apply(name, fix)).toBe(FAULTY.replace("descripton", "description"));
    expect(await other.stop()).toBe(0);
  });

  test("front matter is checked, fixed and completed", async () => {
    const name = "proposals/page.md";
    const page = (yaml: string) => `---\n${yaml}---\n# Card\n`;
    editor.open(name, page(FAULTY_YAML));
    expect(await editor.shown(name)).toMatchObject([
      { code: "member-unknown" },
      { code: "field-type-unknown" },
    ]);
    const { items } = await editor.ask<CompletionList>("completion", name, {
      position: editor.at(name, "int # sic", 1),
    });
    expect(items.map(({ label }) => label)).toContain("integer");
    const [fix] = await editor.fixes(name);
    expect(editor.apply(name, fix)).toBe(page(FAULTY_YAML.replace("descripton", "description")));
    editor.close(name);
  });
});

test("a file with a record on each line is left alone", async () => {
  editor.open("proposals/all.ndjson", "{}\n{}\n");
  expect(await editor.fixes("proposals/all.ndjson")).toEqual([]);
  editor.close("proposals/all.ndjson");
});

describe("bad input", () => {
  test("changes out of order: the newest version stands", async () => {
    const name = "proposals/order.json";
    editor.open(name, VALID);
    editor.change(name, FAULTY, 7);
    editor.change(name, VALID, 5);
    editor.change("proposals/order.json", "{", 7);
    expect(await editor.shown(name)).toHaveLength(2);
    const [fix] = await editor.fixes(name);
    expect(editor.apply(name, fix)).toBe(FAULTY.replace("descripton", "description"));
    editor.close(name);
    await editor.shown(name, (all) => all.length === 0);
  });

  const repeated = VALID.replace('"generatorName"', '"generatorId": "x-card",\n  "generatorName"');
  test.each<[string, string, string, [unknown, string][]]>([
    ["several YAML documents", "a.yaml", `${VALID_YAML}---\n${VALID_YAML}`, [["syntax-error", "---"]]],
    ["a tab in YAML", "a.yaml", "owner:\n\tkind: human\n", [["syntax-error", "\t"]]],
    [
      "a boolean of YAML 1.1",
      "a.yaml",
      VALID_YAML.replace("generatorName: Loyalty card", "generatorName: no"),
      [],
    ],
    ["a member twice", "a.json", repeated, [["member-repeated", '"generatorId"']]],
    [
      "a byte order mark",
      "a.json",
      `\ufeff${FAULTY}`,
      [
        ["member-unknown", '"descripton"'],
        ["field-type-unknown", '"int"'],
      ],
    ],
    [
      "a byte order mark in YAML",
      "a.yaml",
      `\ufeff${FAULTY_YAML}`,
      [
        ["member-unknown", "descripton"],
        ["field-type-unknown", "int"],
      ],
    ],
    [
      "a byte order mark before front matter",
      "a.md",
      `\ufeff---\n${FAULTY_YAML}---\n# About it\n`,
      [
        ["member-unknown", "descripton"],
        ["field-type-unknown", "int"],
      ],
    ],
    [
      "lines as on Windows",
      "a.json",
      FAULTY.replaceAll("\n", "\r\n"),
      [
        ["member-unknown", '"descripton"'],
        ["field-type-unknown", '"int"'],
      ],
    ],
    ["nothing", "a.json", "", [["syntax-error", ""]]],
  ])("%s", async (title, file, text, expected) => {
    const name = `proposals/bad/${title.replaceAll(" ", "-")}/${file}`;
    editor.open(name, text);
    expect(underlined(name, await editor.shown(name))).toEqual(expected);
    for (const fix of (await editor.fixes(name)).slice(0, 1)) {
      const after = editor.apply(name, fix as CodeAction);
      // A fix for a name that is there twice takes out one of them.
      const lines = text.split("\n").length - (title === "a member twice" ? 1 : 0);
      expect(after.split("\n").length).toBe(lines);
      expect(after.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
    }
  });

  test("a document of a megabyte is checked, and one above the limit is refused", async () => {
    const record = '{ "tier": "silver", "points": 1840 }';
    const large = VALID.replace(
      record,
      [record.replace("1840", '"x"'), ...Array(28_000).fill(record)].join(",\n"),
    );
    expect(large.length).toBeGreaterThan(1_000_000);
    editor.open("proposals/large.json", large);
    const found = await editor.shown("proposals/large.json");
    expect(underlined("proposals/large.json", found)).toContainEqual(["sample-record-mismatch", '"x"']);
    editor.close("proposals/large.json");
    editor.open("proposals/huge.json", `"${"x".repeat(17_000_000)}"`);
    expect((await editor.shown("proposals/huge.json"))[0]).toMatchObject({
      code: "unchecked",
      message: expect.stringContaining("too large"),
    });
  });
});

describe("messages", () => {
  const message = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const request = (id: number, method: string) =>
    message(JSON.stringify({ jsonrpc: "2.0", id, method, params: { capabilities: {} } }));
  /** Its input stays open, as that of an editor does. */
  function send(text: string) {
    const started = startPreflight(["lsp"], { takesInput: true });
    started.process.stdin!.write(request(1, "initialize") + text + request(2, "shutdown"));
    return started;
  }

  test.each([
    ["without its length", `Contnt-Length: 2\r\n\r\n{}`],
    ["with a length that is no number", `Content-Length: two\r\n\r\n{}`],
    ["that is none", "hello\r\n"],
  ])("a header %s ends the server with an error", { timeout: 60_000 }, async (_, text) => {
    const started = send(text);
    expect(await started.exit).toBe(2);
    expect(started.errors()).toContain("The editor sent what cannot be read as messages");
  });

  test("a body that is no JSON is passed over", async () => {
    const started = send(message("no JSON"));
    await started.said(/"id":2/);
    started.process.stdin!.end();
    expect(await started.exit).toBe(0);
  });

  test("an editor that is gone without a word leaves an exit code", async () => {
    expect(await preflightWithInput("", ["lsp"])).toMatchObject({ code: 1 });
  });
});
