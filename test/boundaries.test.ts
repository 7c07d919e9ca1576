/**
 * The structure, checked by machine: which room may import which, that the core is pure, and that nothing goes in
 * circles. A room is a folder under src/ that holds sources; its README says what it may import.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findProcessTests, THOROUGH_TESTS } from "./lanes.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src");

interface Module {
  /** Relative to src, with forward slashes. */
  path: string;
  /** As it is written, comments and all. */
  text: string;
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

function readModules(folder = source): Module[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      const code = withoutComments(text);
      const specifiers = [...code.matchAll(SPECIFIER)].map((match) => match[1]!);
      const here = dirname(join(folder, path));
      return {
        path: path.split(sep).join(posix.sep),
        text,
        code,
        local: specifiers
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => relative(folder, join(here, specifier)).split(sep).join(posix.sep)),
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
  cli: ["core", "client", "operations", "transports", "offline.ts"],
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

  test("never go in circles, from file to file", () => {
    expect(findCycles(new Map(modules.map(({ path, local }) => [path, local])))).toEqual([]);
  });

  test("nothing in src reaches outside of it", () => {
    const outside = modules.flatMap(({ path, local }) =>
      local.filter((target) => target.startsWith("..")).map((target) => `${path} → ${target}`),
    );
    expect(outside).toEqual([]);
  });
});

describe("rooms", () => {
  const rooms = [...new Set(modules.map(({ path }) => roomOf(path)))].filter((room) => room !== ".").sort();
  const permissions = new Map(rooms.map((room) => [room, readPermissions(room)]));
  /** Files that a README permits by themselves. Each counts as a room of its own. */
  const single = new Set([...permissions.values()].flat().filter((name) => name.endsWith(".ts")));

  test.each(rooms)("%s has a README: one sentence on what is there, and what it may import", (room) => {
    const [heading, sentence = "", permission] = readReadme(room);
    expect(heading).toBe(`# ${room}`);
    expect(sentence).toMatch(/^[A-Z][\s\S]*\.$/);
    expect(sentence).not.toMatch(/[.!?]\s+[A-Z]/);
    expect(permission).toMatch(/^May import: [^\n]+\.$/);
    const names = permissions.get(room)!;
    expect(names).toEqual(names.toSorted());
    expect(names.filter((name) => !rooms.includes(name) && !byPath.has(name))).toEqual([]);
  });

  test.each(rooms)("%s imports what its README permits, and its README permits nothing else", (room) => {
    const imports = modules
      .filter(({ path }) => roomOf(path) === room)
      .flatMap(({ local }) => local)
      .filter((target) => roomOf(target) !== room);
    const permitted = permissions.get(room)!;
    // A file that is permitted by itself counts for itself, even if its room is permitted too.
    const needed = imports.map((target) => (permitted.includes(target) ? target : roomOf(target)));
    expect([...new Set(needed)].sort()).toEqual(permitted);
  });

  test("never go in circles", () => {
    // Files at the top of src are no room: each of them puts parts together.
    const nodeOf = (path: string) => (single.has(path) || !path.includes("/") ? path : roomOf(path));
    const graph = new Map<string, string[]>();
    for (const { path, local } of modules) {
      const from = nodeOf(path);
      const targets = local.map(nodeOf).filter((target) => target !== from);
      graph.set(from, [...(graph.get(from) ?? []), ...targets]);
    }
    expect(findCycles(graph)).toEqual([]);
  });

  test("of the core build on each other in one direction", () => {
    const order =
      "json text values registry findings checks schema spec-package proposal publishing importing index".split(
        " ",
      );
    /** With `names` in `registry`, `diff` in `publishing`. */
    const levelOf = (path: string) => order.indexOf(path.split("/")[1]!.replace(/\.ts$/, ""));
    const upward = modules
      .filter(({ path }) => layerOf(path) === "core" && path !== "core/types.ts")
      .flatMap(({ path, local }) =>
        local
          .filter((target) => target !== "core/types.ts" && levelOf(target) > levelOf(path))
          .map((target) => `${path} → ${target}`),
      );
    expect(upward).toEqual([]);
    expect(modules.filter(({ path }) => layerOf(path) === "core" && levelOf(path) < 0)).toMatchObject([
      { path: "core/types.ts" },
    ]);
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

/** Words of the embedded product. */
const PRODUCT_WORDS = /generator|sample.?record|datagen/i;

test("only the files that embed a product know its words", () => {
  const embedding = ["adapters/catalogue/embedded.ts", "config-domains.ts"];
  const found = modules
    .filter(({ path }) => !embedding.includes(path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => PRODUCT_WORDS.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test("the workbench imports the core, and nothing else of src", () => {
  const files = readModules(join(root, "web"));
  expect(files.length).toBeGreaterThan(30);
  const outside = files.flatMap(({ path, local }) =>
    local
      .filter((target) => target.startsWith("..") && !target.startsWith("../src/core/"))
      .map((target) => `${path} → ${target}`),
  );
  expect(outside).toEqual([]);
  expect(findCycles(new Map(files.map(({ path, local }) => [path, local])))).toEqual([]);
  const wordy = files.filter(({ code }) => PRODUCT_WORDS.test(code.replace(/sample records?/gi, "")));
  expect(wordy.map(({ path }) => path)).toEqual([]);
});

describe("tests", () => {
  const tests = readModules(join(root, "test"));

  test("start processes in one place, which ends them", () => {
    const starters = tests.filter(({ packages }) =>
      packages.some((name) => ["node:child_process", "child_process", "node:cluster"].includes(name)),
    );
    // Torture is a program of its own and runs without Vitest.
    const allowed = ["built.ts", "process-lane.ts", "processes.ts", "torture/cast.ts"];
    expect(
      starters.map(({ path }) => path).filter((path) => !allowed.includes(path.replace("support/", ""))),
    ).toEqual([]);
  });

  test("are in the lanes that test/lanes.ts sorts them into", () => {
    const paths = tests.map(({ path }) => `test/${path}`).filter((path) => path.endsWith(".test.ts"));
    const pattern = (glob: string) =>
      new RegExp(`^${glob.replace(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"))}$`);
    const unused = THOROUGH_TESTS.filter((glob) => !paths.some((path) => pattern(glob).test(path)));
    expect(unused).toEqual([]);
    const starting = findProcessTests();
    expect(starting).toContain("test/http/process.test.ts");
    expect(starting).not.toContain("test/core/scenarios.test.ts");
  });

  test("know of the build in one place", () => {
    const found = tests.filter(({ code }) =>
      /["'`/]dist(-dev)?["'`/]/.test(code.replace(/"ajv\/dist\//g, "")),
    );
    // The tests of the package name the files that it ships.
    const builds = found
      .map(({ path }) => path)
      .filter((path) => !/^package\/|^torture\/cast\.ts$/.test(path));
    expect(builds).toEqual(["support/built.ts"]);
  });
});

function roomOf(path: string): string {
  return posix.dirname(path);
}

/** The paragraphs of a room's README. */
function readReadme(room: string): string[] {
  const path = join(source, room, "README.md");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(/\n\n+/) : [];
}

/** The rooms and single files that a README permits. */
function readPermissions(room: string): string[] {
  const [, list = ""] = /^May import: (.*)\.$/m.exec(readReadme(room).join("\n\n")) ?? [];
  return list === "nothing but itself" ? [] : list.split(", ");
}

/** Each circle once, beginning at its first member by name. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
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
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return [...cycles];
}
