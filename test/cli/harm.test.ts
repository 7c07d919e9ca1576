/** Nothing is harmed: digits, comments, other tools' files, packages, links and terminals. */
import { chownSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SPEC_PACKAGE_FORMAT } from "../../src/core/spec-package/format.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

/** Rules whose texts look like numbers. */
const ADDRESSES = {
  format: SPEC_PACKAGE_FORMAT,
  targetProduct: "shop",
  domainId: "address",
  version: "1.0.0",
  title: "Address",
  schema: {
    type: "object",
    properties: {
      zip: { type: "string", maxLength: 10 },
      ver: { type: "string", maxLength: 10 },
      phone: { type: "string", maxLength: 20 },
      tags: { type: "array", items: { type: "string", maxLength: 20 }, maxItems: 9 },
    },
    required: ["zip"],
    additionalProperties: false,
  },
  rules: [],
  docs: {},
  examples: {
    valid: [{ title: "One", candidate: { zip: "01234" } }],
    invalid: [{ title: "None", candidate: {}, expect: [{ code: "member-missing", pointer: "/zip" }] }],
  },
};

folder.write("rules.json", JSON.stringify(ADDRESSES));

describe("--fix", () => {
  test.each([
    [
      "a.yaml",
      "zip: 01234 # Saxony\nver: 1.10\nphone: +4930123456\n",
      'zip: "01234" # Saxony\nver: "1.10"\nphone: "+4930123456"\n',
    ],
    [
      "b.yaml",
      "{zip: 01234, ver: 1.10, phone: +4930123456}\n",
      '{zip: "01234", ver: "1.10", phone: "+4930123456"}\n',
    ],
    [
      "c.json",
      '{ "zip": "0", "ver": 1.10, "tags": [1.0, "x"] }\n',
      '{ "zip": "0", "ver": "1.10", "tags": ["1.0", "x"] }\n',
    ],
  ])("quotes the digits of %s as they are written", async (name, before, after) => {
    folder.write(name, before);
    await run("validate", "--fix", "--spec", "rules.json", name);
    expect(folder.read(name)).toBe(after);
  });

  test("takes scalars of YAML 1.1 as they are written", async () => {
    const before =
      "%YAML 1.1\n---\nzip: 2024-01-01 # start\nver: 1_000\nphone: 5\ntags: [1:30, no, 2024-01-01]\n";
    folder.write("old.yaml", before);
    expect(await run("validate", "--fix", "--spec", "rules.json", "old.yaml")).toMatchObject({ code: 0 });
    expect(folder.read("old.yaml")).toBe(before.replace("phone: 5", 'phone: "5"'));
  });

  test.each([
    ["%YAML 1.1\n---\nzip: 010\n", "010 is 10 here, but not in YAML 1.1"],
    ["zip: .inf\n", ".inf is no number in JSON"],
    ["zip: 1e400\n", "1e400 is no number in JSON"],
    ["? [a, b]\n: c\n", "The name of a member is a text"],
  ])("does not touch %j, and says why", async (text, reason) => {
    folder.write("unclear.yaml", text);
    const { code, stdout } = await run("validate", "--fix=suggested", "--spec", "rules.json", "unclear.yaml");
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, " ")).toContain(reason);
    expect(folder.read("unclear.yaml")).toBe(text);
  });

  test.each([
    ["names without quotes", "{\n  // The old one.\n  zip: '01234', // Saxony\n}\n"],
    ["a line above it", '# The old one.\n{ "zip": "01234", }\n'],
    ["a fence", 'Here it is:\n```yaml\nzip: "01234" # Saxony\nver: "1"\n```\n'],
  ])("keeps the comments of what is no JSON: %s", async (_, text) => {
    folder.write("words.json", text);
    const { stdout } = await run("validate", "--fix=suggested", "--spec", "rules.json", "words.json");
    expect(folder.read("words.json")).toBe(text);
    expect(stdout).toContain("Write it as JSON, without its comments  (suggested fix?)");
  });

  test("writes what it can where one fault cannot be sent as JSON", async () => {
    folder.write("huge.json", VALID.replace("1840", "1e400").replace('"fast"', '"Fast"'));
    const { stdout } = await run("validate", "--fix", "huge.json");
    expect(folder.read("huge.json")).toContain('["fast", "realistic"]');
    expect(folder.read("huge.json")).toContain("1e400");
    expect(stdout).toContain("fixed");
  });

  test("goes on where there are a thousand faults", async () => {
    const records = Array.from({ length: 1_000 }, () => '    { "tier": "silver", "points": "1840" }').join(
      ",\n",
    );
    folder.write("many.json", VALID.replace('[{ "tier": "silver", "points": 1840 }]', `[\n${records}\n  ]`));
    await run("validate", "--fix", "many.json");
    expect(folder.read("many.json").match(/"points": 1840/g)).toHaveLength(1_000);
  });

  test("leaves files of other tools alone, and names them", async () => {
    const manifest = '{ "name": "x", "version": "1.0.0", "description": "a tool" }\n';
    folder.write("tools/package.json", manifest);
    folder.write("tools/package-lock.json", '{ "name": "x", "lockfileVersion": 3, "packages": {} }\n');
    folder.write("tools/other.json", '{ "alpha": 1, "beta": 2, "gamma": 3 }\n');
    folder.write("tools/card.json", FAULTY);
    const { code, stdout } = await run(
      ...[
        "validate",
        "--fix=suggested",
        "tools/package.json",
        "tools/package-lock.json",
        "tools/other.json",
        "tools/card.json",
      ],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("tools/package.json  left alone: this is a file of another tool");
    expect(stdout).toContain("tools/other.json  left alone: this is no proposal: it has no member of one");
    expect(folder.read("tools/package.json")).toBe(manifest);
    expect(folder.read("tools/card.json")).toBe(VALID);
  });

  test("does not write through a link out of the folder, nor look at links in folders", async () => {
    folder.write("outside/card.json", FAULTY);
    mkdirSync(join(folder.path, "inside/sub"), { recursive: true });
    symlinkSync("../outside/card.json", join(folder.path, "inside/link.json"));
    const here = { cwd: join(folder.path, "inside") };
    const { code, stdout } = await preflight(["validate", "--fix=suggested", "link.json"], here);
    expect(code).toBe(2);
    expect(stdout).toContain("link.json is a link out of this folder and was not changed.");
    expect(folder.read("outside/card.json")).toBe(FAULTY);
    expect(await preflight(["validate", "."], here)).toMatchObject({ code: 2 });
    symlinkSync("../outside", join(folder.path, "inside/way"));
    expect(await preflight(["validate", "--fix=suggested", "way/card.json"], here)).toMatchObject({
      code: 2,
    });
    expect(folder.read("outside/card.json")).toBe(FAULTY);
  });

  test("keeps the owner of a file, and changes none that has other names", async () => {
    const [path, other] = ["owned.json", "other-name.json"].map((name) => join(folder.path, name));
    folder.write("owned.json", FAULTY);
    // Only root can give a file to another user.
    if (process.getuid?.() === 0) chownSync(path!, 1234, 2345);
    const { uid, gid } = statSync(path!);
    linkSync(path!, other!);
    expect(await run("validate", "--fix=suggested", "owned.json")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("owned.json has other names (hard links)"),
    });
    expect(folder.read("owned.json")).toBe(FAULTY);
    rmSync(other!);
    expect(await run("validate", "--fix=suggested", "owned.json")).toMatchObject({ code: 0 });
    expect(statSync(path!)).toMatchObject({ uid, gid });
  });

  test("--diff shows it and changes nothing; --fix suggested is a level", async () => {
    folder.write("shown.json", FAULTY);
    const { code, stdout } = await run("validate", "--fix", "suggested", "--diff", "shown.json");
    expect(code).toBe(1);
    expect(stdout).toContain('-  "descripton": "Membership');
    expect(stdout).toContain('+  "description": "Membership');
    expect(stdout.split("\n").filter((line) => /^[-+] /.test(line))).toHaveLength(4);
    expect(folder.read("shown.json")).toBe(FAULTY);
  });
});

