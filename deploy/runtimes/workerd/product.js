/** The same as the file above it: workerd without Wrangler does not know import attributes. */
import specPackage from "proposal-preflight/spec-packages/datagen/generator-option.json";
import registry from "proposal-preflight/spec-packages/datagen/registry.json";

export const product = {
  specPackage,
  registry: { entries: registry.generators, asOf: registry.asOf },
  submissionUrl: "https://datagen.example/api/proposals",
};
