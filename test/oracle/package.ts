/** The proposal package that a build makes of a valid candidate, and its digest. */
import { createHash } from "node:crypto";
import { readSent } from "./candidate.ts";
import { normalizeProse } from "./text.ts";

interface Candidate extends Record<string, unknown> {
  generatorName: string;
  description: string;
  outputFields: { description: string }[];
  supportedStrategies: string[];
  rationaleNotes?: string;
}

/** How a proposal package names the rules that it was built under. */
export interface SpecPackageReference {
  version: string;
  digest: string;
}

const STRATEGIES_IN_ORDER = ["fast", "realistic"];

export function referenceTo(specPackageDocument: { version: string }): SpecPackageReference {
  return { version: specPackageDocument.version, digest: digestOf(specPackageDocument) };
}

/** What was sent must be valid. */
export function build(sent: unknown, specPackage: SpecPackageReference): { digest: string } {
  const content = {
    packageVersion: "1",
    targetProduct: "datagen",
    domainId: "generator-option",
    specPackage,
    candidate: normalizeCandidate(readSent(sent) as Candidate),
  };
  return { ...content, digest: digestOf(content) };
}

function normalizeCandidate(candidate: Candidate): Candidate {
  return {
    ...candidate,
    generatorName: normalizeProse(candidate.generatorName),
    description: normalizeProse(candidate.description),
    outputFields: candidate.outputFields.map((field) => ({
      ...field,
      description: normalizeProse(field.description),
    })),
    supportedStrategies: STRATEGIES_IN_ORDER.filter((strategy) =>
      candidate.supportedStrategies.includes(strategy),
    ),
    ...(candidate.rationaleNotes !== undefined && {
      rationaleNotes: normalizeProse(candidate.rationaleNotes),
    }),
  };
}

function digestOf(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value), "utf8").digest("hex")}`;
}

/** RFC 8785: members sorted by UTF-16 code units, no white space, numbers and texts as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
