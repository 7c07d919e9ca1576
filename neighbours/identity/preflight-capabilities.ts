/**
 * The capabilities that agents can be granted, from the documents that Preflight publishes: the capability list says
 * what exists and where, and the OpenAPI description says how to call it.
 */
import type { Capability } from "@better-auth/agent-auth";
import type { createOpenAPIHandler } from "@better-auth/agent-auth/openapi";

export type OpenApi = Parameters<typeof createOpenAPIHandler>[0];

/** `url`: where it is reached from here. `publicUrl`: what its documents say, and what calls are signed for. */
export interface PreflightAddress {
  readonly url: string;
  readonly publicUrl: string;
}

export interface PreflightCapabilities {
  /** Always the same array, updated in place, because the plugin keeps a reference to it. */
  readonly list: Capability[];
  /** Throws if Preflight has never been reached. */
  refresh(): Promise<void>;
  /** How to call a capability; undefined if there is no such capability. */
  find(name: string): { readonly operationId: string; readonly openApi: OpenApi } | undefined;
}

const REFRESH_MS = 60_000;

export function createPreflightCapabilities(preflight: () => PreflightAddress): PreflightCapabilities {
  const list: Capability[] = [];
  const operationIds = new Map<string, string>();
  let openApi: OpenApi | undefined;
  let loaded = { at: Number.NEGATIVE_INFINITY, from: "" };

  async function load({ url: from, publicUrl }: PreflightAddress): Promise<void> {
    const [published, description] = await Promise.all([
      getJson(`${from}/capabilities.json`) as Promise<{ capabilities: Capability[] }>,
      getJson(`${from}/openapi.json`) as Promise<OpenApi>,
    ]);
    const byAddress = operationsByAddress(description, publicUrl);
    openApi = description;
    list.length = 0;
    operationIds.clear();
    for (const { location, ...capability } of published.capabilities) {
      const operationId = location === undefined ? undefined : byAddress.get(location);
      if (operationId === undefined) continue;
      operationIds.set(capability.name, operationId);
      // Without a location, agents send requests here and not to Preflight, which does not know the agents' keys.
      list.push(capability);
    }
    loaded = { at: Date.now(), from };
  }

  return {
    list,
    async refresh() {
      const address = preflight();
      const { url: from } = address;
      if (loaded.from === from && Date.now() - loaded.at < REFRESH_MS) return;
      await load(address).catch((error) => {
        if (loaded.from !== from) throw error;
      });
    },
    find(name) {
      const operationId = operationIds.get(name);
      return operationId === undefined || openApi === undefined ? undefined : { operationId, openApi };
    },
  };
}

function operationsByAddress(description: OpenApi, baseUrl: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, methods] of Object.entries(description.paths ?? {})) {
    for (const operation of Object.values(methods)) {
      if (operation?.operationId !== undefined) found.set(`${baseUrl}${path}`, operation.operationId);
    }
  }
  return found;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: "error" });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return response.json();
}
