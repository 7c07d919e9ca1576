/** Packs the project as a release would, from a copy without anything that was built, and installs it elsewhere. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe } from "vitest";
import { projectFolder } from "../support/built.ts";
import { type Environment, outputOf, runProcess } from "../support/processes.ts";

/** Where the machine trusts certificates of its own, a Node that does not know them would try the registry for a minute. */
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
const environment: Environment = certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates };

/** Installing the package takes the registry of npm. Without it, tests are skipped under a name that says so. */
const registry = await runProcess("npm", ["view", "re2js", "version"], { cwd: projectFolder, environment });
if (registry.code !== 0 && process.env.CI === "true") throw new Error(registry.stderr);

export function withRegistry(name: string, body: () => void): void {
  if (registry.code === 0) describe(name, body);
  else describe.skip(`${name} [skipped: the registry of npm cannot be reached]`, body);
}

const NOT_IN_A_CLONE = new Set([".cache", ".git", "coverage", "dist", "dist-dev", "node_modules"]);

export interface Packed {
  readonly tarball: string;
  /** The files in it, without the folder that npm puts around them. */
  readonly files: readonly string[];
  /** A new folder that is removed with the rest. */
  newFolder(name: string): string;
  remove(): void;
}

export async function packClone(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-package-"));
  const newFolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  const clone = newFolder("clone");
  cpSync(projectFolder, clone, {
    recursive: true,
    filter: (path) => !NOT_IN_A_CLONE.has(basename(path)) || path === projectFolder,
  });
  symlinkSync(join(projectFolder, "node_modules"), join(clone, "node_modules"), "dir");
  const target = newFolder("tarball");
  await outputOf("npm", ["pack", "--pack-destination", target], { cwd: clone });
  const [name = ""] = readdirSync(target);
  const tarball = join(target, name);
  const listing = await outputOf("tar", ["-tzf", tarball]);
  return {
    tarball,
    files: listing
      .trim()
      .split("\n")
      .map((path) => path.replace(/^package\//, ""))
      .sort(),
    newFolder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** An empty project with the package in it. */
export async function installWithNpm(packed: Packed): Promise<string> {
  const project = emptyProject(packed, "npm-project");
  const options = ["--engine-strict", "--no-audit", "--no-fund", "--prefer-offline"];
  await outputOf("npm", ["install", ...options, packed.tarball], { cwd: project, environment });
  return project;
}

/** With yarn 1, which refuses packages that do not support this Node. It knows neither npm's registry nor its certificates. */
export async function installWithYarn(packed: Packed): Promise<string> {
  const project = emptyProject(packed, "yarn-project");
  const setting = async (name: string) =>
    (await outputOf("npm", ["config", "get", name], { cwd: project })).trim();
  const cafile = certificates ?? (await setting("cafile"));
  const yarn = ["--yes", "yarn@1.22.22", "--cwd", project, "--cache-folder", packed.newFolder("yarn-cache")];
  const options = ["--registry", await setting("registry"), "--network-timeout", "120000"];
  await outputOf("npx", [...yarn, "add", ...options, `file:${packed.tarball}`], {
    cwd: project,
    environment: cafile.startsWith("/") ? { NODE_EXTRA_CA_CERTS: cafile } : {},
  });
  return project;
}

function emptyProject(packed: Packed, name: string): string {
  const project = packed.newFolder(name);
  const manifest = { name, version: "0.0.0", private: true, type: "module", license: "MIT" };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  return project;
}

/** Every package in a project's node_modules. */
export function packagesIn(project: string): string[] {
  const folder = join(project, "node_modules");
  return readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(folder, name)).map((sub) => `${name}/${sub}`) : name,
    )
    .sort();
}
