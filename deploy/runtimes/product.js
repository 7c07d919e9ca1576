/** The product that comes with the package. Yours would be your own spec package and what you already have. */
import specPackage from "proposal-preflight/spec-packages/datagen/generator-option.json" with {
  type: "json",
};
import registry from "proposal-preflight/spec-packages/datagen/registry.json" with { type: "json" };

export const product = {
  specPackage,
  registry: { entries: registry.generators, asOf: registry.asOf },
  submissionUrl: "https://datagen.example/api/proposals",
};
