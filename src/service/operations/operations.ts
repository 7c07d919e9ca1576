import { buildProposal } from "./build-proposal.ts";
import { listDomains } from "./list-domains.ts";
import type { Operation } from "./operation.ts";
import { validateProposal } from "./validate-proposal.ts";

/** All operations, in the order in which a caller uses them. */
export const OPERATIONS: readonly Operation[] = [listDomains, validateProposal, buildProposal];
