/**
 * Which test files run in which lane of vitest.config.ts.
 *
 * - `slow`: tests that start processes or run built files, which are those that import test/support/processes.ts, directly
 *   or not, so nobody has to list them; and those of THOROUGH_TESTS, which need only Vitest but take seconds: random cases,
 *   load, waiting for time limits.
 * - `mocking`: those of `slow` that replace modules. Each has a worker to itself; elsewhere, files share workers and the
 *   modules that these have loaded.
 * - `verify`: suites and tools of others, which have to be fetched first, and what takes long for what it guards.
 *   `npm run verify` runs them, `npm test` does not.
 * - `fast`: everything else. Run it after every change.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const ALL_TESTS = ["test/**/*.test.ts"];

export const THOROUGH_TESTS = [
  "test/cli/server.test.ts",
  "test/client/rest-parity.test.ts",
  "test/core/**/bad-input.test.ts",
  "test/examples/bad-input.test.ts",
  "test/core/**/hostile-packages.test.ts",
  "test/core/**/large-candidates.test.ts",
  "test/core/**/properties.test.ts",
  "test/core/**/*near-reference.test.ts",
  "test/core/**/*engine.test.ts",
  "test/corpus/library.test.ts",
  "test/drafts/**/*.test.ts",
  "test/http/availability.test.ts",
  "test/http/limits.test.ts",
  "test/identity/keys-remote.test.ts",
  "test/identity/neighbour.test.ts",
  "test/import/public-schemas.test.ts",
  "test/mcp/rest-parity.test.ts",
  "test/oracle/**/*.test.ts",
  "test/products/catalogue.test.ts",
  "test/products/registries.test.ts",
  "test/products/registry-thread.test.ts",
  "test/products/spec-package-tools.test.ts",
];

export const VERIFY_TESTS = [
  "test/browser/core.test.ts",
  "test/browser/studio.test.ts",
  "test/browser/walks.test.ts",
  "test/browser/workbench-accessibility.test.ts",
  "test/browser/workbench-answers.test.ts",
  "test/browser/workbench-bad-input.test.ts",
  "test/browser/workbench-calm.test.ts",
  "test/browser/workbench-editor.test.ts",
  "test/browser/workbench-forms.test.ts",
  "test/browser/workbench-keeps.test.ts",
  "test/cli/large.test.ts",
  "test/cli/mcp-python.test.ts",
  "test/cli/threads.test.ts",
  "test/core/proposal/large-candidates.test.ts",
  "test/core/schema/official-suite.test.ts",
  "test/corpus/service.test.ts",
  "test/corpus/text-forms.test.ts",
  "test/deploy/alerts.test.ts",
  "test/deploy/balancers.test.ts",
  "test/deploy/restarts.test.ts",
  "test/examples/bad-input.test.ts",
  "test/fetch/runtimes.test.ts",
  "test/http/failures.test.ts",
  "test/http/overload.test.ts",
  "test/http/redis-kinds.test.ts",
  "test/http/replicas.test.ts",
  "test/http/slow-readers.test.ts",
  "test/http/slow-senders.test.ts",
  "test/http/surroundings.test.ts",
  "test/import/public-schemas.test.ts",
  "test/interop/**/*.test.ts",
  "test/limiter/failover.test.ts",
  "test/mcp/conformance.test.ts",
  "test/mcp/inspector.test.ts",
  "test/mcp/sdk-parity.test.ts",
  "test/package/hooks.test.ts",
  "test/package/other-tools.test.ts",
  "test/package/package.test.ts",
  "test/package/reproducible.test.ts",
  "test/packages/packages.test.ts",
  "test/products/catalogue-threads.test.ts",
  "test/products/crash.test.ts",
  "test/products/demo.test.ts",
];

const STARTS_PROCESSES = "test/support/processes.ts";
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\(/;

export function findProcessTests(): string[] {
  return findReaching(({ path }) => path === STARTS_PROCESSES);
}

export function findMockingTests(): string[] {
  return findReaching(({ code }) => REPLACES_MODULES.test(code));
}

interface TestFile {
  readonly path: string;
  readonly code: string;
  /** The relative imports, without those of types. */
  readonly imports: readonly string[];
}

/** The tests that are such a file or import one, directly or not. */
function findReaching(isSuch: (file: TestFile) => boolean): string[] {
  const files = readTestFiles();
  const reaching = new Set(files.filter(isSuch).map(({ path }) => path));
  for (let before = -1; before < reaching.size; ) {
    before = reaching.size;
    for (const { path, imports } of files)
      if (imports.some((target) => reaching.has(target))) reaching.add(path);
  }
  return [...reaching].filter((path) => path.endsWith(".test.ts")).sort();
}

function readTestFiles(): TestFile[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((path) => posix.join("test", path.replaceAll("\\", "/")))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => {
      const code = readFileSync(join(root, path), "utf8").replace(/^import type .*$/gm, "");
      const specifiers = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"'\n]+)["']/g)];
      const imports = specifiers.map(([, specifier]) => posix.join(posix.dirname(path), specifier!));
      return { path, code, imports };
    });
}
