/** A request body that builds, taken from the embedded rules' own examples. */
import { readFileSync } from "node:fs";

const { examples, targetProduct, domainId } = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);

export const proposal: { targetProduct: string; domainId: string; candidate: Record<string, unknown> } = {
  targetProduct,
  domainId,
  candidate: examples.valid[0].candidate,
};
