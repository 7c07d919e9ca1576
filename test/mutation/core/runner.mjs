/**
 * A test runner for Stryker that loads the tests of the core once and runs those that reach a mutant in its own process.
 * Vitest would load them again for each mutant, which takes a hundred times as long.
 *
 * A test that fails is run again without the mutant. If it still fails, the mutant has left something behind, and the
 * process is replaced.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** As @stryker-mutator/api numbers them. */
const SUCCESS = 0;
const FAILED = 1;
const SKIPPED = 2;
const FOLDERS = ["test/core", "test/import", "test/operations"];
/** Of folders whose other tests start processes or are about something else. */
const FILES = [
  "test/corpus/library.test.ts",
  "test/docs/checks.test.ts",
  "test/docs/expressions.test.ts",
  "test/products/spec-package-tools.test.ts",
];
/** Tests that alter the loaded modules themselves, or judge visits or bytes of thousands of cases. */
const LEFT_OUT =
  /shared-parts\.test\.ts$|costs\.test\.ts$|counted-work\.test\.ts$|large-candidates\.test\.ts$/;
/** Of processor time. A survivor waits for all tests that reach it. The few that take longer would be most of that time. */
const MAX_MILLISECONDS = 300;
/** Known to take longer, so they are not even tried. */
const LONG_TESTS =
  /packages spoiled at random|a million words|a hundred thousand wrong values|long texts are judged|10,000 members|100,000 words|many ids apart|public-schemas|that multiply are refused|endlessly long|linear\.test|the schema of the datagen package|end in little work/;
const DURATIONS = "test-durations.json";

const STAND_INS = ["vitest", "fast-check"];

class CoreRunner {
  #state;
  #tests = new Map();
  #runTest;
  #shortened;
  #runs = 0;
  #isDirty = false;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    globalThis.__stryker__ ??= {};
    this.#state = globalThis.__stryker__;
    useStandIns();
    forgetSharedParts();
    const { collected, collectFile, runTest } = await import("vitest");
    this.#shortened = (await import("fast-check")).shortened;
    this.#runTest = runTest;
    await import(pathToFileURL(join(process.cwd(), "test/support/random.ts")).href);
    for (const path of listTests())
      await collectFile(path, () => import(pathToFileURL(join(process.cwd(), path)).href));
    const seen = new Map();
    for (const test of collected) {
      if (LONG_TESTS.test(test.name)) continue;
      const count = (seen.get(test.name) ?? 0) + 1;
      seen.set(test.name, count);
      this.#tests.set(count === 1 ? test.name : `${test.name} (${count})`, test);
    }
  }

  async dryRun() {
    const tests = [];
    for (const [id, test] of this.#tests) {
      this.#state.currentTestId = id;
      forget("texts");
      const start = process.cpuUsage();
      this.#shortened.value = false;
      const error = await this.#failureOf(test);
      // Of the process, so that other work on the machine leaves out no more tests.
      const { user, system } = process.cpuUsage(start);
      const timeSpentMs = (user + system) / 1_000;
      // A random test may demand more cases than it gets here.
      const isLeftOut = timeSpentMs > MAX_MILLISECONDS || (error !== undefined && this.#shortened.value);
      if (isLeftOut) delete this.#state.mutantCoverage?.perTest[id];
      tests.push({
        id,
        name: id,
        fileName: join(process.cwd(), test.suites[0].name),
        timeSpentMs,
        status: isLeftOut ? SKIPPED : error === undefined ? SUCCESS : FAILED,
        ...(error === undefined || isLeftOut ? {} : { failureMessage: String(error?.stack ?? error) }),
      });
    }
    this.#state.currentTestId = undefined;
    writeFileSync(DURATIONS, JSON.stringify(Object.fromEntries(tests.map((t) => [t.id, t.timeSpentMs]))));
    return { status: "complete", tests, mutantCoverage: this.#state.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    // Stryker tries again in a new process.
    if (this.#isDirty) process.exit(1);
    this.#runs += 1;
    const durations = JSON.parse(readFileSync(DURATIONS, "utf8"));
    const ids = testFilter ?? [...this.#tests.keys()];
    ids.sort((a, b) => durations[a] - durations[b]);
    let nrOfTests = 0;
    forget("texts", "objects");
    for (const id of ids) {
      Object.assign(this.#state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      nrOfTests += 1;
      const error = await this.#failureOf(this.#tests.get(id));
      const { hitCount } = this.#state;
      Object.assign(this.#state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
      if (hitCount > hitLimit) return { status: "timeout", reason: "hit limit" };
      if (error === undefined) continue;
      forget("texts", "objects");
      this.#isDirty = (await this.#failureOf(this.#tests.get(id))) !== undefined;
      if (this.#isDirty && this.#runs > 1) process.exit(1);
      return { status: "killed", killedBy: [id], failureMessage: String(error?.message ?? error), nrOfTests };
    }
    return { status: "survived", nrOfTests };
  }

  async #failureOf(test) {
    try {
      await this.#runTest(test);
      return undefined;
    } catch (error) {
      return error ?? new Error("failed");
    }
  }
}

/** MUTATION_TESTS names the only folders or files to load: a lower bound, but a quick one. */
function listTests() {
  const wanted = process.env.MUTATION_TESTS?.split(",");
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
    .concat(FILES)
    .filter((path) => path.endsWith(".test.ts") && !LEFT_OUT.test(path))
    .filter((path) => wanted === undefined || wanted.some((start) => path.startsWith(start)))
    .sort();
}

function useStandIns() {
  const inSandbox = (path) => pathToFileURL(join(process.cwd(), path)).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (STAND_INS.includes(specifier))
        return next(inSandbox(`test/mutation/core/${specifier}-stand-in.mjs`), context);
      if (specifier === "fast-check?real") return next("fast-check", context);
      if (specifier === "proposal-preflight") return next(inSandbox("src/core/index.ts"), context);
      return next(specifier, context);
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith("/src/core/json/values.ts")) return loaded;
      const source = String(loaded.source)
        .replace("new Map<string, Made>()", "new globalThis.ForgetfulMap()")
        .replace("new WeakMap<Of, Made>()", "new globalThis.ForgetfulWeakMap()");
      if (source.split("new globalThis.Forgetful").length !== 3)
        throw new Error("remember() and once() keep what they made in another way than this runner knows");
      return { ...loaded, source };
    },
  });
}

/**
 * What remember() and once() keep, which the tests of a later mutant would use instead of what it changes. In the first
 * run, only texts are forgotten before each test: what is made of the schema of schemas would seem to be reached by all.
 */
const kept = { texts: [], objects: [] };

function forget(...kinds) {
  for (const each of kinds.flatMap((kind) => kept[kind].splice(0))) each.clear();
}

globalThis.ForgetfulMap = class extends Map {
  set(key, value) {
    if (this.size === 0) kept.texts.push(this);
    return super.set(key, value);
  }
};

globalThis.ForgetfulWeakMap = class {
  #known = new WeakMap();
  get(key) {
    return this.#known.get(key);
  }
  set(key, value) {
    kept.objects.push(this);
    this.#known.set(key, value);
  }
  clear() {
    this.#known = new WeakMap();
  }
};

/** Compiled parts that equal ones of before are shared. Here, each test compiles its own, with the mutant of its time. */
function forgetSharedParts() {
  globalThis.WeakRef = class {
    deref() {
      return undefined;
    }
  };
}

export const strykerPlugins = [{ kind: "TestRunner", name: "core", injectableClass: CoreRunner }];
