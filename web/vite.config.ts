import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { TYPE_TEXTS } from "../src/core/values/type-texts.ts";
import { slimRe2Plugin } from "./slim-re2.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every view of a draft needs. In one file it is smaller than in several. */
const PAGE = new RegExp(
  [
    "node_modules/preact",
    "/core/json/(?:values|patch)",
    "/web/(?:form|model|json)/",
    "/web/state/(?!submission|proposals)",
    "/web/ui/(?!copy|dialog|file|labelled)",
    "/web/panel/(?!key|repair)",
    "/web/(?:worker/ask|start/(?:share|actions)\\.ts|frame/(?:notices|undo)|editor/lazy)",
  ].join("|"),
);

/** What every check needs and what is loaded later asks too. In one file it is smaller than in several. */
const CHECKER =
  /\/core\/(?:json|evidence|findings|meter|similar\/(?!lexicon)|schema|checks|unicode\/unicode\.ts|values\/(?!browser))|re2js|worker\/check/;

/** The texts of the types without the code that judges values. */
const typeTextsPlugin = (): Plugin => ({
  name: "type-texts",
  load: (id) =>
    id.endsWith("/core/values/type-texts.ts")
      ? `export const TYPE_TEXTS = ${JSON.stringify(TYPE_TEXTS)};`
      : undefined,
});

export default defineConfig({
  root: here("."),
  // Relative, so that the page works behind any path prefix.
  base: "./",
  logLevel: "warn",
  plugins: [typeTextsPlugin()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: {
    // Fetched when something needs them. The stand-ins name the modules by another path.
    alias: [
      {
        find: /^\.\/parse\.ts$|^\.\.\/reader\/read-text\.ts$/,
        replacement: here("json/reader.ts"),
      },
      {
        find: /^\.\/unicode-tables\.ts$|^\.(?:\/|\.\/similar\/)lexicon\.ts$/,
        replacement: here("worker/unicode-tables.ts"),
      },
      {
        find: /^(?:\.\.\/)+(?:expressions\/expression|schema\/value-type-of)\.ts$/,
        replacement: here("worker/expression.ts"),
      },
    ],
  },
  build: {
    outDir: here("../dist/web"),
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2023",
    // A data: URL would need an exception in the policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // How long a build took is nothing to tell a person who starts the service.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: "page", test: PAGE }] } },
      input: {
        workbench: here("main.tsx"),
        studio: here("studio/main.tsx"),
        reference: here("reference/main.ts"),
      },
    },
  },
  worker: {
    ...{ format: "es", plugins: () => [slimRe2Plugin()] },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: [{ name: "core", test: CHECKER }] } },
    },
  },
});
