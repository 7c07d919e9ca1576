/**
 * Bundles the programs of the published package with their libraries, so that whoever installs it gets no dependency
 * but those of the core. Tests that start programs start these.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build } from "vite";
import { recordLibraries } from "./libraries.mjs";
import { BUILD, BUNDLE, ROOT } from "./places.mjs";

/** File name in the bundle, and what it is made from. Files that are opened by URL, such as threads, are found. */
const SERVICE = { "service.js": "service/server/main.js" };
const COMMAND = { "preflight.js": "cli/program.js" };
/** What `preflight validate FILE` loads, with all that it imports: one file is read faster than fifty. */
const ONE_FILE = [
  "cli/program.js",
  "cli/validate/run.js",
  "cli/checker/offline.js",
  "cli/reports/pretty.js",
  "authoring/documents/json/json.js",
].map((path) => join(BUILD, path));

/** Bundles everything and returns the libraries that are in it. `write: false` only looks. */
export async function bundle({ write = true } = {}) {
  const libraries = new Map();
  await bundlePrograms({ libraries, write });
  await bundleFetch({ libraries, write });
  await bundleWeb(libraries, write);
  return [...libraries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The service and the command. `outDir`: where to write them instead. */
export async function bundlePrograms({ libraries = new Map(), write = true, outDir = BUNDLE } = {}) {
  const options = { libraries, write, outDir };
  await bundleProgram(SERVICE, { ...options, emptyOutDir: true });
  const moved = ONE_FILE.filter((path) => !existsSync(path));
  if (moved.length > 0) throw new Error(`ONE_FILE names what is not there: ${moved.join(", ")}`);
  const codeSplitting = { groups: [{ name: "command", test: (id) => ONE_FILE.includes(id) }] };
  await bundleProgram(COMMAND, { ...options, codeSplitting });
}

async function bundleProgram(programs, { libraries, write, outDir, emptyOutDir = false, codeSplitting }) {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    plugins: [keepUrls(outDir), recordLibraries(libraries)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write,
      outDir,
      emptyOutDir,
      copyPublicDir: false,
      target: "node20",
      // Readable stack traces are worth more here than bytes.
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([name, source]) => [name.replace(/\.js$/, ""), join(BUILD, source)]),
        ),
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          codeSplitting,
        },
      },
    },
  });
}

/**
 * The handler for every runtime: one file without imports, so that it loads where there is no node_modules and no Node.
 * `outDir`: where to write it instead.
 */
export async function bundleFetch({ libraries = new Map(), write = true, outDir = BUNDLE } = {}) {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    define: { PREFLIGHT_VERSION: JSON.stringify(version) },
    plugins: [recordLibraries(libraries)],
    resolve: { conditions: ["workerd", "worker", "import", "module", "default"] },
    ssr: {
      target: "webworker",
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "import", "module", "default"] },
    },
    build: {
      ssr: true,
      write,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2023",
      minify: false,
      rolldownOptions: {
        input: { fetch: join(BUILD, "service", "fetch", "index.js") },
        output: { format: "es", entryFileNames: "[name].js", codeSplitting: false },
      },
    },
  });
}

/** The pages for browsers, which have a build of their own. */
async function bundleWeb(libraries, write) {
  const configFile = join(ROOT, "web", "vite.config.ts");
  if (!existsSync(configFile)) return;
  const plugins = () => [recordLibraries(libraries)];
  await build({ configFile, plugins: plugins(), worker: { plugins }, build: { write } });
}

/**
 * The bundle is flat, so a URL relative to a module would point elsewhere. Compiled files that are opened by URL are
 * bundled as well; everything else stays where it is.
 */
function keepUrls(outDir) {
  return {
    name: "keep-urls",
    transform(code, id) {
      if (!id.startsWith(BUILD + sep)) return null;
      return code.replace(/new URL\("(\.[^"]+)", import\.meta\.url\)/g, (_, path) => {
        const target = resolve(dirname(id), path);
        if (target.startsWith(BUILD + sep) && target.endsWith(".js")) {
          const program = programAt(target);
          const fileName = program ?? relative(BUILD, target).replaceAll(sep, "-");
          if (program === undefined) this.emitFile({ type: "chunk", id: target, fileName });
          return `new URL("./${fileName}", import.meta.url)`;
        }
        const kept = relative(outDir, target).replaceAll(sep, "/") + (path.endsWith("/") ? "/" : "");
        return `new URL("${kept}", import.meta.url)`;
      });
    },
  };
}

function programAt(path) {
  const programs = { ...SERVICE, ...COMMAND };
  return Object.keys(programs).find((name) => join(BUILD, programs[name]) === path);
}
