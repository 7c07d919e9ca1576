/** A catalogue of six products that have little in common: the embedded one and the examples. */
import { readFileSync } from "node:fs";
import { loadSpecPackage } from "../../src/core/index.ts";
import { exampleRegistries } from "../../src/core/publishing/examples.ts";
import { createGivenCatalogue } from "../../src/service/catalogue/given.ts";

const FILES = [
  "spec-packages/datagen/generator-option.json",
  ...["chain", "citation", "eip", "home-assistant-manifest", "mcp-server"].map(
    (name) => `examples/${name}/spec-package.json`,
  ),
];

export const BASE_URL = "https://preflight.example";

export const sixDomains = createGivenCatalogue(
  FILES.map((file) => {
    const document = JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
    const loaded = loadSpecPackage(document);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
    const { spec } = loaded;
    return {
      spec,
      specPackageUrl: `${BASE_URL}/spec-packages/${spec.targetProduct}/${spec.domainId}`,
      submissionUrl: `https://${spec.targetProduct}.example/api/proposals`,
      ...exampleRegistries(spec),
    };
  }),
);
