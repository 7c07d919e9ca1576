import { expect, test } from "vitest";
import { checkCandidate } from "../../src/core/proposal/check.ts";
import { loadSpecPackage } from "../../src/core/publishing/load.ts";
import { createRegistry } from "../../src/core/registry/registry.ts";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import { createProvenCompiler } from "../../src/service/catalogue/packages.ts";
import { tinyPackage } from "./support.ts";

test("a proven package is compiled without running its examples, and judges like the loaded one", () => {
  const document = tinyPackage();
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the package is refused");
  const { examples } = document as { examples: { valid: { candidate: unknown }[] } };
  let reads = 0;
  const [first] = examples.valid;
  const { candidate } = first!;
  Object.defineProperty(first, "candidate", {
    enumerable: true,
    get: () => {
      reads++;
      return candidate;
    },
  });
  const compiled = createProvenCompiler()(document as unknown as SpecPackageDocument, loaded.spec.digest)!;
  // To find out whether another package has the same examples.
  expect(reads).toBe(1);
  const context = { registry: createRegistry([], "2026-01-01T00:00:00Z"), now: 0 };
  for (const one of [candidate, {}, { id: 5 }])
    expect(checkCandidate(compiled, one, context)).toEqual(checkCandidate(loaded.spec, one, context));
});

test("it says what it is before it is compiled, which happens when somebody needs it", () => {
  const compile = createProvenCompiler();
  const broken = { ...tinyPackage({ version: "1.2.3" }), schema: { type: "nothing" } };
  const spec = compile(broken as unknown as SpecPackageDocument, "sha256:0");
  expect(spec).toMatchObject({
    targetProduct: "acme",
    domainId: "widget",
    version: "1.2.3",
    title: "Widgets",
  });
  expect(() => spec.schema).toThrow("cannot be compiled");
});
