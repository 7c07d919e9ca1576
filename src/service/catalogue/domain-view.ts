/** The state of one domain, from the latest copies of its spec package and registries. */
import type { Registry } from "../../core/types.ts";
import type { DomainDescription, DomainState, ReadyDomain, RefusedDocument } from "../operations/ports.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";
import type { Copy, Follower } from "./follower.ts";
import { refusalOf } from "./refusals.ts";
import type { NamedRegistries } from "./registries/named-registries.ts";
import type { RegistryCopy } from "./registries/reader.ts";
import type { SpecPackageCopy } from "./spec-packages/reader.ts";

interface DomainViewOptions {
  domain: ConfiguredDomain;
  spec: Follower<SpecPackageCopy>;
  /** The product's own registry, if the domain has one. */
  registry: Follower<RegistryCopy> | undefined;
  named: Pick<NamedRegistries, "of">;
  /** From this age on, callers are told how old the copies are. */
  staleMs: number;
  /** From this age on, the copies are no longer used. */
  maxMs: number;
  retrySeconds: number;
  /** Milliseconds of the clock that the followers use. */
  now(): number;
}

export type DomainView = () => DomainState;

/** What a state is made of. */
interface Copies {
  spec: Copy<SpecPackageCopy>;
  registry: Copy<RegistryCopy> | undefined;
  named: ReadonlyMap<string, Copy<RegistryCopy>>;
}

export function createDomainView(options: DomainViewOptions): DomainView {
  const { domain, staleMs, maxMs, now } = options;
  let used: Copies | undefined;
  let answeredAt = 0;
  let fresh: ReadyDomain | undefined;

  const describe = (): DomainDescription => ({
    targetProduct: domain.targetProduct,
    domainId: domain.domainId,
    title: options.spec.copy()?.value.spec.title ?? domain.domainId,
    specPackageUrl: domain.specPackageUrl,
    submissionUrl: domain.submissionUrl,
  });

  /** Rebuilds the state only when a copy was replaced or confirmed; until then all callers share one object. */
  const catchUp = (): void => {
    const spec = options.spec.copy();
    const followers = spec && options.named.of(spec.value.spec);
    if (spec === undefined || followers === undefined) return;
    const registry = options.registry?.copy();
    if (isSame(used, spec, registry, followers)) return;
    const named = new Map<string, Copy<RegistryCopy>>();
    for (const [name, follower] of followers) {
      const copy = follower.copy();
      if (copy !== undefined) named.set(name, copy);
    }
    // Until all registries of a new package are there, the copies before it stay in use, and grow older.
    if ((options.registry !== undefined && registry === undefined) || named.size < followers.size) return;
    used = { spec, registry, named };
    const registryCopies = [...(registry === undefined ? [] : [registry]), ...named.values()];
    answeredAt = Math.min(spec.answeredAt, ...registryCopies.map((copy) => copy.answeredAt));
    const refused = [...refusalsOf("spec-package", [spec]), ...refusalsOf("registry", registryCopies)];
    fresh = {
      status: "ready",
      description: describe(),
      spec: spec.value.spec,
      registry: registry?.value.registry,
      registries: new Map([...named].map(([name, copy]): [string, Registry] => [name, copy.value.registry])),
      ...(refused.length > 0 && { refused }),
    };
  };

  return () => {
    catchUp();
    const age = now() - answeredAt;
    if (fresh !== undefined && age < staleMs) return fresh;
    if (fresh !== undefined && age < maxMs) return { ...fresh, staleSeconds: Math.floor(age / 1_000) };
    return { status: "unavailable", description: describe(), retryAfterSeconds: options.retrySeconds };
  };
}

/** What the product sends now in place of these copies. */
function refusalsOf(
  document: RefusedDocument["document"],
  copies: readonly Copy<unknown>[],
): RefusedDocument[] {
  return copies.flatMap(({ refused }) => {
    const kind = refused && refusalOf(refused);
    if (kind === undefined) return [];
    // The words of other refusals may hold texts of the document.
    return [{ document, kind, ...(kind !== "refused" && { detail: refused!.message }) }];
  });
}

function isSame(
  used: Copies | undefined,
  spec: Copy<SpecPackageCopy>,
  registry: Copy<RegistryCopy> | undefined,
  followers: ReadonlyMap<string, Follower<RegistryCopy>>,
): boolean {
  if (used === undefined || used.spec !== spec || used.registry !== registry) return false;
  for (const [name, follower] of followers) if (used.named.get(name) !== follower.copy()) return false;
  return true;
}
