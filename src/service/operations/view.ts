/** How much an answer says: `full` for tools and people, `brief` for agents, who pay for every character. */

import { linkBase, MAX_DIAGNOSTICS } from "../../core/findings/finding.ts";
import { hasRepeats } from "../../core/json/values.ts";
import type { BuildResult, Diagnostic, Fix, PatchOperation, ValidationResult } from "../../core/types.ts";
import { shown } from "../../core/unicode/unicode.ts";
import type { OperationContext } from "./operation.ts";
import type { ReadyDomain, RefusedDocument } from "./ports.ts";

export const VIEWS = ["full", "brief"] as const;

export type View = (typeof VIEWS)[number];

type BriefDiagnostic = Omit<Diagnostic, "docs">;

type Result = ValidationResult & Partial<BuildResult>;

interface Asked {
  readonly domain: ReadyDomain;
  readonly candidate: unknown;
  readonly repair: unknown;
  readonly view: View;
}

/**
 * The answer with a verdict. JSON would keep the last value of a name that is still there twice, so a candidate with one is not
 * sent back: which value counts is for its author.
 */
export function outcomeOf(result: Result, asked: Asked, context: OperationContext) {
  const verdict = markStale(result, asked, context);
  const { repaired } = verdict;
  const whole = hasRepeats(repaired?.candidate)
    ? { ...verdict, repaired: { ...repaired!, candidate: null } }
    : verdict;
  const body = asked.view === "brief" ? briefly(whole) : whole;
  return { ok: true, body, verdict, domain: asked.domain.description } as const;
}

/**
 * Leaves out what an agent can do without: links, what a fix or the message says already, guards that a later check makes
 * good, and places where the same is to be said. With a repair, only what it left to do is listed, and how many diagnostics are
 * gone.
 */
function briefly(result: Result): object {
  const { repaired, ...rest } = result;
  const { diagnostics } = rest;
  if (repaired === undefined) return { ...rest, diagnostics: brief(diagnostics) };
  const { diagnostics: left, ...repair } = repaired;
  return {
    ...rest,
    diagnostics: brief(left),
    omitted: repaired.omitted,
    repairedCount: Math.max(0, diagnostics.length + result.omitted - left.length - repaired.omitted),
    repaired: repair,
  };
}

function brief(diagnostics: readonly Diagnostic[]): BriefDiagnostic[] {
  const groups = new Map<string, { same: Diagnostic[]; writes: Set<string> }>();
  for (const diagnostic of diagnostics) {
    let key = whatIsSaid(diagnostic);
    const writes = (diagnostic.fixes ?? []).flatMap(({ patch }, at) =>
      patch.filter(({ op }) => op !== "test").map(({ op, path }) => `${at} ${op} ${path}`),
    );
    // Of two fixes that do the same at one place the second would fail, so that each stays alone.
    if (writes.some((each) => groups.get(key)?.writes.has(each))) key += groups.size;
    const group = groups.get(key) ?? { same: [], writes: new Set() };
    groups.set(key, group);
    group.same.push(diagnostic);
    for (const each of writes) group.writes.add(each);
  }
  return [...groups.values()].map(({ same }) => join(same));
}

/** Two diagnostics are the same problem if they differ in place and value alone. */
function whatIsSaid(diagnostic: Diagnostic): string {
  const { code, severity, message, expected, fixes = [] } = diagnostic;
  const value = valueIn(diagnostic);
  const titles = fixes.map((fix) => [titleWith(fix, []), fix.applicability, fix.decision]);
  return JSON.stringify([code, severity, value ? message.split(value) : message, expected, titles]);
}

/** The value as the message has it; undefined if it does not. */
function valueIn({ message, actual }: Omit<Diagnostic, "docs">): string | undefined {
  if (actual === undefined) return undefined;
  const texts = [shown(actual), ...(typeof actual === "string" ? [actual] : [])];
  return texts.find((text) => text !== "" && message.includes(text));
}

