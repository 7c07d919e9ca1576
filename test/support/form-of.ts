/** The form of a spec package, as the page's worker makes it. */
import { compileDocument } from "../../src/core/publishing/load.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { formModel, type GroupModel } from "../../web/model/model.ts";

export function formOf(document: SpecPackageDocument): GroupModel {
  const compiled = compileDocument(document, "");
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.reasons));
  return formModel(compiled.spec.schema.root, document);
}
