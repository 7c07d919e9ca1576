/**
 * The structure, checked by machine: which room may import which, that the core is pure, and that nothing goes in
 * circles. src/rooms.json and web/rooms.json list the rooms: folders with what they are about and which rooms they import.
 */
import { readdirSync, readFileSync } from "node:fs";
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

type Rooms = Record<string, { about: string; imports: string[] }>;

/** Each room comes after the rooms that it imports. */
const readRooms = (folder: string): Rooms =>
  JSON.parse(readFileSync(join(root, folder, "rooms.json"), "utf8"));

/** The types of results, which everything may know. */
const EVERYWHERE = "core/types.ts";

/** The innermost room that holds a file. */
function roomOf(path: string, rooms: Rooms): string {
  const holding = Object.keys(rooms).filter((room) => path.startsWith(`${room}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? (path.includes("/") ? "none" : ".");
}

/** What adapters fulfil. */
const PORTS = ["service/operations/ports.ts", "service/operations/record.ts"];

describe("imports", () => {
  test("lead to files that are there", () => {
    expect(modules.flatMap(({ local }) => local).length).toBeGreaterThan(100);
    const broken = modules.flatMap(({ path, local }) =>
      local.filter((target) => !byPath.has(target)).map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("never go in circles, from file to file", () => {
    expect(findCycles(new Map(modules.map(({ path, local }) => [path, local])))).toEqual([]);
  });

  test.each(PORTS)("%s, which adapters look at, holds types alone", (path) => {
    const { code } = byPath.get(path)!;
    const statements = code
      .split("\n")
      .filter((line) => /^(export|import|const|let|function|class)\b/.test(line));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((line) => !/^(export|import) (type|interface)\b/.test(line))).toEqual([]);
  });

  test("adapters know of the operations nothing but their ports", () => {
    const found = modules
      .filter(({ path }) => /^service\/(catalogue|upstream|identity|budget|observe|shared)\//.test(path))
      .flatMap(({ path, local }) =>
        local
          .filter((target) => target.startsWith("service/operations/") && !PORTS.includes(target))
          .map((target) => `${path} → ${target}`),
      );
    expect(found).toEqual([]);
  });

  test("nobody imports the file that starts the process, and the core not its own front door", () => {
    expect(modules.filter(({ local }) => local.includes("service/server/main.ts"))).toEqual([]);
    const core = modules.filter(({ path }) => path.startsWith("core/"));
    expect(core.filter(({ local }) => local.includes("core/index.ts"))).toEqual([]);
  });
});

describe.each([
  ["src", modules],
  ["web", readModules(join(root, "web"))],
])("rooms of %s", (folder, files) => {
  const rooms = readRooms(folder);
  const names = Object.keys(rooms);

  test("hold every file", () => {
    expect(files.map(({ path }) => path).filter((path) => !names.includes(roomOf(path, rooms)))).toEqual([]);
  });

  test("import the rooms that rooms.json lists for them, and no others", () => {
    const imports = names.map((room) => {
      const targets = files.filter(({ path }) => roomOf(path, rooms) === room).flatMap(({ local }) => local);
      const others = targets
        .filter((target) => target !== EVERYWHERE && !target.startsWith("..") && !target.endsWith(".css"))
        .map((target) => roomOf(target, rooms))
        .filter((other) => other !== room);
      return [room, [...new Set(others)].sort()];
    });
    expect(imports).toEqual(names.map((room) => [room, rooms[room]!.imports.toSorted()]));
  });

  test("come after the rooms that they import", () => {
    for (const [index, room] of names.entries()) {
      const later = names.slice(index);
      expect(
        rooms[room]!.imports.filter((name) => later.includes(name)),
        room,
      ).toEqual([]);
      expect(rooms[room]!.about, room).not.toMatch(/\.$/);
    }
  });
});

describe("the core", () => {
  const core = modules.filter(({ path }) => path.startsWith("core/"));

  test("imports three libraries that are pure themselves, and nothing of Node", () => {
    const used = new Set(core.flatMap(({ packages }) => packages));
    const allowed = ["re2js", "@eslint-community/regexpp", "@noble/hashes/sha2.js", "@noble/hashes/utils.js"];
    expect([...used].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  /** A digest is the same wherever it is made, so that the runtime may be asked for its own way to make it. */
  const asking = new Set([
    "readonly process?: {",
    'getBuiltinModule?(id: "node:crypto"): {',
    'const native = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto");',
  ]);
  const mayAsk = (path: string, line: string) => path === "core/json/digest.ts" && asking.has(line.trim());

  test.each([
    ["a clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b/],
    // Verifying a signature gives the same answer whenever it is asked.
    ["chance", /\bMath\.random\b|\bcrypto\b(?!\.subtle\b)|\brandomUUID\b|\bsubtle\.(generateKey|sign)\b/],
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
        .filter((line) => forbidden.test(line) && !mayAsk(path, line))
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

test("the handler for every runtime imports nothing of Node, however many files away", () => {
  const reached = new Set(["service/fetch/index.ts"]);
  for (const path of reached) for (const target of runtimeImports(path).local) reached.add(target);
  expect(reached.size).toBeGreaterThan(100);
  const found = [...reached].flatMap((path) =>
    runtimeImports(path)
      .packages.filter((name) => name.startsWith("node:"))
      .map((name) => `${path} → ${name}`),
  );
  expect(found).toEqual([]);
  const globals = [...reached].filter((path) =>
    /\b(?:Buffer\.|process\.|setImmediate|__dirname)/.test(byPath.get(path)!.code),
  );
  expect(globals).toEqual([]);
});

/** What a file imports when it runs: types are gone by then. */
function runtimeImports(path: string): { local: string[]; packages: string[] } {
  const code = byPath.get(path)!.code.replace(/(?:import|export) type [^;]*;/g, "");
  const specifiers = [...code.matchAll(SPECIFIER)].map((match) => match[1]!);
  return {
    local: specifiers
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => posix.join(posix.dirname(path), specifier)),
    packages: specifiers.filter((specifier) => !specifier.startsWith(".")),
  };
}

/** What these parse was not sent by anybody: own files and words, the id of a refused message, an answer of a service, a signed text. */
const OWN_JSON = [
  "src/core/receipt/verify-receipt.ts",
  "src/service/pages/assets.ts",
  "src/service/mcp/messages.ts",
];

test("text that somebody sent is read in one place, because JSON.parse drops repeated names and digits", () => {
  const web = readModules(join(root, "web")).map((module) => ({ ...module, path: `web/${module.path}` }));
  const parsing = [...modules.map((module) => ({ ...module, path: `src/${module.path}` })), ...web]
    .filter(({ path }) =>
      /^(?:src\/(?:core|authoring|cli\/(?:mcp|files|checker)|service\/(?:operations|endpoint|http|mcp|pages|describe|fetch))|web\/(?:worker|state\/se))/.test(
        path,
      ),
    )
    .filter(({ code }) => code.includes("JSON.parse("))
    .map(({ path }) => path)
    .filter((path) => !path.startsWith("src/core/reader/") && !OWN_JSON.includes(path));
  expect(parsing).toEqual([]);
  expect(
    modules.filter(({ path, code }) => path.startsWith("core/reader/") && code.includes("JSON.parse(")),
  ).toHaveLength(2);
});

/** Words of the embedded product. */
const PRODUCT_WORDS = /generator|sample.?record|datagen/i;

test("only the files that embed a product know its words", () => {
  const embedding = ["service/catalogue/embedded.ts", "service/settings/domains-file.ts"];
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

test("the workbench imports the core and what helps to write; the studio also imports schemas and the examples", () => {
  const files = readModules(join(root, "web"));
  expect(files.length).toBeGreaterThan(30);
  const outside = files.flatMap(({ path, local }) =>
    local
      .filter((target) => target.startsWith("..") && !/^\.\.\/src\/(core|authoring)\//.test(target))
      .filter((target) => !path.startsWith("studio/") || !/^\.\.\/(src\/importing|examples)\//.test(target))
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
    // Torture and scale are programs of their own and run without Vitest, with players.
    const allowed = ["built.ts", "process-lane.ts", "processes.ts", "player.ts"];
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
      .filter((path) => !/^package\/|^torture\/cast\.ts$|^scale\/world\.ts$/.test(path));
    expect(builds).toEqual(["support/built.ts"]);
  });
});

/** Whoever answers a request, or checks a document of the package itself, has a meter to give. */
const STARTS = [
  "core/proposal/check.ts",
  "core/schema/compile-schema.ts",
  // "Did you mean" for those who write packages, settings and commands: there is no request.
  "core/similar/matcher.ts",
];
/** What decides about the verdict is asked once, whatever is left to spend. */
const OF_THE_VERDICT = new Set([
  ...[
    "ok",
    "okAbsent",
    "okOf",
    "haveGoodNames",
    "isFine",
    "decide",
    "passing",
    "isOtherText",
    "isRefused",
    "countOf",
  ],
  ...["report", "reportAbsent", "explaining", "isOtherWord", "memberName", "hasBadName", "admits"],
  ...["findFailedStage", "failedStageOf", "collect", "isRefusedAnew", "openCandidate"],
]);
/** These ask a meter first. */
const METERED = new Set(["fits", "passes", "accepts", "isAnew"]);

/** Where words of the package are taken apart, ids and names up to a length, and one name that was paid for (`rankOf`). */
const TAKING_APART = [
  "core/checks/registry.ts: isSame",
  "core/registry/registry.ts: foldOf",
  "core/registry/registry.ts: plain",
  "core/schema/types/object-type.ts: areOfOneAspect",
  "core/schema/types/object-type.ts: byLetters",
  "core/schema/types/object-type.ts: telling",
  "core/schema/types/object-type.ts: written",
  "core/similar/matcher.ts: aliases",
  "core/similar/matcher.ts: rank",
  "core/similar/matcher.ts: rankOf",
  "core/similar/matcher.ts: wordOf",
];
/** They refuse long texts, take those that were read, or help authors. */
const SHORT_OR_READ = [
  ...[
    "closest",
    "createNameMatcher",
    "didYouMean",
    "editDistance",
    "identifierFrom",
    "isOtherUnit",
    "lettersOf",
  ],
];

describe("what one request may spend", () => {
  const core = modules.filter(({ path }) => path.startsWith("core/"));

  test("is counted by a meter that nobody can leave out", () => {
    const optional = core.filter(({ code }) => /\bmeter\?:|\bmeter: Meter = /.test(code));
    expect(optional.map(({ path }) => path)).toEqual([]);
  });

  test("is counted by one meter", () => {
    const makers = core.filter(({ code }) => code.includes("new Meter("));
    expect(makers.map(({ path }) => path).sort()).toEqual(STARTS.toSorted());
  });

  test("is counted where a text that was sent is taken apart letter by letter", () => {
    const taking = core
      .filter(({ path }) => path !== "core/unicode/unicode.ts" && path !== "core/similar/likeness.ts")
      .flatMap(({ path, code }) =>
        callsOf(code, /\b(?:Word\.of|normalizeUnicode)\(/).map(
          (around) => `${path}: ${around[0] ?? "the file"}`,
        ),
      );
    expect([...new Set(taking)].sort()).toEqual(TAKING_APART);
    const unmetered = core
      .filter(({ path }) => path.startsWith("core/similar/"))
      .flatMap(({ code }) => [
        ...code.matchAll(/^export (?:const|function) (\w+)([\s\S]*?)\)[^)]*?(?: =>|\{\n)/gm),
      ])
      .filter(([, , taken]) => /: string\b/.test(taken!) && !taken!.includes("meter: Meter"))
      .map(([, name]) => name!);
    expect(unmetered.sort()).toEqual(SHORT_OR_READ.toSorted());
  });

  test("is asked for before a value is judged only to offer it", () => {
    const rooms =
      /^core\/(?:findings|proposal|checks|spec-package\/compile-rules|schema\/(?:types|constraints|place))/;
    const free = core
      .filter(({ path }) => rooms.test(path))
      .flatMap(({ path, code }) =>
        callsOf(code, /\.ok\(/)
          .filter((around) => !around.some((name) => OF_THE_VERDICT.has(name) || METERED.has(name)))
          .map((around) => `${path}: ${around[0] ?? "the file"}`),
      );
    // Made when the package is loaded.
    expect(free.sort()).toEqual([
      "core/schema/constraints.ts: placeholder",
      "core/schema/constraints.ts: selectByValue",
      "core/schema/place.ts: placeholder",
    ]);
  });
});

/** The names of the functions around each call, the innermost first, by the indentation of the formatter. */
function callsOf(code: string, call: RegExp): string[][] {
  const lines = code.split("\n");
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const nameOf = (line: string) =>
    /^(?:export |override |private |readonly |async )*(?:function |const )?(\w+)(?:<[^>]*>)?(?:\(| = \(|: \(|: .*=> ?|,? =)/.exec(
      line.trim(),
    )?.[1];
  return lines.flatMap((line, index) => {
    if (!call.test(line)) return [];
    const around = [nameOf(line)];
    let indent = indentOf(line);
    for (let above = index - 1; above >= 0 && indent > 0; above--) {
      if (lines[above]!.trim() === "" || indentOf(lines[above]!) >= indent) continue;
      // The end of the parameters: the name stands further up.
      indent = indentOf(lines[above]!) + (lines[above]!.trim().startsWith(")") ? 1 : 0);
      around.push(nameOf(lines[above]!));
    }
    return [around.filter((name) => name !== undefined)];
  });
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
