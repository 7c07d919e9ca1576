/** The commands apart from `validate`, each as a whole. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(args, { cwd: folder.path });
folder.write("card.json", VALID);
folder.write("card.yaml", VALID_YAML);
folder.write("faulty.json", FAULTY);

describe("--help", () => {
  const commands = [
    "init",
    "validate",
    "build",
    "submit",
    "domains",
    "explain",
    "serve",
    "mcp",
    "lsp",
    "completion",
  ];

  test("lists every command", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const command of [...commands, "spec"]) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
  });

  test.each(commands)("%s has examples and fits 80 columns", async (command) => {
    const { code, stdout } = await run(command, "--help");
    expect(code).toBe(0);
    expect(stdout).toContain(`\nExamples:\n`);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  test("an unknown option names the one that was meant", async () => {
    expect(await run("validate", "--fixx", "card.json")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: unknown option '--fixx'\n(Did you mean --fix?)\nRun with --help for the options and examples.\n",
    });
  });
});

test.each([["init"], ["spec", "init", "--product", "p", "--domain", "d"]])(
  "%s %s writes no file that no command can name",
  async (...words) => {
    expect(await run(...words, "-")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("- is not the name of a file."),
    });
  },
);

describe("build", () => {
  const digest = "sha256:[0-9a-f]{64}";

  test("writes the package and prints its digest and key; JSON and YAML give the same bytes", async () => {
    const { code, stdout } = await run("build", "card.json");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^✔ card.package.json\n {2}digest {11}${digest}\n {2}idempotency key {2}pf1_[0-9a-f]{64}\n`),
    );
    const [json] = stdout.match(new RegExp(digest))!;
    const yaml = await run("build", "card.yaml", "-o", "other.json");
    expect(yaml.stdout).toContain(json);
    const written = JSON.parse(folder.read("card.package.json"));
    expect(written.proposalPackage.digest).toBe(json);
    expect(written.submission.headers["Idempotency-Key"]).toBe(`pf1_${json.slice(7)}`);
    expect(folder.read("other.json")).toBe(folder.read("card.package.json"));
  });

  test("prints the package for -o -", async () => {
    const { stdout } = await run("build", "card.json", "-o", "-");
    expect(JSON.parse(stdout)).toEqual(JSON.parse(folder.read("card.package.json")));
  });

  test("of an invalid proposal writes nothing and says why", async () => {
    const { code, stdout } = await run("build", "faulty.json");
    expect(code).toBe(1);
    expect(stdout).toContain("faulty.json:5:3  error  member-unknown");
    expect(folder.list()).not.toContain("faulty.package.json");
  });

  test("of several records is refused", async () => {
    const records = ["card.json", "faulty.json"].map((file) => JSON.stringify(JSON.parse(folder.read(file))));
    folder.write("several.jsonl", records.join("\n"));
    const { code, stdout, stderr } = await run("build", "several.jsonl");
    expect([code, stderr]).toEqual([2, ""]);
    expect(stdout).toContain("It is a file of several records, and this takes one proposal.");
  });

  test("of a missing file", async () => {
    expect(await run("build", "missing.json")).toMatchObject({ code: 2 });
  });
});

describe("submit", () => {
  const key = "ai_0123456789abcdef0123";
  const received: { key: unknown; authorization: unknown; receipt: unknown; body: string }[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
  const product = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { authorization, "idempotency-key": key, "preflight-receipt": receipt } = request.headers;
      received.push({ key, authorization, receipt, body });
      answer(request, response, body);
    });
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/api/proposals`;
    await run("build", "card.json");
  });
  afterAll(() => void product.close());

  const send = (...args: string[]) =>
    preflight(["submit", ...args], { cwd: folder.path, environment: { PREFLIGHT_API_KEY: key } });
  const problem = (status: number, code: string, detail: string) => (_: unknown, response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/problem+json" }).end(
      JSON.stringify({
        type: "about:blank",
        title: code,
        status,
        code,
        detail,
        errors: [{ pointer: "/a\u001b[2J", message: "No." }],
      }),
    );

  test("sends the package unaltered with its key, and again without harm", async () => {
    const seen = new Set<unknown>();
    answer = (request, response) => {
      const first = !seen.has(request.headers["idempotency-key"]);
      seen.add(request.headers["idempotency-key"]);
      response
        .writeHead(first ? 201 : 200, { "content-type": "application/json" })
        .end('{"proposalId":"p1"}');
    };
    const { proposalPackage, submission } = JSON.parse(folder.read("card.package.json"));
    const idempotencyKey = submission.headers["Idempotency-Key"];
    expect(await send("card.package.json", "--to", url)).toEqual({
      code: 0,
      stdout: `✔ submitted\n  to               ${url}\n  idempotency key  ${idempotencyKey}\n  {\n    "proposalId": "p1"\n  }\n`,
      stderr: "",
    });
    expect(await send("card.package.json", "--to", url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("✔ already submitted"),
    });
    expect(received).toEqual(
      Array(2).fill({
        key: idempotencyKey,
        authorization: `Bearer ${key}`,
        receipt: undefined,
        body: JSON.stringify({ proposalPackage }),
      }),
    );
  });

  test("sends the receipt that the service gave with the package", async () => {
    answer = (_, response) => response.writeHead(201, { "content-type": "application/json" }).end("{}");
    const built = JSON.parse(folder.read("card.package.json"));
    built.submission.headers["Preflight-Receipt"] = "a.b.c";
    folder.write("judged.json", JSON.stringify(built));
    expect(await send("judged.json", "--to", url)).toMatchObject({ code: 0 });
    expect(received.at(-1)).toMatchObject({ receipt: "a.b.c" });
  });

  test("says why the product refuses", async () => {
    answer = problem(409, "package-outdated", "Build it again.");
    const { code, stdout } = await send("card.package.json", "--to", url);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: "✖ refused: package-outdated. Build it again.\n  /a␛[2J: No.\n",
    });
  });

  test("says no more than an odd answer of the product does", async () => {
    const json = { "content-type": "application/json" };
    answer = (_, response) => response.writeHead(202, json).end('{"queued":true}');
    expect(await send("card.package.json", "--to", url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("✔ sent; the product answered with status 202\n"),
    });
    const errors = [null, "text", { pointer: "/a" }, { pointer: "/b", message: "No." }];
    answer = (_, response) => response.writeHead(422, json).end(JSON.stringify({ code: "odd", errors }));
    expect(await send("card.package.json", "--to", url)).toEqual({
      code: 1,
      stdout: "✖ refused: Status 422.\n  /b: No.\n",
      stderr: "",
    });
  });

  test("never says that nothing was sent where the connection was lost", async () => {
    answer = (_, response) => void response.destroy();
    expect(await send("card.package.json", "--to", url)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Try again: what has arrived is not recorded twice."),
    });
  });

  test("could not be sent: wrong key", async () => {
    answer = problem(401, "invalid-credentials", "The key has expired.");
    const { code, stderr } = await send("card.package.json", "--to", url);
    expect(code).toBe(2);
    expect(stderr).toContain("The key has expired.");
    expect(stderr).not.toContain(key);
  });

  test("refuses a package that was changed, and what is no package", async () => {
    folder.write("changed.json", folder.read("card.package.json").replace("Loyalty card", "Loyalty cards"));
    expect((await send("changed.json", "--to", url)).stderr).toContain("does not match its digest");
    expect((await send("card.json", "--to", url)).stderr).toContain("preflight build card.json");
    for (const value of ['"\\ud800"', "1e400"]) {
      const name = folder.write("odd.json", folder.read("card.package.json").replace('"human"', value));
      expect((await send(name, "--to", url)).stderr).toContain("does not match its digest");
    }
  });
});

test.each([
  ["submit", "card.package.json", "--to", "shop.example"],
  ["build", "card.json", "--submission-url", "ftp://shop.example"],
])("%s refuses an address that nothing can be sent to", async (...words) => {
  await run("build", "card.json");
  expect(await run(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("It must be an http or https URL"),
  });
});

describe("init", () => {
  test.each([
    ["nowhere/start.yaml", "there is no folder nowhere."],
    ["start.ndjson", "start.ndjson would hold a record on each line."],
  ])("writes no %s", async (name, said) => {
    const { code, stderr } = await run("init", name);
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(said)]);
    expect(folder.list()).not.toContain(name);
  });

  test("writes a start with flags, which then asks for the rest", async () => {
    const { code, stdout } = await run("init", "start.yaml", "--set", "/owner/id=ada@example.org");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        "✔ start.yaml for datagen/generator-option\n  8 places to fill in: preflight validate start.yaml\n",
    });
    const text = folder.read("start.yaml");
    expect(text).toMatch(/^# Generator option\n/);
    // The rule of each member stands above it.
    expect(text).toMatch(/^# .+\ngeneratorId: TODO$/m);
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines).toEqual([
      ...["owner:", "  kind: human", "  id: ada@example.org", "generatorId: TODO", "generatorName: TODO"],
      ...["description: TODO", "outputFields:", "  - name: TODO", "    type: TODO", "    description: TODO"],
      ...["supportedStrategies:", "  - TODO", "sampleRecords: []"],
    ]);
    expect(await run("validate", "start.yaml")).toMatchObject({ code: 1 });
  });

  test.each([
    ["generatrName=Card", "--set /generatrName: There is no member", 'looks like "generatorName"'],
    ["rationale=Why", "--set /rationale: There is no member", 'did you mean "rationaleNotes"'],
    ['/outputFields/0={"nme": "tier"}', "--set /outputFields/0/nme: There is no member", '"name"'],
  ])("refuses --set %s, which the rules do not know", async (setting, ...words) => {
    const { code, stderr } = await run("init", "unknown.json", "--set", setting);
    expect(code).toBe(2);
    for (const word of words) expect(stderr.replace(/\s+/g, " ")).toContain(word);
    expect(folder.list()).not.toContain("unknown.json");
  });

  test("has a place for what is one of several words too", async () => {
    const spec = join(projectFolder, "docs/dashboard-theme.json");
    const { stdout } = await run("init", "theme.json", "--spec", spec);
    expect(JSON.parse(folder.read("theme.json"))).toEqual({
      ...{ themeId: "TODO", name: "TODO", mode: "TODO" },
      colours: [{ role: "TODO", value: "TODO" }],
    });
    expect(stdout).toContain("5 places to fill in");
  });

  test("writes Markdown with front matter, which can then be checked", async () => {
    await run("init", "start.md", "--set", "generatorName=Card");
    expect(folder.read("start.md")).toMatch(/^---\n[\s\S]*^generatorName: Card$[\s\S]*^---\n$/m);
    expect((await run("validate", "start.md")).stdout).toContain("placeholder-left");
  });

  test("writes an example that is valid", async () => {
    await run("init", "example.json", "--example");
    expect(await run("validate", "example.json")).toMatchObject({ code: 0 });
  });

  test("replaces nothing without --force", async () => {
    expect(await run("init", "card.json")).toMatchObject({ code: 2 });
    expect(folder.read("card.json")).toBe(VALID);
  });
});

describe("domains and explain", () => {
  test("domains", async () => {
    const { code, stdout } = await run("domains");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^datagen\/generator-option {2}Generator option {2}\d+\.\d+\.\d+\n/);
    const json = await run("domains", "--format", "json");
    expect(JSON.parse(json.stdout).domains[0]).toMatchObject({
      domainId: "generator-option",
      members: expect.any(Array),
    });
  });

  test("explain", async () => {
    const { code, stdout } = await run("explain", "field-type-unknown");
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot("expected/explain.txt");
  });

  test("explain has an example of every kind of code: of a rule, of every package, of a file", async () => {
    for (const code of ["field-type-unknown", "member-missing", "trailing-comma"])
      expect((await run("explain", code)).stdout, code).toMatch(/ {2}Fails:\n {4}\S.*\n {2}Passes:\n {4}\S/);
  });

  test("every code that validate prints is explained", async () => {
    const { stdout } = await run("explain");
    const codes = stdout.split("\n").filter((line) => /^\S/.test(line));
    expect(codes).toContain("member-repeated");
    expect(codes).toContain("field-type-unknown");
    expect(new Set(codes).size).toBe(codes.length);
  });

  test("a typo in a code", async () => {
    expect(await run("explain", "member-unkown")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'error  There is no code "member-unkown"; did you mean "member-unknown"?\n       `preflight explain` lists all codes.\n',
    });
  });
});

test.each(["zsh", "fish"])("completion in %s knows every command and option", async (shell) => {
  expect(await run("completion", shell)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`completion ${shell} --`),
  });
  for (const [found, ...words] of [
    ["submit", ""],
    ["--max-warnings", "validate", "--"],
    ["preview", "spec", "p"],
    ["sarif", "validate", "--format", ""],
  ])
    expect((await run("completion", shell, "--", ...words)).stdout).toMatch(new RegExp(`^${found}\\b`, "m"));
});
