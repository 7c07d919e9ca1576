/** `--fix` changes the faulty values and nothing else. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
const run = (...args: string[]) => preflight(args, { cwd: folder.path });

/** Lines that differ, as `before → after`. */
function changes(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  expect(now.length).toBe(old.length);
  return old.flatMap((line, index) =>
    line === now[index] ? [] : [`${line.trim()} → ${now[index]!.trim()}`],
  );
}

describe("--fix=suggested", () => {
  test("in commented YAML", async () => {
    folder.write("faulty.yaml", FAULTY_YAML);
    expect(await run("validate", "--fix=suggested", "faulty.yaml")).toEqual({
      code: 0,
      stdout:
        "✔ 1 file is valid · 2 fixed\n  rules datagen/generator-option 1.2.0 · registry 66 entries as of 2026-11-01\n",
      stderr: "",
    });
    expect(changes(FAULTY_YAML, folder.read("faulty.yaml"))).toEqual([
      "descripton: >- → description: >-",
      "type: int # sic → type: integer # sic",
    ]);
  });

  test("in hand-formatted JSON", async () => {
    folder.write("faulty.json", FAULTY);
    expect(await run("validate", "--fix=suggested", "faulty.json")).toMatchObject({ code: 0 });
    expect(folder.read("faulty.json")).toBe(VALID);
  });

  test("in the envelope, with its byte order mark and line ends", async () => {
    const envelope = (candidate: string) =>
      `\ufeff{"targetProduct": "datagen", "domainId": "generator-option",\n "candidate": ${candidate}}\n`.replaceAll(
        "\n",
        "\r\n",
      );
    folder.write("envelope.json", envelope(FAULTY));
    expect(await run("validate", "--fix=suggested", "envelope.json")).toMatchObject({ code: 0 });
    expect(folder.read("envelope.json")).toBe(envelope(VALID));
  });

  test("moves and adds members in the manner of the file", async () => {
    const flat = VALID_YAML.replace(
      "owner: { kind: human, id: ada@example.org }",
      "ownerId: ada@example.org # me\nownerKind: human",
    );
    folder.write("flat.yaml", flat);
    expect(await run("validate", "--fix=suggested", "flat.yaml")).toMatchObject({ code: 0 });
    await expect(folder.read("flat.yaml")).toMatchFileSnapshot("expected/flat-fixed.yaml");
    const json = VALID.replace(
      '"owner": { "kind": "human", "id": "ada@example.org" }',
      '"ownerId": "ada@example.org",\n  "ownerKind": "human"',
    );
    folder.write("flat.json", json);
    expect(await run("validate", "--fix=suggested", "flat.json")).toMatchObject({ code: 0 });
    await expect(folder.read("flat.json")).toMatchFileSnapshot("expected/flat-fixed.json");
  });
});

describe("--fix", () => {
  test("writes safe fixes alone, and reports what is left", async () => {
    folder.write(
      "mixed.json",
      FAULTY.replace("1840", '"1840"').replace('"points", "type": "int"', '"points", "type": "integer"'),
    );
    const { code, stdout } = await run("validate", "--fix", "mixed.json");
    expect(code).toBe(1);
    expect(folder.read("mixed.json")).toContain('"points": 1840');
    expect(folder.read("mixed.json")).toContain("descripton");
    expect(stdout).toContain(
      "✖ 1 error in 1 file · 1 fixed\n  1 can be fixed: preflight validate mixed.json --fix=suggested\n",
    );
  });

  test("leaves a file alone that needs none", async () => {
    folder.write("good.yaml", VALID_YAML);
    expect(await run("validate", "--fix", "good.yaml")).toMatchObject({ code: 0 });
    expect(folder.read("good.yaml")).toBe(VALID_YAML);
  });

  test("changes an anchor where every use of it needs the change, and writes out a use that does not", async () => {
    const shared = (first: string, others: string) =>
      VALID_YAML.replace("  - { tier: silver, points: 1840 }", `  - &record ${first}\n${others}`);
    folder.write("shared.yaml", shared('{ tier: silver, points: "1840" } # one', "  - *record"));
    expect(await run("validate", "--fix=suggested", "shared.yaml")).toMatchObject({ code: 0 });
    expect(folder.read("shared.yaml")).toBe(shared("{ tier: silver, points: 1840 } # one", "  - *record"));
  });

  test("quotes a number where it stands and never the alias that repeats it", async () => {
    const shared = VALID_YAML.replace(/^generatorName: .*$/m, "generatorName: &n 01234").replace(
      /^rationaleNotes: .*$/m,
      "rationaleNotes: *n",
    );
    folder.write("alias.yaml", shared);
    expect(await run("validate", "--fix", "alias.yaml")).toMatchObject({ code: 0 });
    expect(folder.read("alias.yaml")).toBe(shared.replace("&n 01234", '&n "01234"'));
  });

  test("says why a proposal that is the text of JSON is left as it is", async () => {
    const text = JSON.stringify(
      JSON.stringify({ ...JSON.parse(VALID), description: " Cards of a shop: the tier. " }),
    );
    folder.write("text.json", text.replace("generatorName", "generatorname"));
    expect(await run("validate", "text.json", "--fix=suggested")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("Some fixes cannot be written: the proposal is a text"),
    });
  });

  test("offers nothing that it would leave, as guesses in a file that nobody named or in words", async () => {
    folder.write(
      "found/part.json",
      '{ "generatorId": "gift", "descripton": "Cards.", "a": 1, "b": 2, "c": 3 }',
    );
    folder.write("words.json", 'Perhaps {"generatorId": "gift"} will do.\n');
    for (const name of ["found", "words.json"])
      for (const fixes of [[], ["--fix=suggested"]]) {
        const { code, stdout } = await run("validate", name, ...fixes);
        expect([code, stdout]).toEqual([1, expect.not.stringContaining("can be fixed")]);
      }
    expect((await run("validate", "found/part.json")).stdout).toContain("1 can be fixed");
  });

  test("refuses a read-only file, and says so", async () => {
    folder.write("locked.json", FAULTY);
    folder.protect("locked.json", 0o444);
    const { code, stdout } = await run("validate", "--fix=suggested", "locked.json");
    expect(code).toBe(2);
    expect(stdout).toContain(
      "locked.json  error  could not be fixed\n  locked.json is read-only and was not changed.",
    );
    expect(folder.read("locked.json")).toBe(FAULTY);
  });

  test("writes through a link and leaves nothing behind", async () => {
    folder.write("links/target.json", FAULTY);
    symlinkSync("target.json", join(folder.path, "links/link.json"));
    expect(await run("validate", "--fix=suggested", "links/link.json")).toMatchObject({ code: 0 });
    expect(folder.read("links/target.json")).toBe(VALID);
    expect(folder.list().filter((name) => name.includes(".tmp"))).toEqual([]);
  });
});
