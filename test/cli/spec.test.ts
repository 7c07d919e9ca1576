/** The commands for authors of spec packages, run as a user would. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(["spec", ...args], { cwd: folder.path });

/** Writes the starter under a name, edited as text. */
async function starter(name: string, edit: (text: string) => string = (text) => text): Promise<string> {
  await run("init", name, "--product", "my-shop", "--domain", "map-layer", "--force");
  return folder.write(name, edit(folder.read(name)));
}

describe("init", () => {
  test("writes a package that passes check without advice", async () => {
    expect(await run("init", "--product", "my-shop", "--domain", "map-layer")).toMatchObject({ code: 0 });
    const { code, stdout } = await run("check", "spec-package.json");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^✔ spec-package\.json can be used as my-shop\/map-layer 0\.1\.0\n {2}3 rules · 4 examples pass · sha256:/,
    );
  });

  test("does not replace a file unless told to", async () => {
    folder.write("mine.json", "{}");
    const { code, stderr } = await run("init", "mine.json", "--product", "a", "--domain", "b");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error  mine.json is there already.\n       Use --force to replace it, or another name.\n",
    });
    expect(folder.read("mine.json")).toBe("{}");
  });

  test("refuses a name that no package may have", async () => {
    const { code, stderr } = await run("init", "x.json", "--product", "My Shop", "--domain", "b");
    expect(code).toBe(2);
    expect(stderr).toContain("targetProduct");
  });
});

