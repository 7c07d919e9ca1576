/** The repair of this project, at the level `suggested`. */
import { repairCandidate } from "proposal-preflight";

export function createProgram(domains) {
  return (domain, draft) => {
    const { spec, context } = domains.get(domain);
    const { repaired } = repairCandidate(spec, draft, context, "suggested");
    return repaired === undefined ? draft : repaired.candidate;
  };
}
