/** Draws packages and candidates, and collects every broken promise on its smallest example. */
import { checkCandidate } from "../../src/core/index.ts";
import { findFailedStage } from "../../src/core/proposal/check.ts";
import { compileSpecPackage } from "../../src/core/publishing/load.ts";
import { SCHEMA_ALONE } from "../../src/core/schema/place.ts";
import { createWorkCounter } from "../support/count-work.ts";
import { makeCandidate } from "./generate/candidates.ts";
import { enlarged } from "./generate/large-candidates.ts";
import { documentOf, type MadePackage, makePackage, type PackageParts } from "./generate/packages.ts";
import { createRoll, type Roll } from "./generate/shapes.ts";
import { findHiddenFault } from "./hidden-faults.ts";
import { contextOf, judge, load, type Subject, workHolds } from "./invariants.ts";
import { shrink } from "./shrink.ts";

/** A broken promise. */
export interface Broken {
  fault: string;
  /** How many candidates or packages break it. */
  count: number;
  seed: number;
  parts: PackageParts;
  candidate?: unknown;
  /** The rule that says nothing. */
  rule?: Rule;
}

type Rule = PackageParts["rules"][number];

export interface Hunt {
  packages: number;
  /** Packages that could not be loaded at all. */
  unusable: number;
  candidates: number;
  valid: number;
  /** Large candidates whose work was counted. */
  counted: number;
  /** How often each check was the reason of a finding. */
  spoken: ReadonlyMap<string, number>;
  broken: Broken[];
}

export interface HuntOptions {
  packages: number;
  candidates: number;
  seed: number;
  /** Every so many packages, Ajv is asked too: it takes longer to compile a schema than we take for all candidates. */
  ajvEvery?: number;
  /** Every so many packages, the work on a large candidate is counted: counting slows everything down. */
  countEvery?: number;
  /** How many kinds are made smaller. Each takes a second or so. */
  maxShrunk?: number;
  /** Looks for these alone. */
  only?: RegExp | undefined;
  /** Stops at the first of these. */
  until?: (broken: Broken) => boolean;
}

export function hunt({
  packages,
  candidates,
  seed,
  ajvEvery = 3,
  countEvery = 20,
  maxShrunk = 20,
  only,
  until,
}: HuntOptions): Hunt {
  const found = new Map<string, Broken>();
  const spoken = new Map<string, number>();
  const counts = { unusable: 0, candidates: 0, valid: 0, counted: 0 };
  const large: { seed: number; usable: Usable; candidate: unknown }[] = [];
  let done = 0;
  let isOver = false;
  const note = (fault: string, seed: number, parts: PackageParts, candidate?: unknown, rule?: Rule) => {
    if (only?.test(fault) === false) return;
    const known = found.get(fault);
    if (known !== undefined) known.count++;
    else {
      const broken = {
        fault,
        count: 1,
        seed,
        parts,
        ...(candidate !== undefined && { candidate }),
        ...(rule && { rule }),
      };
      found.set(fault, broken);
      if (until?.(broken) === true) isOver = true;
    }
  };
  for (; done < packages && !isOver; done++) {
    const packageSeed = seed + done;
    const made = makePackage(packageSeed);
    const roll = createRoll(packageSeed ^ 0x5bd1e995);
    const usable = usableParts(made, roll, (fault, parts) => note(fault, packageSeed, parts));
    if (usable === undefined) counts.unusable++;
    else {
      const { subject, parts } = usable;
      for (let index = 0; index < candidates; index++) {
        const candidate = makeCandidate(made.shape, roll);
        counts.candidates++;
        const { valid, faults } = judge(subject, candidate);
        if (valid) counts.valid++;
        for (const fault of faults) note(fault, packageSeed, parts, candidate);
      }
      for (let index = 0; index < candidates / 6; index++) {
        const hidden = findHiddenFault(subject, made.shape.make(roll, index % 2 === 0), roll);
        if (hidden !== undefined) note(hidden.fault, packageSeed, parts, hidden.candidate);
      }
      if (packageSeed % countEvery === 0)
        large.push({ seed: packageSeed, usable, candidate: enlarged(makeCandidate(made.shape, roll), roll) });
      silentRules(made, usable, roll, spoken, (fault, candidate, rule) =>
        note(fault, packageSeed, parts, candidate, rule),
      );
    }
  }
  const counter = createWorkCounter((url) => url !== "" && !url.startsWith("node:"));
  for (const { seed, usable, candidate } of large) {
    if (isOver || candidate === undefined) continue;
    counts.counted++;
    const fault = workHolds(usable.subject, candidate, counter);
    if (fault !== undefined) note(fault, seed, usable.parts, candidate);
  }
  counter.stop();
  const broken = [...found.values()].sort((a, b) => b.count - a.count);
  return {
    ...counts,
    packages: done,
    spoken,
    broken: broken.map((one, index) => (index < maxShrunk ? smallest(one) : one)),
  };

  function usableParts(made: MadePackage, roll: Roll, report: (fault: string, parts: PackageParts) => void) {
    let { parts } = made;
    for (let attempt = 0; attempt < 8; attempt++) {
      const compiled = compileSpecPackage(documentOf(parts));
      if (!compiled.ok) {
        const next = withoutRefused(parts, compiled.reasons, made, report);
        if (next === undefined) return undefined;
        parts = next;
        continue;
      }
      for (const rule of parts.rules) {
        const dead = made.rules.get(String(rule.code))?.dead;
        if (dead !== undefined)
          report(`a rule that can never speak loads: ${dead}`, { ...parts, rules: [rule] });
      }
      const isAskedTwice = (seed + done) % ajvEvery === 0;
      const usable = withExample(made, parts, compiled.spec, roll, isAskedTwice);
      if (usable !== undefined) return usable;
      // Rules that contradict each other, or that ask for what is drawn too seldom.
      if (parts.rules.length === 0) return undefined;
      parts = { ...parts, rules: parts.rules.slice(1) };
    }
    return undefined;
  }
}