describe("check", () => {
  test("shows every reason at its place in the file", async () => {
    await starter("bad.json", (text) =>
      text.replace('"minLength": 2', '"minLenght": 2').replace('"enough-text"', '"enough-txt"'),
    );
    const { code, stdout, stderr } = await run("check", "bad.json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    await expect(stdout).toMatchFileSnapshot("expected/spec-check.txt");
  });

  test.each([
    ["a file that is missing", "none.json", undefined, "no such file"],
    ["broken JSON", "broken.json", '{"a": }', "broken.json:1:7"],
    ["broken YAML", "broken.yaml", "a: [1\nb: 2", "broken.yaml:"],
    ["an empty file", "empty.json", "", "empty.json:1:1"],
    ["words around it", "words.json", 'My rules:\n{"rules": []}', "words.json:2:1"],
    ["a member that is there twice", "twice.json", '{"rules": [],\n "rules": [1]}', "twice.json:2:2"],
  ])("%s is a failure with its place", async (_, name, content, message) => {
    if (content !== undefined) folder.write(name, content);
    const { code, stdout, stderr } = await run("check", name);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(message);
  });

  test("reads a package in YAML", async () => {
    folder.write("rules.yaml", "format: preflight-spec-package/1\ntargetProduct: a\nversion: x\n");
    const { code, stdout } = await run("check", "rules.yaml");
    expect(code).toBe(1);
    expect(stdout).toContain("rules.yaml:3:10  error");
  });
});

describe("test", () => {
  test("runs the examples, and cases of a folder", async () => {
    await starter("rules.json");
    const good = { id: "bus", name: "Bus", description: "Shows every bus of a station." };
    folder.write("cases/good.json", JSON.stringify(good));
    folder.write(
      "cases/case.json",
      JSON.stringify({
        candidate: { ...good, id: "day-train" },
        expect: [{ code: "id-taken", pointer: "/id" }],
      }),
    );
    folder.write("cases/invalid/short.yaml", "id: bus\n");
    expect(await run("test", "rules.json", "cases")).toEqual({
      code: 0,
      stdout: "✔ 4 examples and 3 files behave as expected\n",
      stderr: "",
    });
  });

  test("looks at the candidate of a whole request, as an impact does", async () => {
    await starter("rules.json");
    const candidate = { id: "bus", name: "Bus", description: "Shows every bus of a station." };
    const request = JSON.stringify({ targetProduct: "my-shop", domainId: "item", candidate });
    folder.write("sent/whole.json", request);
    folder.write("sent/invalid/whole.json", request);
    const { code, stdout } = await run("test", "rules.json", "sent");
    expect(code).toBe(1);
    expect(stdout).toContain("It is in a folder of invalid candidates, and it passes.");
    expect(stdout).toContain("1 of 2 files not as expected");
  });

  test("a candidate among words is none that passes", async () => {
    await starter("rules.json");
    const good = { id: "bus", name: "Bus", description: "Shows every bus of a station." };
    folder.write("words/good.json", `Here it is:\n${JSON.stringify(good)}`);
    const { code, stdout } = await run("test", "rules.json", "words");
    expect([code, stdout]).toEqual([1, expect.stringContaining("words/good.json:2:1  error")]);
  });

  test("says what is not as expected", async () => {
    await starter("rules.json");
    folder.write("wrong/bad.json", '{"id": "bus"}');
    folder.write(
      "wrong/invalid/fine.json",
      '{"id": "bus", "name": "Bus", "description": "Shows every bus of a station."}',
    );
    folder.write("wrong/other.json", '{"candidate": {}, "expect": [{"code": "id-taken", "pointer": "/id"}]}');
    const { code, stdout } = await run("test", "rules.json", "wrong");
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot("expected/spec-test.txt");
  });

  test("goes on after a case that is malformed, and counts it", async () => {
    await starter("rules.json");
    const good = '{"id": "bus", "name": "Bus", "description": "Shows every bus of a station."}';
    folder.write("mixed/a.json", `{"candidate": ${good}, "expect": [{"code": "id-taken"}]}`);
    folder.write("mixed/b.json", "{");
    folder.write("mixed/c.json", `{"candidate": ${good}, "expect": {"code": "id-taken", "pointer": "/id"}}`);
    folder.write("mixed/d.json", '{"id": "bus"}');
    const { code, stdout } = await run("test", "rules.json", "mixed");
    expect(code).toBe(1);
    expect(stdout.match(/"expect" is a list of objects/g)).toHaveLength(2);
    expect(stdout).toContain("mixed/b.json:1:2  error  not as expected\n");
    expect(stdout).toContain("mixed/d.json  error  not as expected\n  member-missing");
    expect(stdout).toContain("✖ 4 of 4 files not as expected; 4 examples pass\n");
  });

  test("a case that is not there could not be read", async () => {
    await starter("rules.json");
    folder.write("wrong/bad.json", '{"id": "bus"}');
    const { code, stdout } = await run(
      "test",
      "rules.json",
      "wrong/bad.json",
      "nowhere.json",
      "nor-here.ndjson",
    );
    expect(code).toBe(2);
    expect(stdout).toContain("nowhere.json  error  could not be read\n");
    expect(stdout).toContain("nor-here.ndjson  error  could not be read\n");
    expect(stdout).toContain("✖ 3 of 3 files not as expected");
  });

  test("a list of cases without an end could not be read", async () => {
    await starter("rules.json");
    const good = '{"id": "bus", "name": "Bus", "description": "Shows every bus of a station."}';
    folder.write("open.json", `[${good}`);
    const { code, stdout } = await run("test", "rules.json", "open.json", "--each");
    expect(code).toBe(2);
    expect(stdout).toContain("open.json:1  error  could not be read\n  The list has no end");
    expect(stdout).toContain("✖ 1 of 2 records not as expected");
  });

  test("judges cases by the registries that are given", async () => {
    await starter("rules.json");
    const good = { id: "bus", name: "Bus", description: "Shows every bus of a station." };
    folder.write("known/bus.json", JSON.stringify(good));
    folder.write("registry.json", '{"layers": [{"id": "bus", "name": "Bus"}]}');
    expect(await run("test", "rules.json", "known")).toMatchObject({ code: 0 });
    const { code, stdout } = await run("test", "rules.json", "known", "--registry", "registry.json");
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("id-taken") as string,
    });
    folder.write("registry.json", '{"layers": [{"id": "bus",\n "id": "tram", "name": "Bus"}]}');
    const lost = await run("test", "rules.json", "known", "--registry", "registry.json");
    expect({ code: lost.code, said: lost.stderr.replaceAll(/\s+/g, " ") }).toEqual({
      code: 2,
      said: expect.stringContaining(
        "registry.json cannot be used: line 2, column 2 has a name that the same object has before.",
      ) as string,
    });
    expect((await run("test", "rules.json", "known", "--registry", "others=registry.json")).stderr).toBe(
      'error  No rule asks a registry "others".\n       The rules ask: none by name.\n',
    );
  });

  test("an example that fails is shown at its place", async () => {
    await starter("failing.json", (text) =>
      text
        .replace('"title": "Taken"', '"title": "Taken?"')
        .replaceAll('"day-train"', '"daytrain"')
        .replace('"id": "daytrain"', '"id": "other-train"'),
    );
    const { code, stdout } = await run("test", "failing.json");
    expect(code).toBe(1);
    expect(stdout).toContain("example-fails");
  });
});

