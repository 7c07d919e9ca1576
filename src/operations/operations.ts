import { buildProposal } from "./build-proposal.ts";
import { listDomains } from "./list-domains.ts";
import type { Operation } from "./operation.ts";
import { validateProposal } from "./validate-proposal.ts";

/** Everything the service does, in the order a caller goes through it. */
export const OPERATIONS: readonly Operation[] = [listDomains, validateProposal, buildProposal];