/** The parts that are left when what was refused is taken out. */
function withoutRefused(
  parts: PackageParts,
  reasons: readonly { code: string; pointer: string; message: string }[],
  made: MadePackage,
  report: (fault: string, parts: PackageParts) => void,
): PackageParts | undefined {
  const refused = new Set<number>();
  let { normalization, aliases } = parts;
  for (const { pointer, code, message } of reasons) {
    const [, part, index] = /^\/(\w+)(?:\/([^/]+))?/.exec(pointer) ?? [];
    if (part === "rules") {
      const rule = parts.rules[Number(index)]!;
      refused.add(Number(index));
      // Words that another rule confines a place to are not known where a condition is made.
      const isConfined = code === "rule-silent" && parts.rules.some(({ check }) => check === "in-list");
      // A star stands for the places of a tuple as well, which may have texts without a bound.
      const isUnbounded = message.includes('needs a "maxLength"') && String(rule.at).endsWith("*");
      const isExpected = isConfined || isUnbounded;
      if (made.rules.get(String(rule.code))?.dead === undefined && !isExpected)
        report(`a good rule is refused: ${code} ${message.replaceAll(/"[^"]*"/g, "…")}`, {
          ...parts,
          rules: [rule],
        });
    } else if (part === "normalization") normalization = { prose: [], sets: [] };
    else if (part === "aliases") aliases = {};
    else return undefined;
  }
  const rules = parts.rules.filter((_, index) => !refused.has(index));
  return { ...parts, rules, normalization, aliases };
}

interface Usable {
  parts: PackageParts;
  subject: Subject;
}

/** The package with an example without any remark, also once it is built. */
function withExample(
  made: MadePackage,
  parts: PackageParts,
  spec: Subject["spec"],
  roll: Roll,
  withAjv: boolean,
): Usable | undefined {
  const context = contextOf(parts);
  for (let attempt = 0; attempt < 25; attempt++) {
    const valid = made.shape.make(roll, attempt % 3 === 1);
    if (!spec.schema.root.ok(valid, SCHEMA_ALONE)) continue;
    if (findFailedStage(spec, valid, context) !== undefined) continue;
    const tried = { ...parts, valid };
    const loaded = load(tried, withAjv);
    if (loaded.ok) return { parts: tried, subject: loaded.subject };
  }
  return undefined;
}

const PROVOCATIONS = 10;

