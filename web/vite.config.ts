import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { slimRe2Plugin } from "./slim-re2.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  // Relative, so that the page works behind any path prefix.
  base: "./",
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: {
    alias: [{ find: /^\.\/unicode-tables\.ts$/, replacement: here("worker/unicode-tables.ts") }],
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
      input: {
        workbench: here("main.tsx"),
        studio: here("studio/main.tsx"),
        reference: here("reference/main.ts"),
      },
    },
  },
  worker: { format: "es", plugins: () => [slimRe2Plugin()] },
});
