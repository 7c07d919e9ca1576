/** A spec package as the text that is served of it, over HTTP and as an MCP resource. */
import { once } from "../../core/json/values.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";

export const specPackageText = once(({ document }: SpecPackage) => JSON.stringify(document));
