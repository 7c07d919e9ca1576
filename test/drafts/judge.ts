/** Our own library on drafts: whether a candidate is valid, and what a repair makes of it. */
import { checkCandidate, type RepairLevel, repairCandidate } from "../../src/core/index.ts";
import { loadDomain } from "../corpus/domain.ts";
import { type Domain, readDomains } from "./domains.ts";

export interface Judge {
  isValid(domain: string, candidate: unknown): boolean;
  /** What speaks against a candidate. */
  errorsOf(domain: string, candidate: unknown): string[];
  repair(domain: string, draft: unknown, level: RepairLevel): unknown;
}

export function createJudge(domains: readonly Domain[] = readDomains()): Judge {
  const loaded = new Map(domains.map((domain) => [domain.name, loadDomain({ ...domain, starts: [] })]));
  return {
    isValid(domain, candidate) {
      const { spec, context } = loaded.get(domain)!;
      return checkCandidate(spec, candidate, context).valid;
    },
    errorsOf(domain, candidate) {
      const { spec, context } = loaded.get(domain)!;
      const { diagnostics } = checkCandidate(spec, candidate, context);
      return diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ code, pointer, message }) => `${pointer} ${code}: ${message}`);
    },
    repair(domain, draft, level) {
      const { spec, context } = loaded.get(domain)!;
      const { repaired } = repairCandidate(spec, draft, context, level);
      return repaired === undefined ? draft : repaired.candidate;
    },
  };
}
