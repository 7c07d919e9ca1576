/** The structure, checked by machine: which folder may import which, that the core is pure, and that nothing goes in circles. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src");

interface Module {
  /** Relative to src, with forward slashes. */
  path: string;
  /** Without comments. */
  code: string;
  /** Files of src that it imports, types included. */
  local: string[];
  packages: string[];
}

/** Every specifier, of imports, re-exports, type imports and dynamic imports alike. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

function readModules(): Module[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => {
      const code = withoutComments(readFileSync(join(source, path), "utf8"));
      const specifiers = [...code.matchAll(SPECIFIER)].map((match) => match[1]!);
      const here = dirname(join(source, path));
      return {
        path: path.split(sep).join(posix.sep),
        code,
        local: specifiers
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => relative(source, join(here, specifier)).split(sep).join(posix.sep)),
        packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
      };
    });
}

const modules = readModules();
const byPath = new Map(modules.map((module) => [module.path, module]));

/** The folder under src, or the file itself at the top. */
function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

/** What adapters fulfil. */
const PORTS = ["operations/ports.ts", "operations/record.ts"];

/** What each folder may import besides itself. Files at the top of src put the parts together and may import all. */
const MAY_IMPORT: Record<string, string[]> = {
  core: [],
  operations: ["core"],
  transports: ["operations", "core"],
  adapters: ["core", ...PORTS],
  client: ["core", "operations"],
  cli: ["core", "client", "operations"],
  web: ["core"],
};

describe("imports", () => {
  test("there is something to look at", () => {
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.flatMap(({ local }) => local).length).toBeGreaterThan(100);
  });

  test("lead to files that are there", () => {
    const broken = modules.flatMap(({ path, local }) =>
      local.filter((target) => !byPath.has(target)).map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("every folder has a rule", () => {
    const folders = new Set(
      modules.filter(({ path }) => path.includes("/")).map(({ path }) => layerOf(path)),
    );
    expect([...folders].filter((folder) => !Object.hasOwn(MAY_IMPORT, folder))).toEqual([]);
  });

  test.each(Object.entries(MAY_IMPORT))("%s imports nothing but %j", (folder, allowed) => {
    const forbidden = modules
      .filter(({ path }) => layerOf(path) === folder && path.includes("/"))
      .flatMap(({ path, local }) =>
        local
          .filter((target) => layerOf(target) !== folder)
          .filter((target) => !allowed.includes(layerOf(target)) && !allowed.includes(target))
          .map((target) => `${path} → ${target}`),
      );
    expect(forbidden).toEqual([]);
  });

  test("adapters are known to the files that put the parts together, and to none else", () => {
    const importers = modules
      .filter(
        ({ path, local }) =>
          layerOf(path) !== "adapters" && local.some((target) => layerOf(target) === "adapters"),
      )
      .map(({ path }) => path);
    expect(importers.filter((path) => path.includes("/"))).toEqual([]);
  });

  test.each(PORTS)("%s, which adapters look at, holds types alone", (path) => {
    const { code } = byPath.get(path)!;
    const statements = code
      .split("\n")
      .filter((line) => /^(export|import|const|let|function|class)\b/.test(line));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((line) => !/^(export|import) (type|interface)\b/.test(line))).toEqual([]);
  });

  test("nobody imports the file that starts the process", () => {
    expect(modules.filter(({ local }) => local.includes("main.ts")).map(({ path }) => path)).toEqual([]);
  });

  test("the core does not import its own front door", () => {
    expect(
      modules
        .filter(({ path, local }) => layerOf(path) === "core" && local.includes("core/index.ts"))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test("never go in circles", () => {
    expect(findCycles()).toEqual([]);
  });

  test("nothing in src reaches outside of it", () => {
    const outside = modules.flatMap(({ path, local }) =>
      local.filter((target) => target.startsWith("..")).map((target) => `${path} → ${target}`),
    );
    expect(outside).toEqual([]);
  });
});

describe("the core", () => {
  const core = modules.filter(({ path }) => layerOf(path) === "core");

  test("imports two libraries that are pure themselves, and nothing of Node", () => {
    const used = new Set(core.flatMap(({ packages }) => packages));
    const allowed = ["re2js", "@noble/hashes/sha2.js", "@noble/hashes/utils.js"];
    expect([...used].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test.each([
    ["a clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b/],
    ["chance", /\bMath\.random\b|\bcrypto\b|\brandomUUID\b/],
    ["the network", /\bfetch\b|\bXMLHttpRequest\b|\bWebSocket\b/],
    ["the process", /\bprocess\b|\bBuffer\b|\b__dirname\b|\bimport\.meta\b|\bglobalThis\b/],
    ["timers", /\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/],
    ["a page", /\bwindow\.|\bdocument\.(cookie|location)\b|\blocalStorage\b/],
    ["the locale of the machine", /\.toLocale\w+\(|\bIntl\b|\.localeCompare\(/],
    ["the console", /\bconsole\b/],
    ["code made at run time", /\beval\(|\bnew Function\b/],
  ])("does not touch %s", (_, forbidden) => {
    const found = core.flatMap(({ path, code }) =>
      code
        .split("\n")
        .filter((line) => forbidden.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test("knows no product: the words of the embedded package do not occur in its code", () => {
    const words =
      /generator-option|datagen|generatorId|generatorName|outputFields|sampleRecords|supportedStrategies|rationale/;
    const found = core.filter(({ code }) => words.test(code)).map(({ path }) => path);
    expect(found).toEqual([]);
  });
});

/** Each circle once, beginning at its first file by name. */
function findCycles(): string[] {
  const cycles = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const circle = trail.slice(start);
      const first = circle.indexOf([...circle].sort()[0]!);
      cycles.add([...circle.slice(first), ...circle.slice(0, first)].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const target of byPath.get(path)?.local ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of modules) visit(path, []);
  return [...cycles];
}
