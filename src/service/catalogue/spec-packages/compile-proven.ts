/**
 * Compiles spec packages that the spec package thread has proven. The compiled form is made of closures, which cannot
 * be sent between threads, so it is made once more here. Nothing is checked again: an example may take seconds, and no
 * request may wait for that.
 *
 * Tenants of one platform often publish the same rules under many product names, or nearly the same. What is equal is
 * kept once: parts of the documents, and the whole compiled form.
 */
import { createHash } from "node:crypto";
import { compileDocument } from "../../../core/publishing/load.ts";
import { createShared } from "../../../core/schema/sharing.ts";
import type { SpecPackageDocument } from "../../../core/spec-package/format/document.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";

/** `document`: what the very bytes hold that were proven, and `digest` is of them. */
export type CompileProven = (document: SpecPackageDocument, digest: string) => ProvenSpecPackage;

/** A spec package that is compiled when it is first asked for what is compiled. */
interface ProvenSpecPackage extends SpecPackage {
  compile(): SpecPackage;
}

function provenPackage(
  document: SpecPackageDocument,
  digest: string,
  make: () => SpecPackage,
): ProvenSpecPackage {
  const { targetProduct, domainId, version, title } = document;
  let made: SpecPackage | undefined;
  const compile = (): SpecPackage => {
    made ??= make();
    return made;
  };
  return {
    ...{ document, digest, targetProduct, domainId, version, title, compile },
    get codes() {
      return compile().codes;
    },
    get schema() {
      return compile().schema;
    },
    get rules() {
      return compile().rules;
    },
    get prose() {
      return compile().prose;
    },
    get normalization() {
      return compile().normalization;
    },
    get lists() {
      return compile().lists;
    },
  };
}

/** The parts that nothing is compiled from. */
const UNCOMPILED = new Set(
  "$schema targetProduct domainId version title description silence notes examples".split(" "),
);

export function createProvenCompiler(): CompileProven {
  const parts = createShared<object>();
  const compiled = createShared<SpecPackage>();

  return (document, digest) => {
    const rules = createHash("sha256");
    const shared = Object.fromEntries(
      Object.entries(document).map(([name, part]) => {
        // With the order of members, which messages and placeholders follow.
        const text = JSON.stringify(part);
        if (!UNCOMPILED.has(name)) rules.update(`${name} ${text}\n`);
        if (typeof part !== "object") return [name, part];
        const key = createHash("sha256").update(text).digest("base64");
        const known = parts.find(key);
        if (known === undefined) parts.keep(key, part);
        return [name, known ?? part];
      }),
    ) as unknown as SpecPackageDocument;
    const key = rules.digest("base64");
    return provenPackage(shared, digest, () => {
      const known = compiled.find(key);
      if (known !== undefined) return known;
      const made = compileDocument(shared, digest);
      if (!made.ok) throw new Error("a spec package was proven, but cannot be compiled");
      compiled.keep(key, made.spec);
      return made.spec;
    });
  };
}
