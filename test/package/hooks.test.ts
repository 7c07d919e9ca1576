/** Hooks as they are installed: pre-commit from a clone; lint-staged, a hook of Git and the action from the packed package. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAULTY, VALID } from "../cli/files.ts";
import { projectFolder } from "../support/built.ts";
import { outputOf, runProcess } from "../support/processes.ts";
import { installWithNpm, type Packed, packClone, withRegistry } from "./packed.ts";

type Tools = { ok: true; command(name: string): string } | { ok: false; reason: string };
const script = new URL("../../scripts/python-tools.mjs", import.meta.url).href;

const folder = mkdtempSync(join(tmpdir(), "preflight-hooks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const names = ["HOME", "NODE_EXTRA_CA_CERTS", "PIP_CERT"].filter((name) => process.env[name] !== undefined);
const environment = {
  ...Object.fromEntries(names.map((name) => [name, process.env[name]!])),
  ...{ GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.org" },
  ...{ GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" },
  PRE_COMMIT_HOME: join(folder, "pre-commit"),
};

/** With a file of another tool and one that the configuration does not cover. */
async function makeRepository(at: string, more: Readonly<Record<string, string>> = {}) {
  const git = (...args: string[]) => runProcess("git", args, { cwd: at, environment });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), text);
  };
  const files = {
    ".gitignore": "node_modules\n",
    "tsconfig.json": "{}\n",
    "notes.yaml": "generatorId: none of ours\n",
    "preflight.config.json": '{ "files": [{ "include": ["proposals/**"] }] }\n',
    ...more,
  };
  await git("init", "-q");
  for (const [name, text] of Object.entries(files)) write(name, text);
  await git("add", ".");
  await git("commit", "-qm", "start", "--no-verify");
  /** Tries to commit a proposal beside files of others. */
  const commit = async (text: string) => {
    write("proposals/card.json", text);
    write("tsconfig.json", `{ "include": ["${text.length}"] }\n`);
    await git("add", ".");
    return git("commit", "-qm", "proposal");
  };
  return { git, commit, write };
}

async function expectToGuard({ commit, git }: Awaited<ReturnType<typeof makeRepository>>): Promise<void> {
  const refused = await commit(FAULTY);
  expect(refused.code, refused.stdout + refused.stderr).toBe(1);
  expect(refused.stdout + refused.stderr).toContain("field-type-unknown");
  const taken = await commit(VALID);
  expect(taken.code, taken.stdout + taken.stderr).toBe(0);
  expect((await git("show", "--stat", "--format=%s")).stdout).toContain("proposals/card.json");
}

withRegistry("hooks", () => {
  let packed: Packed;
  let installed: string;
  beforeAll(async () => {
    packed = await packClone();
    installed = await installWithNpm(packed);
  });
  afterAll(() => packed?.remove());

  /** A repository that has the package among its tools. */
  async function repositoryWithPackage(name: string, more: Readonly<Record<string, string>>) {
    const at = join(folder, name);
    mkdirSync(at);
    cpSync(join(installed, "node_modules"), join(at, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    return { at, ...(await makeRepository(at, more)) };
  }

  // It installs and builds the whole project.
  test("pre-commit installs a clone, which builds itself, and passes over the files of others", async () => {
    const { ensurePythonTools } = await import(script);
    const tools: Tools = ensurePythonTools("pre-commit", ["pre-commit==4.7.0"]);
    if (!tools.ok) throw new Error(tools.reason);
    const source = join(folder, "source");
    cpSync(projectFolder, source, {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist|dist-dev|\.git|\.cache)$/.test(path),
    });
    const git = (...args: string[]) => outputOf("git", args, { cwd: source, environment });
    await git("init", "-q");
    await git("add", ".");
    await git("commit", "-qm", "all");
    const rev = (await git("rev-parse", "HEAD")).trim();
    await git("clone", "-q", "--bare", source, join(folder, "preflight.git"));
    const at = join(folder, "with-pre-commit");
    mkdirSync(at);
    const config = { repos: [{ repo: join(folder, "preflight.git"), rev, hooks: [{ id: "preflight" }] }] };
    const repository = await makeRepository(at, { ".pre-commit-config.yaml": JSON.stringify(config) });
    await outputOf(tools.command("pre-commit"), ["install"], { cwd: at, environment });
    await expectToGuard(repository);
  }, 1_200_000);

  test("lint-staged runs the packed package", async () => {
    const manifest = {
      private: true,
      "lint-staged": { "*.{json,yaml}": "preflight validate --force-exclude" },
    };
    const repository = await repositoryWithPackage("with-lint-staged", {
      "package.json": JSON.stringify(manifest),
    });
    const { at } = repository;
    const install = ["install", "--no-save", "--no-audit", "--no-fund", "lint-staged@15.5.2", packed.tarball];
    await outputOf("npm", install, { cwd: at, environment });
    repository.write(".git/hooks/pre-commit", "#!/bin/sh\nexec node_modules/.bin/lint-staged\n");
    chmodSync(join(at, ".git/hooks/pre-commit"), 0o755);
    await expectToGuard(repository);
  });

  test("a hook of Git is one line", async () => {
    const repository = await repositoryWithPackage("with-a-hook", {});
    const page = readFileSync(join(projectFolder, "docs/ci.md"), "utf8");
    const [, line] = /```sh\n(npx proposal-preflight validate --staged)\n```/.exec(page)!;
    repository.write(".git/hooks/pre-commit", `#!/bin/sh\n${line}\n`);
    chmodSync(join(repository.at, ".git/hooks/pre-commit"), 0o755);
    await expectToGuard(repository);
  });

  test("the action runs the bytes that it names", async () => {
    const { at, commit } = await repositoryWithPackage("with-the-action", {});
    await commit(FAULTY);
    const [{ integrity }] = JSON.parse(
      await outputOf("npm", ["pack", "--json", "--dry-run", packed.tarball], { cwd: at, environment }),
    );
    const run = (named: string) =>
      runProcess(process.execPath, [join(projectFolder, "scripts/action.mjs")], {
        cwd: at,
        environment: {
          ...environment,
          ...{
            RUNNER_TEMP: folder,
            GITHUB_OUTPUT: join(folder, "output"),
            GITHUB_STEP_SUMMARY: join(folder, "summary"),
          },
          ...{ INPUT_VERSION: `file:${packed.tarball}`, INPUT_INTEGRITY: named },
        },
      });
    const good = await run(integrity);
    expect(good.stdout).toContain("::error file=proposals/card.json,line=8,");
    expect(good.code).toBe(1);
    expect(readFileSync(join(folder, "output"), "utf8")).toContain("errors=2\n");
    expect(await run("sha512-another")).toMatchObject({ code: 2 });
  });
});