describe("build", () => {
  test("never replaces the proposal, another proposal's package or any other file", async () => {
    folder.write("draft.json", VALID);
    folder.write("draft.yaml", VALID_YAML);
    expect((await run("build", "draft.json", "-o", "draft.json")).stderr).toContain("is the proposal itself");
    expect(folder.read("draft.json")).toBe(VALID);
    expect((await run("build", "draft.json", "-o", "draft.yaml")).stderr).toContain("is not a built package");
    expect(await run("build", "draft.json")).toMatchObject({ code: 0 });
    expect(await run("build", "draft.yaml")).toMatchObject({ code: 0 });
    expect(folder.list()).toEqual(expect.arrayContaining(["draft.package.json", "draft.yaml.package.json"]));
  });

  test("takes away the package of an earlier version if there is no new one", async () => {
    folder.write("stale.json", VALID);
    await run("build", "stale.json");
    folder.write("stale.json", FAULTY);
    const { code, stderr } = await run("build", "stale.json");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "stale.package.json was built from an earlier version of the proposal and was removed.",
    );
    expect(folder.list()).not.toContain("stale.package.json");
  });

  test("keeps the package if the proposal cannot be read, as where its name is misspelt", async () => {
    folder.write("kept.json", VALID);
    await run("build", "kept.json");
    expect(await run("build", "kept")).toMatchObject({ code: 2, stderr: "" });
    folder.write("kept.json", '{ "proposalPackage": {} }');
    const { code, stdout } = await run("build", "kept.json");
    expect([code, stdout]).toEqual([2, expect.not.stringContaining("valid")]);
    expect(folder.list()).toContain("kept.package.json");
  });
});

