/** Envelopes for the embedded product, taken from its own spec package. */
import { readFileSync } from "node:fs";
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";

export const embedded: SpecPackageDocument = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);

export interface Envelope {
  targetProduct: string;
  domainId: string;
  candidate: unknown;
}

export function envelope(candidate: unknown = embedded.examples.valid[0]!.candidate): Envelope {
  const { targetProduct, domainId } = embedded;
  return { targetProduct, domainId, candidate: structuredClone(candidate) };
}

// biome-ignore lint/suspicious/noExplicitAny: tests alter candidates in ways no type allows.
export function altered(alter: (candidate: any) => void): Envelope {
  const copy = envelope();
  alter(copy.candidate);
  return copy;
}
