/** The command in docs/operating.md that pins the base images, run with a registry that is made up. */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { outputOf } from "../support/processes.ts";

const page = readFileSync(join(projectFolder, "docs", "operating.md"), "utf8");
const command = /^```text\n(for image in [\s\S]*?)^```$/m.exec(page)![1]!;
const bases = (dockerfile: string) =>
  readFileSync(dockerfile, "utf8")
    .split("\n")
    .flatMap((line) => /^FROM (\S+:\S+)/.exec(line)?.[1] ?? []);

test("every base image has a version; the command pins all of them by digest, and later updates the pins", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-images-"));
  const dockerfile = join(folder, "deploy", "Dockerfile");
  mkdirSync(join(folder, "deploy"));
  copyFileSync(join(projectFolder, "deploy", "Dockerfile"), dockerfile);
  const images = bases(dockerfile).map((image) => image.replace(/@.*/, ""));
  expect(images.length).toBeGreaterThan(0);

  for (const digest of ["sha256:0001", "sha256:0002"]) {
    writeFileSync(join(folder, "docker"), `#!/bin/sh\necho ${digest}\n`);
    chmodSync(join(folder, "docker"), 0o755);
    const environment = { PATH: [folder, process.env.PATH].join(delimiter) };
    await outputOf("sh", ["-c", command], { cwd: folder, environment });
    expect(bases(dockerfile)).toEqual(images.map((image) => `${image}@${digest}`));
  }
  rmSync(folder, { recursive: true });
});

test.each([
  "deploy/Dockerfile",
  "deploy/compose.yaml",
  "deploy/kubernetes/preflight.yaml",
  "deploy/kubernetes/redis.yaml",
])("%s names exact versions only", (file) => {
  const text = readFileSync(join(projectFolder, file), "utf8");
  const named = [
    ...text.matchAll(
      /(?:^FROM|^# syntax=|\bimage:|proposal-preflight@|^ {4}default:) *"?([\w./$-]+:)?([\w.-]*)/gm,
    ),
  ].filter(([whole, image, version]) => !/^FROM build$/.test(whole) && (image ?? version) !== "");
  expect(named.length).toBeGreaterThan(0);
  for (const [whole, , version] of named) expect(version, whole).toMatch(/^\d+\.\d+\.\d+/);
});