describe("what is read", () => {
  test("UTF-16 is named", async () => {
    folder.write("wide.json", Buffer.from(`\ufeff${VALID}`, "utf16le"));
    expect((await run("validate", "wide.json")).stdout).toContain(
      "The file is not UTF-8 text, but binary or in another encoding such as UTF-16.",
    );
  });

  test("a file that is nested too deep is named as that, in both languages", async () => {
    folder.write("deep.yaml", "[".repeat(20_000));
    folder.write("deep.json", "[".repeat(20_000) + "]".repeat(20_000));
    const { stdout } = await run("validate", "deep.yaml", "deep.json");
    expect(stdout).not.toContain("call stack");
    expect(stdout.match(/nested too deep/g)).toHaveLength(2);
  });

  test.each(["json", "github", "sarif", "rdjson", "junit", "pretty"])(
    "no %s report steers a terminal",
    async (format) => {
      folder.write("steer.json", VALID.replace('"fast"', '"fa\\u009b31mst\\u001b[2J\\u202e"'));
      const { stdout } = await run("validate", "steer.json", "--format", format);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    },
  );
});

test("several reports at once, and a second --format is refused", async () => {
  folder.write("report.json", FAULTY);
  const { stdout, stderr } = await run(
    ...[
      "validate",
      "report.json",
      "--output",
      "sarif=out.sarif",
      "--output",
      "json=out.json",
      "--output",
      "rdjson=-",
    ],
  );
  expect(stderr).toContain("report.json:5:3  error  member-unknown");
  const { diagnostics } = JSON.parse(stdout);
  expect(diagnostics[1]).toMatchObject({
    severity: "ERROR",
    code: { value: "field-type-unknown" },
    location: { path: "report.json", range: { start: { line: 8 } } },
    suggestions: [{ text: "integer" }].map(({ text }) => ({ text: expect.stringContaining(text.slice(3)) })),
  });
  expect(JSON.parse(folder.read("out.sarif")).runs[0].tool.driver.rules[0]).toMatchObject({
    id: "member-unknown",
    shortDescription: { text: expect.any(String) },
    help: { text: expect.stringContaining("preflight explain member-unknown") },
  });
  expect(JSON.parse(folder.read("out.json")).files).toMatchObject([{ path: "report.json" }]);
  const twice = await run("validate", "report.json", "--format", "json", "--format", "sarif");
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("Use --output FORMAT=FILE") });
});

test("a baseline hides what is known, and nothing else", async () => {
  folder.write("old.json", FAULTY);
  expect(await run("validate", "old.json", "--baseline", "known.json", "--write-baseline")).toMatchObject({
    code: 0,
  });
  const again = await run("validate", "old.json", "--baseline", "known.json");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of the baseline") });
  for (const path of ["./old.json", join(folder.path, "old.json")])
    expect(await run("validate", path, "--baseline", "known.json")).toMatchObject({ code: 0 });
  folder.write("old.json", FAULTY.replace('"loyalty-card"', '"first-name"'));
  expect(await run("validate", "old.json", "--baseline", "known.json")).toMatchObject({ code: 1 });
  expect(await run("validate", "old.json", "--baseline", "none.json")).toMatchObject({ code: 2 });
});

