/** The product's current rules and generators, compiled once and updated when either changes. */
import { createHash } from "node:crypto";
import { createRegistry, loadSpecPackage, type Registry, type SpecPackage } from "proposal-preflight";
import type { ProductStore, StoredPackage } from "./store.ts";

export interface PublishedPage {
  body: string;
  etag: string;
  /** Only if it is known when the content last changed. */
  lastModified?: string;
}

export type Publishing =
  | { status: "published" | "unchanged"; spec: SpecPackage }
  | { status: "invalid"; reasons: readonly unknown[] }
  | { status: "version-taken"; version: string };

export interface ProductRules {
  current(domainId: string): { spec: SpecPackage; page: PublishedPage } | undefined;
  /** The current rules of every domain. */
  specs(): SpecPackage[];
  registry(): Registry;
  /** The page of the registry that starts at entry `start`. */
  registryPage(start: number): PublishedPage | undefined;
  publish(document: string): Promise<Publishing>;
  /** Call this after generators were added. */
  reloadRegistry(): Promise<void>;
}

export interface RulesOptions {
  targetProduct: string;
  pageSize: number;
  /** The public URL of this service, without a trailing slash. */
  publicUrl(): string;
}

export async function openRules(store: ProductStore, options: RulesOptions): Promise<ProductRules> {
  const packages = new Map<string, { spec: SpecPackage; page: PublishedPage }>();
  const versions = new Map<string, string>();
  let registry: Registry;
  let pages: PublishedPage[] = [];

  const use = (stored: StoredPackage, spec: SpecPackage): void => {
    versions.set(`${stored.domainId} ${stored.version}`, stored.digest);
    packages.set(stored.domainId, { spec, page: present(stored.document) });
  };

  const reloadRegistry = async (): Promise<void> => {
    const generators = await store.generators();
    const changed = new Date(Math.max(0, ...generators.map(({ addedAt }) => addedAt.getTime())));
    const entries = generators.map(({ id, name }) => ({ id, name }));
    registry = createRegistry(entries, changed.toISOString());
    pages = [];
    for (let start = 0; start === 0 || start < entries.length; start += options.pageSize) {
      const end = start + options.pageSize;
      const next = end < entries.length ? { next: `${options.publicUrl()}/registry?start=${end}` } : {};
      pages.push(present(JSON.stringify({ generators: entries.slice(start, end), ...next }), changed));
    }
  };

  const publish: ProductRules["publish"] = async (document) => {
    const loaded = loadSpecPackage(parse(document));
    if (!loaded.ok) return { status: "invalid", reasons: loaded.reasons };
    const { spec } = loaded;
    if (spec.targetProduct !== options.targetProduct) {
      const message = `The package is for another product; this one is ${options.targetProduct}.`;
      return {
        status: "invalid",
        reasons: [{ pointer: "/targetProduct", code: "another-product", message }],
      };
    }
    const { domainId, version, digest } = spec;
    const before = versions.get(`${domainId} ${version}`);
    if (before !== undefined && before !== digest) return { status: "version-taken", version };
    if (before !== undefined) return { status: "unchanged", spec };
    const stored = { domainId, version, digest, document };
    await store.addPackage(stored);
    use(stored, spec);
    return { status: "published", spec };
  };

  for (const stored of await store.packages()) {
    const loaded = loadSpecPackage(parse(stored.document));
    if (!loaded.ok) throw new Error(`spec package ${stored.domainId} ${stored.version} no longer loads`);
    use(stored, loaded.spec);
  }
  await reloadRegistry();

  return {
    current: (domainId) => packages.get(domainId),
    specs: () => [...packages.values()].map(({ spec }) => spec),
    registry: () => registry,
    registryPage: (start) => (start % options.pageSize === 0 ? pages[start / options.pageSize] : undefined),
    publish,
    reloadRegistry,
  };
}

function present(body: string, changed?: Date): PublishedPage {
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  return { body, etag, ...(changed === undefined ? {} : { lastModified: changed.toUTCString() }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
