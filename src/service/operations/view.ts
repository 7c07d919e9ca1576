/** How much an answer says: `full` for tools and people, `brief` for agents, who pay for every character. */
import type { BuildResult, Diagnostic, ValidationResult } from "../../core/types.ts";

export const VIEWS = ["full", "brief"] as const;

export type View = (typeof VIEWS)[number];

/** A diagnostic of the brief view. */
type BriefDiagnostic = Omit<Diagnostic, "docs">;

type Result = ValidationResult & Partial<BuildResult>;

/**
 * Leaves out what an agent can do without: links, what a fix says already, and places where the same is to be said. With a
 * repair, only what it left to do is listed, and how many diagnostics are gone.
 */
export function briefly(result: Result): object {
  const { repaired, ...rest } = result;
  const { diagnostics } = rest;
  if (repaired === undefined) return { ...rest, diagnostics: brief(diagnostics) };
  const { diagnostics: left, ...repair } = repaired;
  return {
    ...rest,
    diagnostics: brief(left),
    repairedCount: Math.max(0, diagnostics.length + result.omitted - left.length - repaired.omitted),
    repaired: repair,
  };
}

function brief(diagnostics: readonly Diagnostic[]): BriefDiagnostic[] {
  const groups = new Map<string, BriefDiagnostic>();
  for (const { docs: _, ...diagnostic } of diagnostics) {
    const short: BriefDiagnostic = { ...diagnostic };
    if (saysExpected(diagnostic)) delete short.expected;
    const titles = diagnostic.fixes?.map(({ title }) => title);
    const key = JSON.stringify({ ...short, pointer: "", fixes: titles, related: undefined });
    const earlier = groups.get(key);
    if (earlier === undefined) groups.set(key, short);
    else earlier.pointers = [...(earlier.pointers ?? [earlier.pointer]), diagnostic.pointer];
  }
  return [...groups.values()];
}

/** Whether a fix puts the expected value there, or one of those that are expected. */
function saysExpected({ expected, fixes = [] }: Omit<Diagnostic, "docs">): boolean {
  if (expected === undefined || fixes.length === 0) return false;
  return fixes.some(({ applicability }) => applicability === "safe" || applicability === "suggested");
}
