/** The core with files of this machine: the same operations that the service runs. */
import { pathToFileURL } from "node:url";
import { FILE_CODES } from "../../authoring/documents/codes.ts";
import type { KnownRules } from "../../authoring/help.ts";
import { findRepeats, isPlainObject, once } from "../../core/json/values.ts";
import type { CheckContext } from "../../core/proposal/check.ts";
import { neverText } from "../../core/reader/read-json.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import { describeCodes } from "../../core/spec-package/codes.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { BuildResult, Registry, RegistryEntry, ValidationResult } from "../../core/types.ts";
import { createEmbeddedCatalogue } from "../../service/catalogue/embedded.ts";
import { createGivenCatalogue, openNamedRegistry } from "../../service/catalogue/given.ts";
import { buildProposal } from "../../service/operations/build-proposal.ts";
import { ENVELOPE_CODES } from "../../service/operations/diagnostic-codes.ts";
import { listDomains, supportedDomains } from "../../service/operations/list-domains.ts";
import type { OperationContext, Outcome } from "../../service/operations/operation.ts";
import type { DomainList } from "../../service/operations/operation-types.ts";
import type { DomainName, ReadyDomain } from "../../service/operations/ports.ts";
import { validateProposal } from "../../service/operations/validate-proposal.ts";
import { readJsonFile, refusePage } from "../files/read.ts";
import { pageOf } from "../reports/report.ts";
import { loadSpecs } from "../spec/source.ts";
import { Failure } from "../terminal/terminal.ts";
import type { Checker, CheckerOptions } from "./checker.ts";

export async function createOfflineChecker(options: CheckerOptions): Promise<Checker> {
  const context = await openContext(options);
  const bodyOf = <Body>(outcome: Outcome): Body => {
    if (!outcome.ok) throw new Failure(outcome.problem.detail);
    return outcome.body as Body;
  };
  const domainOf = ({ targetProduct, domainId }: DomainName): ReadyDomain | undefined => {
    const domain = context.catalogue.find(targetProduct, domainId);
    return domain?.status === "ready" ? domain : undefined;
  };
  const here: NonNullable<Checker["here"]> = {
    validate(request, own) {
      const asked = own === undefined ? context : withOwn(context, own);
      const result = bodyOf<ValidationResult>(validateProposal.run(neverText(request), asked));
      if (result.diagnostics.length === 0 || options.rulesUrl !== undefined) return result;
      const domain = domainOf(request);
      return domain ? withPages(result, domain) : result;
    },
    rulesOf(name) {
      const domain = domainOf(name);
      return domain && rulesIn(domain);
    },
  };
  return {
    codes: () => [...FILE_CODES, ...ENVELOPE_CODES, ...specsOf(context).flatMap(describeCodes)],
    here,
    names: async () => supportedDomains(context.catalogue),
    domains: async () => bodyOf<DomainList>(await listDomains.run(neverText({}), context)).domains,
    validate: async (request, own) => here.validate(request, own),
    build: async (request) => bodyOf<BuildResult>(await buildProposal.run(neverText(request), context)),
    rulesOf: async (domain) => here.rulesOf(domain),
    registrySize: (name) => domainOf(name)?.registry?.size,
  };
}

const rulesIn = once(({ spec, registry, registries }: ReadyDomain): KnownRules => {
  const named = (name: string | undefined) => (name === undefined ? registry : registries?.get(name));
  return { spec, entriesOf: (name) => named(name)?.entries() ?? [] };
});

