/**
 * A session in a real editor: Debian's Neovim, with the configuration that docs/editors.md shows, opens a faulty draft,
 * shows its problems, applies a fix and saves. What it shows is on that page; `UPDATE_DOCS=1` updates it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Claim, isUpdating, withActual } from "../docs/claim.ts";
import { type Block, readPage } from "../docs/markdown.ts";
import { PROGRAMS } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { requireServer } from "../support/servers.ts";
import { makeFolder } from "./command.ts";
import { FAULTY_YAML } from "./files.ts";

const page = readPage("editors.md");
const blocks = (role: string) =>
  page.parts.filter((part): part is Block => part.kind === "block" && part.role === role);

requireServer("nvim")("Neovim", () => {
  test("shows the problems of a draft, applies a fix and saves", async () => {
    const folder = makeFolder();
    folder.write("draft.yaml", FAULTY_YAML);
    folder.write(
      "init.lua",
      blocks("init")
        .map(({ text }) => text)
        .join("\n"),
    );
    folder.write(
      "preflight.config.json",
      '{ "files": [{ "include": ["*.yaml"], "domain": "datagen/generator-option" }] }',
    );
    folder.write("bin/preflight", `#!/bin/sh\nexec '${process.execPath}' '${PROGRAMS.command}' "$@"\n`);
    folder.protect("bin/preflight", 0o755);
    const script = fileURLToPath(new URL("neovim.lua", import.meta.url));
    const { code, stderr } = await runProcess(
      "nvim",
      ["--headless", "-u", "NONE", "-n", "-i", "NONE", "-c", `luafile ${script}`],
      {
        cwd: folder.path,
        environment: {
          PATH: `${join(folder.path, "bin")}:${process.env.PATH}`,
          TERM: "xterm",
          HOME: folder.path,
          INIT: "init.lua",
          DRAFT: "draft.yaml",
          SCREENS: "screens.json",
        },
      },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(folder.read("draft.yaml")).toBe(FAULTY_YAML.replace("type: int # sic", "type: integer # sic"));
    const screens: string[] = JSON.parse(folder.read("screens.json"));
    const claims = blocks("screen").map(
      ({ line, text }, index): Claim => ({
        title: `screen ${index + 1}`,
        line,
        shown: text,
        actual: screens[index],
        place: "block",
      }),
    );
    if (isUpdating)
      writeFileSync(new URL("../../docs/editors.md", import.meta.url), withActual(page.text, claims));
    else expect(screens).toEqual(claims.map(({ shown }) => shown));
  });
});