describe("preview", () => {
  test("shows members, rules, the example and the messages", async () => {
    await starter("rules.json");
    const { code, stdout } = await run("preview", "rules.json");
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot("expected/spec-preview.txt");
  });

  test("of a refused package leads to check", async () => {
    folder.write("refused.json", "{}");
    const { code, stderr } = await run("preview", "refused.json");
    expect(code).toBe(2);
    expect(stderr).toContain("`preflight spec check refused.json` lists them.");
  });
});

describe("diff and impact", () => {
  test("name the changes and hold the version number to them", async () => {
    await starter("old.json");
    await starter("new.json", (text) =>
      text.replace('"maxLength": 80', '"maxLength": 11').replace("0.1.0", "0.1.1"),
    );
    const { code, stdout } = await run("diff", "old.json", "new.json");
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot("expected/spec-diff.txt");
    await starter("raised.json", (text) =>
      text.replace('"maxLength": 80', '"maxLength": 11').replace("0.1.0", "0.2.0"),
    );
    expect(await run("diff", "old.json", "raised.json")).toMatchObject({ code: 0 });
    expect(await run("diff", "old.json", "old.json")).toMatchObject({
      code: 0,
      stdout: "✔ The two are the same.\n",
    });
  });

  test("print a command that can be run as it is, whatever the files are called", async () => {
    await starter("the old one.json");
    await starter("the new one.json", (text) =>
      text.replace('"maxLength": 80', '"maxLength": 11').replace("0.1.0", "0.2.0"),
    );
    const { stdout } = await run("diff", "the old one.json", "the new one.json");
    const [, hint] = /\n {2}preflight spec (.*)\n/.exec(stdout) ?? [];
    expect(hint).toBe("impact 'the old one.json' 'the new one.json' .");
    folder.write("it's bad.json", "{}");
    expect((await run("preview", "it's bad.json")).stderr).toContain(
      "`preflight spec check 'it'\\''s bad.json'` lists them.",
    );
  });

  test("name the registries that the rules ask and that were not given", async () => {
    const named = (text: string) =>
      text
        .replace('"rules": [', '"registries": {"modes": {"member": "modes", "key": "code"}},\n  "rules": [')
        .replace(
          '"check": "not-in-registry",',
          '"check": "not-in-registry",\n"params": {"registry": "modes"},',
        )
        .replace(/"registry": \[[^\]]*\]/, '"registries": {"modes": [{"code": "day-train"}]}');
    await starter("named.json", named);
    folder.write("modes.json", '{"modes": [{"code": "bus"}]}');
    folder.write(
      "one/bus.json",
      '{"id": "bus", "name": "Bus", "description": "Shows every bus of a station."}',
    );
    expect(await run("impact", "named.json", "named.json", "one")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^error {2}The rules of my-shop\/map-layer ask the registry "modes": give it\s+as --registry modes=FILE\.\n$/,
      ) as string,
    });
    expect(
      await run("impact", "named.json", "named.json", "one", "--registry", "modes=modes.json"),
    ).toMatchObject({
      code: 0,
    });
    const test = ["test", "named.json", "one", "--registry", "modes=modes.json"];
    expect(await run(...test)).toMatchObject({ code: 1 });
    folder.write("none.json", '{"modes": []}');
    expect(await run(...test, "--registry", "modes=none.json")).toMatchObject({
      code: 2,
      stderr: 'error  There are two --registry files for "modes".\n',
    });
  });

  test("tell which verdicts change, and by which rule", async () => {
    const good = { id: "bus", name: "Bus", description: "Shows every bus of a station." };
    folder.write("corpus/a.json", JSON.stringify({ ...good, name: "A long, long name" }));
    folder.write("corpus/b.json", JSON.stringify(good));
    folder.write(
      "corpus/c.json",
      JSON.stringify({
        targetProduct: "my-shop",
        domainId: "map-layer",
        candidate: { ...good, name: "Another long name" },
      }),
    );
    const { code, stdout } = await run("impact", "old.json", "new.json", "corpus");
    expect(code).toBe(1);
    await expect(stdout).toMatchFileSnapshot("expected/spec-impact.txt");
    const json = await run("impact", "old.json", "new.json", "corpus", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      candidates: 3,
      broken: ["corpus/a.json", "corpus/c.json"],
      omitted: { broken: 0, fixed: 0 },
    });
    const built = { proposalPackage: JSON.parse(folder.read("corpus/c.json")) as object, submission: {} };
    folder.write("recorded/c.package.json", JSON.stringify(built));
    const recorded = await run("impact", "old.json", "new.json", "recorded", "--format", "json");
    expect(JSON.parse(recorded.stdout)).toMatchObject({ candidates: 1, broken: ["recorded/c.package.json"] });
    const lines = ["a", "b"].map((name) => JSON.stringify(JSON.parse(folder.read(`corpus/${name}.json`))));
    folder.write("corpus.ndjson", `${lines.join("\n")}\n{"id":\n`);
    const records = await run("impact", "old.json", "new.json", "corpus.ndjson", "--format", "json");
    expect(records).toMatchObject({ code: 2, stderr: expect.stringMatching(/^corpus\.ndjson:3:7 {2}/) });
    expect(JSON.parse(records.stdout)).toMatchObject({ candidates: 2, broken: ["corpus.ndjson:1"] });
    const tested = await run("test", "new.json", "corpus.ndjson");
    expect(tested.code).toBe(1);
    expect(tested.stdout).toContain("corpus.ndjson:1  error  not as expected");
    expect(tested.stdout).toContain("✖ 2 of 3 records not as expected");
  });

  test("nothing to compare is no pass", async () => {
    folder.write("none.ndjson", "");
    for (const path of ["old.json", "none.ndjson", "nowhere.json"])
      expect(await run("impact", "old.json", "new.json", path)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("There is no candidate"),
      });
  });

  test("a rule counts from the day it is in force, or when it is simulated", async () => {
    await starter("later.json", (text) =>
      text
        .replace('"severity": "warning"', '"severity": "error",\n      "effectiveAt": "2099-01-01T00:00:00Z"')
        .replace("0.1.0", "0.2.0"),
    );
    folder.write("brief.json", JSON.stringify({ id: "bus", name: "Bus", description: "A bus." }));
    const impact = (...args: string[]) => run("impact", "old.json", "later.json", "brief.json", ...args);
    expect(await impact()).toMatchObject({ code: 0 });
    expect(await impact("--at", "2099-01-01")).toMatchObject({ code: 1 });
    expect(await impact("--simulate")).toMatchObject({ code: 1 });
    expect((await impact("--at", "tomorrow")).stderr).toContain("It must be a date such as 2027-01-01");
  });
});