/** Each rule must object to a candidate that was made to provoke it, where everything else accepts that candidate. */
function silentRules(
  made: MadePackage,
  { parts, subject }: Usable,
  roll: Roll,
  spoken: Map<string, number>,
  report: (fault: string, candidate: unknown, rule: PackageParts["rules"][number]) => void,
): void {
  for (const rule of parts.rules) {
    const code = String(rule.code);
    const check = String(rule.check);
    const provoked: unknown[] = [];
    const { certain = false, dead } = made.rules.get(code)!;
    const speaks = () => {
      let hasSpoken = false;
      for (let attempt = 0; attempt < PROVOCATIONS; attempt++) {
        const base = attempt % 2 === 0 ? structuredClone(parts.valid) : made.shape.make(roll, true);
        const candidate = made.rules.get(code)!.provoke(base, roll);
        if (candidate === undefined) continue;
        const { diagnostics } = checkCandidate(subject.spec, candidate, subject.context);
        const hasObjected = diagnostics.some((one) => one.code === code || one.code.startsWith(`${code}-`));
        if (!hasObjected) provoked.push(candidate);
        else if (!certain) return true;
        hasSpoken ||= hasObjected;
      }
      return hasSpoken;
    };
    if (dead !== undefined) continue;
    const hasSpoken = speaks();
    if (hasSpoken) spoken.set(check, (spoken.get(check) ?? 0) + 1);
    if (provoked.length === 0 || (hasSpoken && !certain)) continue;
    const candidate = acceptedWithout(parts, code, provoked);
    if (candidate !== undefined)
      report(`a rule ${hasSpoken ? "overlooks a value" : "says nothing"}: ${check}`, candidate, rule);
  }
}

/** One of the candidates that the package accepts without the rule, so that the rule alone could have spoken. */
function acceptedWithout(parts: PackageParts, code: unknown, candidates: readonly unknown[]): unknown {
  const rest = { ...parts, rules: parts.rules.filter((rule) => rule.code !== code) };
  const compiled = compileSpecPackage(documentOf(rest));
  if (!compiled.ok) return undefined;
  const context = contextOf(rest);
  return candidates.find((one) => findFailedStage(compiled.spec, one, context) === undefined);
}

function smallest(broken: Broken): Broken {
  // Large candidates would take long.
  if (!("candidate" in broken) || broken.fault.startsWith("the work")) return broken;
  const holds = ({ parts, candidate }: { parts: PackageParts; candidate?: unknown }): boolean => {
    try {
      const loaded = load(parts, broken.fault.startsWith("Ajv"));
      return loaded.ok && judge(loaded.subject, candidate).faults.includes(broken.fault);
    } catch {
      return false;
    }
  };
  if (broken.rule !== undefined)
    return { ...broken, parts: aroundSilence(broken.parts, broken.rule, broken.candidate) };
  const start = { parts: broken.parts, candidate: broken.candidate };
  return holds(start) ? { ...broken, ...shrink(start, holds) } : broken;
}

/** The rule and the candidate stay as they are: with others the rule might rightly say nothing. */
function aroundSilence(parts: PackageParts, rule: Rule, candidate: unknown): PackageParts {
  const { rules, ...rest } = parts;
  const start = { ...rest, others: rules.filter((other) => other !== rule) };
  const withRule = ({ others, ...smaller }: typeof start) => ({ ...smaller, rules: [...others, rule] });
  const smaller = shrink(start, (tried) => {
    try {
      const tries = withRule(tried);
      const loaded = load(tries, false);
      if (!loaded.ok || acceptedWithout(tries, rule.code, [candidate]) === undefined) return false;
      return checkCandidate(loaded.subject.spec, candidate, loaded.subject.context).diagnostics.length === 0;
    } catch {
      return false;
    }
  });
  return withRule(smaller);
}

/** A broken promise, ready to be put into a test. */
export function printed({ fault, count, seed, parts, candidate }: Broken): string {
  const filled = Object.entries(parts).filter(([, part]) => !isEmpty(part));
  const lines = [
    `${count} × ${fault} (seed ${seed})`,
    `  package   ${JSON.stringify(Object.fromEntries(filled))}`,
  ];
  if (candidate !== undefined) lines.push(`  candidate ${JSON.stringify(candidate)}`);
  return lines.join("\n");
}

function isEmpty(part: unknown): boolean {
  return typeof part === "object" && part !== null && Object.values(part).every((inner) => isEmpty(inner));
}