test("a baseline knows how many faults of a file are not listed", async () => {
  const records = (count: number) => Array.from({ length: count }, () => ({ tier: 1, points: "many" }));
  const write = (count: number) =>
    folder.write("crowd.json", JSON.stringify({ ...JSON.parse(VALID), sampleRecords: records(count) }));
  const check = (...more: string[]) =>
    run("validate", "crowd.json", "--baseline", "crowd.known.json", ...more);
  write(60);
  const { stdout } = await run("validate", "crowd.json");
  const [, faults] = /✖ (\d+) errors/.exec(stdout)!;
  expect(Number(faults)).toBeGreaterThan(100);
  for (const more of [["--write-baseline"], []])
    expect(await check(...more)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`1 file is valid · ${faults} of the baseline`),
    });
  // What is listed in place of something that was repaired is not new.
  write(55);
  expect(await check()).toMatchObject({ code: 0 });
  write(61);
  expect(await check()).toMatchObject({ code: 1 });
});

test("a baseline that is written again keeps what is known of files that this run did not check", async () => {
  const known = ["--baseline", "written.json"];
  const write = (...files: string[]) => run("validate", ...files, ...known, "--write-baseline");
  const listed = () => Object.keys(JSON.parse(folder.read("written.json")).files);
  for (const name of ["one.json", "two.json", "gone.json"]) folder.write(`known/${name}`, FAULTY);
  await write("known");
  rmSync(join(folder.path, "known/gone.json"));
  expect(await write("known/two.json")).toMatchObject({ code: 0 });
  expect(listed()).toEqual(["known/one.json", "known/two.json"]);
  expect(await run("validate", "known", ...known)).toMatchObject({ code: 0 });
  folder.write("known/two.json", VALID);
  folder.write("known/one.json", new Uint8Array([0xff]));
  expect(await write("known/one.json", "known/two.json")).toMatchObject({ code: 2 });
  expect(listed()).toEqual(["known/one.json"]);
  for (const option of ["--diff", "--watch"])
    expect(await write("known/two.json", option)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--write-baseline goes with none of --diff"),
    });
});

test("neither a report nor a baseline takes the place of a proposal", async () => {
  folder.write("mine.json", FAULTY);
  symlinkSync("mine.json", join(folder.path, "linked.json"));
  for (const into of [
    ["--output", "json=mine.json"],
    ["--output", "sarif=linked.json"],
    ["--baseline", "mine.json", "--write-baseline"],
  ])
    expect(await run("validate", "mine.json", ...into)).toMatchObject({ code: 2, stdout: "" });
  expect(folder.read("mine.json")).toBe(FAULTY);
  folder.write("found/mine.json", FAULTY);
  expect(await run("validate", "found", "--output", "json=found/mine.json")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("found/mine.json is one of the proposals"),
  });
  expect(folder.read("found/mine.json")).toBe(FAULTY);
});

test("a report in the folder that is checked is no proposal", async () => {
  folder.write("reported/card.json", VALID);
  for (const format of ["json", "json", "ndjson", "sarif", "rdjson", "junit", "junit"])
    expect(await run("validate", "reported", "--output", `${format}=reported/report.json`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 file is valid"),
    });
});

test.each([
  [
    "YAML that is damaged elsewhere",
    "draft.yaml",
    'owner: { kind: "human", "id": "ada" }\nname: x\nfields: [a, b\n',
  ],
  ["the same below a name", "draft.yml", 'proposal:\n  owner: { kind: "human", "id": "ada" }\n  name: "x\n'],
  [
    "members without brackets around them",
    "draft.json",
    '"owner": {"kind": "human", "id": "ada"},\n"name": "x"\n',
  ],
])("an object inside of %s does not take the place of the file", async (_, name, text) => {
  folder.write(name, text);
  expect(await run("validate", name, "--fix=suggested")).toMatchObject({
    stdout: expect.stringContaining(name.endsWith("json") ? "This is not JSON" : "This is not YAML"),
  });
  expect(folder.read(name)).toBe(text);
});