test("validate tries rules that are not in force yet", async () => {
  await starter("later.json", (text) =>
    text.replace(
      '"severity": "warning"',
      '"severity": "error",\n      "effectiveAt": "2099-01-01T00:00:00Z"',
    ),
  );
  folder.write("brief.json", JSON.stringify({ id: "bus", name: "Bus", description: "A bus." }));
  const validate = (...args: string[]) =>
    preflight(["validate", "--spec", "later.json", "brief.json", ...args], { cwd: folder.path });
  expect(await validate()).toMatchObject({ code: 0 });
  expect(await validate("--simulate")).toMatchObject({ code: 1 });
  expect(await validate("--at", "2098-12-31")).toMatchObject({ code: 0 });
  expect(await validate("--at", "2099-01-01")).toMatchObject({ code: 1 });
});

describe("import", () => {
  const schema = readFileSync(new URL("../import/schemas/commitlint.json", import.meta.url), "utf8");

  test("writes a package that can be used, and reports what it did", async () => {
    folder.write("commitlint.schema.json", schema);
    const { code, stdout } = await run(
      "import",
      "commitlint.schema.json",
      "--product",
      "my-shop",
      "--output",
      "imported.json",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Kept \d+ [\s\S]*Translated \d+[\s\S]*Not imported \d+[\s\S]*⚠ my-shop\/commitlint 1\.0\.0 is in imported\.json and can be used; \d+ not imported/,
    );
    expect(await run("check", "imported.json")).toMatchObject({ code: 0 });
  });

  test("writes to standard output if no file is named", async () => {
    const { code, stdout, stderr } = await run("import", "commitlint.schema.json", "--product", "my-shop");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format: "preflight-spec-package/1",
      domainId: "commitlint",
    });
    expect(stderr).toContain("Not imported");
    expect(await run("import", "commitlint.schema.json", "--product", "my-shop", "--strict")).toMatchObject({
      code: 1,
    });
  });

  test.each([
    ["an order", { id: 7, type: "order", items: [{ sku: "a" }], properties: { colour: "red" } }],
    ["a person", { name: "Ada", title: "Countess", required: true }],
  ])("%s is data, and said to be", async (_, data) => {
    folder.write("data.json", JSON.stringify(data));
    const { code, stderr } = await run("import", "data.json", "--product", "my-shop");
    expect(code).toBe(1);
    expect(stderr).toContain("This is data and no JSON Schema");
  });

  test("documents that were bundled are found by their path and by their identifier", async () => {
    const ref = ($ref: string) => ({ $ref });
    const main = {
      type: "object",
      properties: {
        size: ref("shared/size.json#/definitions/size"),
        kind: ref("https://shop.example/kinds#/$defs/kind"),
      },
      required: ["size", "kind"],
      additionalProperties: false,
    };
    const size = { definitions: { size: ref("#/definitions/whole"), whole: { type: "integer" } } };
    const $defs = {
      size: { $id: "shared/size.json", ...size },
      kinds: { $id: "https://shop.example/kinds", $defs: { kind: { enum: ["tree"] } } },
    };
    folder.write("main.json", JSON.stringify(main));
    folder.write("bundle.json", JSON.stringify({ ...main, $defs }));
    const args = ["--product", "my-shop", "--strict", "--output", "whole.json", "--force"];
    expect(await run("import", "main.json", ...args)).toMatchObject({ code: 1 });
    expect(await run("import", "bundle.json", ...args)).toMatchObject({ code: 0 });
    folder.write("bad.json", '{"size":"x","kind":"stone"}');
    const { stdout } = await run("test", "whole.json", "bad.json");
    expect(stdout).toContain('type-mismatch at "/size"');
    expect(stdout).toContain('value-not-allowed at "/kind"');
  });

  test("takes an example that was given", async () => {
    folder.write("config.yaml", "extends: [conventional]\n");
    const { stdout } = await run(
      "import",
      "commitlint.schema.json",
      "--product",
      "my-shop",
      "--example",
      "config.yaml",
    );
    expect(JSON.parse(stdout).examples.valid[0].candidate).toEqual({ extends: ["conventional"] });
  });

  test("says which of those that were given do not pass", async () => {
    folder.write("word.schema.json", '{"type": "object", "properties": {"a": {"type": "integer"}}}');
    folder.write("text.json", '{"a": "text"}');
    folder.write("whole.json", '{"a": 7}');
    const into = ["--product", "my-shop", "--output", "word.json", "--force"];
    const given = ["--example", "text.json", "--example", "whole.json"];
    const { code, stdout } = await run("import", "word.schema.json", ...into, ...given);
    expect(code).toBe(0);
    expect(stdout).toContain("⚠ text.json does not pass\n");
    expect(stdout).not.toContain("whole.json");
    expect(await run("import", "word.schema.json", ...into, ...given, "--strict")).toMatchObject({ code: 1 });
  });

  test.each([
    ["not a schema", '"text"', 1],
    ["a schema of lists", '{"type": "array"}', 1],
    ["broken JSON", "{", 2],
  ])("%s is refused", async (_, text, expected) => {
    folder.write("odd.json", text);
    const { code, stdout, stderr } = await run("import", "odd.json", "--product", "my-shop");
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).not.toBe("");
  });
});

