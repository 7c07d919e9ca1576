/** The product that comes with the service, read from files: enough to try everything without a neighbour. */

import { readFileSync } from "node:fs";
import { digestOf } from "../../core/json/digest.ts";
import { compileDocument } from "../../core/publishing/load.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import type { SpecPackageDocument } from "../../core/spec-package/document.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { RegistryEntry } from "../../core/types.ts";
import type { Catalogue } from "../operations/ports.ts";
import { createGivenCatalogue } from "./given.ts";

const FOLDER = new URL("../../../spec-packages/datagen/", import.meta.url);
const SPEC_PACKAGE_FILE = "generator-option.json";

/** Nobody accepts proposals for the embedded product. RFC 2606 reserves the name, so it never exists. */
const SUBMISSION_URL = "https://datagen.example/api/proposals";

/** `baseUrl`: of the service that serves the spec package; without one, its URL is that of the file. */
export function createEmbeddedCatalogue(baseUrl: string | undefined): Catalogue {
  // A test proves it; doing so at every start would take half of the time of a short command.
  const document = readJson(SPEC_PACKAGE_FILE) as SpecPackageDocument;
  const loaded = compileDocument(document, digestOf(document));
  if (!loaded.ok) throw new Error(`The embedded spec package is invalid: ${JSON.stringify(loaded.reasons)}`);
  const { spec } = loaded;
  const { generators, asOf } = readJson("registry.json") as { generators: RegistryEntry[]; asOf: string };
  const specPackageUrl =
    baseUrl === undefined
      ? new URL(SPEC_PACKAGE_FILE, FOLDER).href
      : `${baseUrl}/spec-packages/${nameOf(spec)}`;
  const registry = createRegistry(generators, asOf);
  return createGivenCatalogue([{ spec, registry, specPackageUrl, submissionUrl: SUBMISSION_URL }]);
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