/** Without a service, a code is explained by the spec package or by the docs of this command. */
function withPages(result: ValidationResult, { spec, description }: ReadyDomain): ValidationResult {
  const own = new Set(spec.codes.map(({ code }) => code));
  const docsOf = (code: string) => (own.has(code) ? `${description.specPackageUrl}#${code}` : pageOf(code));
  const diagnostics = result.diagnostics.map((each) => ({ ...each, docs: docsOf(each.code) }));
  return { ...result, diagnostics };
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

/** Everything the operations need, from files alone: the embedded product, or spec packages and registries. Throws a Failure. */
export async function openContext(options: CheckerOptions): Promise<OperationContext> {
  const { spec = [], registry = [], rulesUrl = "/rules", at, simulate } = options;
  const isEmbedded = spec.length + registry.length === 0;
  const catalogue = isEmbedded ? createEmbeddedCatalogue(undefined) : await fromFiles(options);
  return { catalogue, rulesUrl, now: at === undefined ? Date.now : () => at, simulate };
}

async function fromFiles({ spec = [], registry = [], submissionUrl = "" }: CheckerOptions) {
  const { own, named } = sortRegistryFiles(registry);
  const hint = "Give a --spec for each --registry.";
  if (own.length > spec.length) throw new Failure("There are more --registry files than --spec files.", hint);
  const loaded = await loadSpecs(spec);
  const registries = openNamedRegistries(loaded, named);
  const names = loaded.map(nameOf);
  for (const [again, name] of names.entries())
    if (names.indexOf(name) < again)
      throw new Failure(`${spec[names.indexOf(name)]} and ${spec[again]} are both rules of ${name}.`);
  const domains = loaded.map((each, index) => {
    const specPackageUrl = pathToFileURL(spec[index]!).href;
    const registry = own[index] === undefined ? undefined : readRegistryFile(own[index]);
    return { spec: each, submissionUrl, specPackageUrl, registry, registries: registries[index]! };
  });
  return createGivenCatalogue(domains);
}

/** An entry that was lost would not be taken. Throws a Failure. */
function readRegistryJson(path: string): unknown {
  const document = readJsonFile(path);
  refusePage(path, document);
  const [repeat] = findRepeats(document);
  if (repeat === undefined) return document;
  const { line, column } = repeat.occurrences.at(-1)!;
  const where = `line ${line}, column ${column}`;
  throw new Failure(`${path} cannot be used: ${where} has a name that the same object has before.`);
}

function readRegistryFile(path: string): Registry {
  const document = readRegistryJson(path);
  const lists = (isPlainObject(document) ? Object.values(document) : [document]).filter(Array.isArray);
  const [entries] = lists;
  const needed = 'it must hold one list of objects with the texts "id" and "name"';
  if (entries === undefined || lists.length > 1 || !entries.every(isEntry))
    throw new Failure(`${path} is not a registry: ${needed}.`);
  return createRegistry(entries, asOfIn(document));
}

/** Tells `name=FILE`, by the name that packages declare, from the files of products' own registries. */
function sortRegistryFiles(given: readonly string[]) {
  const own: string[] = [];
  const named = new Map<string, string>();
  for (const text of given) {
    const [, name, path] = /^([a-z0-9]+(?:-[a-z0-9]+)*)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || path === undefined) own.push(text);
    else if (named.has(name)) throw new Failure(`There are two --registry files for "${name}".`);
    else named.set(name, path);
  }
  return { own, named };
}

/**
 * The registries that the rules of each package ask by name. Throws a Failure if one is neither given nor in `fallback`, or
 * is given in vain, such as a path with an equals sign, which would be missed by nobody.
 */
function openNamedRegistries(
  specs: readonly SpecPackage[],
  files: ReadonlyMap<string, string>,
  fallback: ReadonlyMap<string, Registry> = new Map(),
): ReadonlyMap<string, Registry>[] {
  const asked = new Set(specs.flatMap(({ rules }) => rules.registries.named));
  const names = [...asked].join(", ") || "none by name";
  const unasked = [...files.keys()].find((name) => !asked.has(name));
  if (unasked !== undefined)
    throw new Failure(`No rule asks a registry "${unasked}".`, `The rules ask: ${names}.`);
  const open = (spec: SpecPackage, name: string): Registry => {
    const path = files.get(name);
    const registry = path === undefined ? fallback.get(name) : readNamedRegistry(path, spec, name);
    if (registry !== undefined) return registry;
    const ask = `The rules of ${nameOf(spec)} ask the registry "${name}"`;
    throw new Failure(`${ask}: give it as --registry ${name}=FILE.`);
  };
  return specs.map((spec) => new Map(spec.rules.registries.named.map((name) => [name, open(spec, name)])));
}

function readNamedRegistry(path: string, spec: SpecPackage, name: string): Registry {
  const { member, key = "id" } = spec.document.registries![name]!;
  const document = readRegistryJson(path);
  const list = isPlainObject(document) ? document[member] : document;
  const given = Array.isArray(list) ? { entries: list, asOf: asOfIn(document) } : undefined;
  const registry = given && openNamedRegistry(spec, name, given);
  if (registry !== undefined) return registry;
  const needed = `it must hold the list "${member}" of entries with "${key}"`;
  throw new Failure(`${path} is not the registry that the package declares: ${needed}.`);
}

const asOfIn = (document: unknown): string | undefined =>
  isPlainObject(document) && typeof document.asOf === "string" ? document.asOf : undefined;

function isEntry(value: unknown): value is RegistryEntry {
  return isPlainObject(value) && typeof value.id === "string" && typeof value.name === "string";
}

/** For each package. `given`: FILE for the product's own registry, name=FILE for one that a package declares. Throws a Failure. */
export function openGivenRegistries(
  specs: readonly SpecPackage[],
  given: readonly string[],
  otherwise: Pick<CheckContext, "registry" | "registries">,
) {
  const { own, named } = sortRegistryFiles(given);
  const hint = "Write name=FILE for a registry that the package declares by name.";
  if (own.length > 1)
    throw new Failure("There are two --registry files for the product's own registry.", hint);
  const registry = own[0] === undefined ? otherwise.registry : readRegistryFile(own[0]);
  const opened = openNamedRegistries(specs, named, otherwise.registries);
  return opened.map((registries) => ({ registry, registries }));
}