test("test, preview and a simulation know the day", async () => {
  await starter("dated.json", (text) => {
    const document = JSON.parse(text);
    document.rules.push({
      code: "too-early",
      check: "holds",
      at: ["/name"],
      severity: "error",
      effectiveAt: "2099-01-01T00:00:00Z",
      message: "Layers are named from 2027 on, and this is {today}.",
      params: { expression: "today >= date('2027-01-01') || this != 'Early'" },
    });
    document.docs["too-early"] = { summary: "It is too early.", fix: "Wait." };
    document.examples.now = "2026-06-01T12:00:00Z";
    const { candidate } = document.examples.valid[0];
    document.examples.invalid.push({
      title: "Early",
      candidate: { ...candidate, name: "Early" },
      expect: [{ code: "too-early", pointer: "/name" }],
    });
    folder.write("early.json", JSON.stringify({ ...candidate, name: "Early" }));
    return JSON.stringify(document);
  });
  const words = "Layers are named from 2027 on, and this is";
  const plain = async (running: Promise<{ stdout: string }>) => (await running).stdout.replace(/\s+/g, " ");
  expect(await plain(run("test", "dated.json", "early.json"))).toContain(`${words} 2026-06-01.`);
  expect(await plain(run("preview", "dated.json"))).toContain(`${words} 2026-06-01.`);
  const validate = (...args: string[]) =>
    preflight(["validate", "--spec", "dated.json", "early.json", ...args], { cwd: folder.path });
  expect(await validate("--simulate", "--at", "2027-01-01")).toMatchObject({ code: 0 });
  expect(await plain(validate("--simulate", "--at", "2026-12-31"))).toContain(`${words} 2026-12-31.`);
  expect(await plain(validate("--at", "2026-12-31"))).toContain("This is an error from 2099-01-01 on.");
});
