/** The core with files of this machine: the same operations that the service runs. */
import { fileURLToPath } from "node:url";
import { FILE_CODES } from "../../authoring/documents/codes.ts";
import { neverText } from "../../core/reader/read-json.ts";
import { describeCodes } from "../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { BuildResult, Registry, RegistryEntry, ValidationResult } from "../../core/types.ts";
import { buildProposal } from "../../service/operations/build-proposal.ts";
import { ENVELOPE_CODES } from "../../service/operations/diagnostic-codes.ts";
import { listDomains } from "../../service/operations/list-domains.ts";
import type { Operation, OperationContext, Outcome } from "../../service/operations/operation.ts";
import type { DomainList } from "../../service/operations/operation-types.ts";
import type { ReadyDomain } from "../../service/operations/ports.ts";
import { validateProposal } from "../../service/operations/validate-proposal.ts";
import { createOfflineContext, OfflineFileError, sortRegistryFiles } from "../../service/server/offline.ts";
import { Failure } from "../terminal/failure.ts";
import { shellWord } from "../terminal/text.ts";
import { type Checker, type CheckerOptions, pageOf, type RulesInUse } from "./checker.ts";
import { runHere } from "./run.ts";

export function createOfflineChecker(options: CheckerOptions): Checker {
  const context = openContext(options);
  const run = runHere(context);
  const bodyOf = <Body>(outcome: Outcome): Body => {
    if (!outcome.ok) throw new Failure(outcome.problem.detail);
    return outcome.body as Body;
  };
  const ask = async <Body>(operation: Operation, input: unknown): Promise<Body> =>
    bodyOf(await run(operation, neverText(input)));
  const rules = new WeakMap<ReadyDomain, RulesInUse>();
  const here: Checker["here"] = {
    validate(request, own) {
      const asked = own === undefined ? context : withOwn(context, own);
      const result = bodyOf<ValidationResult>(validateProposal.run(neverText(request), asked));
      if (result.diagnostics.length === 0 || options.rulesUrl !== undefined) return result;
      const domain = context.catalogue.find(request.targetProduct, request.domainId);
      return domain?.status === "ready" ? withPages(result, domain) : result;
    },
    rulesOf({ targetProduct, domainId }) {
      const domain = context.catalogue.find(targetProduct, domainId);
      if (domain?.status !== "ready") return undefined;
      if (!rules.has(domain)) rules.set(domain, rulesIn(domain));
      return rules.get(domain);
    },
  };
  return {
    codes: () => [
      ...FILE_CODES,
      ...ENVELOPE_CODES,
      ...specsOf(context).flatMap((spec) => describeCodes(spec)),
    ],
    here,
    domains: async () => (await ask<DomainList>(listDomains, {})).domains,
    validate: async (request, own) => here.validate(request, own),
    build: (request) => ask<BuildResult>(buildProposal, request),
    rulesOf: async (domain) => here.rulesOf(domain),
    registrySize({ targetProduct, domainId }) {
      const domain = context.catalogue.find(targetProduct, domainId);
      return domain?.status === "ready" ? domain.registry?.size : undefined;
    },
  };
}

function rulesIn({ spec, registry, registries, description }: ReadyDomain): RulesInUse {
  const isFile = description.specPackageUrl.startsWith("file:");
  return {
    spec,
    path: isFile ? fileURLToPath(description.specPackageUrl) : undefined,
    entriesOf: (name) => (name === undefined ? registry : registries?.get(name))?.entries() ?? [],
  };
}

/** Without a service, a code is explained by the spec package or by the docs of this command. */
function withPages(result: ValidationResult, { spec, description }: ReadyDomain): ValidationResult {
  const own = new Set(spec.codes.map(({ code }) => code));
  return {
    ...result,
    diagnostics: result.diagnostics.map((each) => ({
      ...each,
      docs: own.has(each.code) ? `${description.specPackageUrl}#${each.code}` : pageOf(each.code),
    })),
  };
}

/** The same with one registered entry that is in nobody's way, and those of its name in the registries that a package declares. */
function withOwn(context: OperationContext, own: string): OperationContext {
  const { catalogue } = context;
  const find: typeof catalogue.find = (targetProduct, domainId) => {
    const domain = catalogue.find(targetProduct, domainId);
    if (domain?.status !== "ready") return domain;
    const { registry, registries = new Map<string, Registry>() } = domain;
    if (!registry?.size && registries.size === 0) return domain;
    const isOwn = ({ id }: RegistryEntry) => id === own;
    const name = registry?.findById(own)?.name;
    const isNamed = name === undefined ? isOwn : (entry: RegistryEntry) => entry.name === name;
    return {
      ...domain,
      ...(registry && { registry: { ...registry, isOwn } }),
      registries: new Map([...registries].map(([key, each]) => [key, { ...each, isOwn: isNamed }])),
    };
  };
  return { ...context, catalogue: { ...catalogue, find } };
}

export function specsOf({ catalogue }: OperationContext): SpecPackage[] {
  return catalogue.list().flatMap((state) => (state.status === "ready" ? [state.spec] : []));
}

export function openContext(options: CheckerOptions): OperationContext {
  const { spec = [], registry = [], submissionUrl, rulesUrl, at, simulate } = options;
  if (sortRegistryFiles(registry).own.length > spec.length)
    throw new Failure(
      "There are more --registry files than --spec files.",
      "Give a --spec for each --registry.",
    );
  try {
    const context = createOfflineContext({ specs: spec, registries: registry, submissionUrl, at, simulate });
    return rulesUrl === undefined ? context : { ...context, rulesUrl };
  } catch (error) {
    if (error instanceof OfflineFileError) {
      const refused = error.specPackage;
      throw new Failure(
        error.message,
        refused && `\`preflight spec check ${shellWord(refused)}\` lists every reason.`,
      );
    }
    throw error;
  }
}
