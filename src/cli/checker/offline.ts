/** The core with files of this machine: the same operations that the service runs. */
import { END_OF_TIME } from "../../core/proposal/check.ts";
import type { BuildResult, ValidationResult } from "../../core/types.ts";
import { buildProposal } from "../../operations/build-proposal.ts";
import { listDomains } from "../../operations/list-domains.ts";
import type { Operation, OperationContext } from "../../operations/operation.ts";
import { validateProposal } from "../../operations/validate-proposal.ts";
import { createOfflineContext, OfflineFileError, sortRegistryFiles } from "../../server/offline.ts";
import { Failure } from "../terminal/failure.ts";
import type { Checker, CheckerOptions, DomainSummary } from "./checker.ts";

export function createOfflineChecker(options: CheckerOptions): Checker {
  const context = openContext(options);
  const run = <Body>(operation: Operation, input: unknown): Body => {
    const outcome = operation.run(input, context);
    if (!outcome.ok) throw new Failure(outcome.problem.detail);
    return outcome.body as Body;
  };
  return {
    concurrency: 1,
    domains: async () => run<{ domains: DomainSummary[] }>(listDomains, {}).domains,
    validate: async (request) => run<ValidationResult>(validateProposal, request),
    build: async (request) => run<BuildResult>(buildProposal, request),
    registrySize({ targetProduct, domainId }) {
      const domain = context.catalogue.find(targetProduct, domainId);
      return domain?.status === "ready" ? domain.registry.size : undefined;
    },
  };
}

export function openContext(options: CheckerOptions): OperationContext {
  const { spec = [], registry = [], submissionUrl, simulate } = options;
  const at = simulate === true ? END_OF_TIME : options.at;
  if (sortRegistryFiles(registry).own.length > spec.length)
    throw new Failure(
      "There are more --registry files than --spec files.",
      "Give a --spec for each --registry.",
    );
  try {
    return createOfflineContext({ specs: spec, registries: registry, submissionUrl, at });
  } catch (error) {
    if (error instanceof OfflineFileError)
      throw new Failure(error.message, "`preflight spec check FILE` lists every reason.");
    throw error;
  }
}