/** One diagnostic for all places of a problem. */
function join(same: readonly Diagnostic[]): BriefDiagnostic {
  const { docs: _, fixes, ...first } = same[0]!;
  const joined: BriefDiagnostic = { ...first };
  if (fixes?.some(({ applicability }) => applicability === "safe" || applicability === "suggested"))
    delete joined.expected;
  if (valueIn(first) !== undefined) delete joined.actual;
  if (same.length > 1) {
    delete joined.related;
    joined.pointers = same.map(({ pointer }) => pointer);
    const values = same.map(({ actual }) => actual);
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1) {
      delete joined.actual;
      joined.values = values;
    }
  }
  if (fixes !== undefined)
    joined.fixes = fixes.map((fix, at) => {
      const values = same.map((each) => valueSet(each.fixes![at]!));
      return { ...fix, title: titleWith(fix, [...new Set(values)]), patch: patchOf(same, at) };
    });
  return joined;
}

/** What a fix puts there, as its title has it. */
function valueSet({ title, patch }: Fix): string | undefined {
  const last = patch.at(-1);
  const text = last !== undefined && "value" in last ? shown(last.value) : undefined;
  return text !== undefined && title.includes(text) ? text : undefined;
}

const MAX_TITLE_VALUES = 3;

/** The title with these values in place of its own. */
function titleWith(fix: Fix, values: readonly (string | undefined)[]): string {
  const own = valueSet(fix);
  if (own === undefined) return fix.title;
  const more = values.length > MAX_TITLE_VALUES ? ", ..." : "";
  return fix.title.replace(own, () => `${values.slice(0, MAX_TITLE_VALUES).join(", ")}${more}`);
}

/** What a fix does, at the last place first: so no place moves before its turn. */
const patchOf = (same: readonly Diagnostic[], at: number): PatchOperation[] =>
  same.toReversed().flatMap(({ fixes = [] }) => withoutGuards(fixes[at]!));

/** A test stands before a removal and of an item of a list: there the wrong thing would go unnoticed. */
function withoutGuards({ patch }: Fix): PatchOperation[] {
  const removes = patch.some(({ op }) => op === "remove");
  return patch.filter(({ op, path }) => op !== "test" || removes || /\/\d+$/.test(path));
}

/** Whether the verdict is based on copies that the product has not confirmed lately. */
export const isStale = ({ staleSeconds, refused }: ReadyDomain): boolean =>
  staleSeconds !== undefined || refused !== undefined;

/**
 * Adds a warning in front when the verdict is based on outdated copies, which no repair settles: of a repaired candidate it is left
 * as well.
 */
export function markStale<Result extends ValidationResult>(
  result: Result,
  { domain, repair, candidate }: Omit<Asked, "view">,
  { rulesUrl }: OperationContext,
): Result {
  if (!isStale(domain)) return result;
  const warning: Diagnostic = {
    code: "rules-stale",
    severity: "warning",
    pointer: "",
    message: `${reasonOf(domain)}, so this verdict is based on the last good copies of its spec package and registry; check again before you submit.`,
    docs: `${linkBase(domain.spec, rulesUrl)}rules-stale`,
  };
  const marked = <Part extends Pick<ValidationResult, "diagnostics" | "omitted">>(part: Part): Part => {
    const diagnostics = [warning, ...part.diagnostics];
    const beyond = Math.max(0, diagnostics.length - MAX_DIAGNOSTICS);
    return { ...part, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS), omitted: part.omitted + beyond };
  };
  // Without the warning there was nothing to repair.
  const { repaired = { candidate, patch: [], valid: true, diagnostics: [], omitted: 0 } } = result;
  return { ...marked(result), ...(repair !== undefined && { repaired: marked(repaired) }) };
}

function reasonOf({ staleSeconds, refused = [] }: ReadyDomain): string {
  const reasons = refused.map(reasonOfRefusal);
  if (staleSeconds !== undefined) reasons.unshift(`has not been reachable for ${staleSeconds} seconds`);
  return `The target product ${reasons.join(" and ")}`;
}

function reasonOfRefusal({ document, kind, detail }: RefusedDocument): string {
  if (kind === "refused")
    return `has published a ${document === "registry" ? "registry" : "new spec package"} that was refused`;
  if (kind === "older") return `has published an older spec package (${detail})`;
  return `has published ${kind === "empty" ? "an empty" : "a much shorter"} registry (${detail})`;
}
