/**
 * What agents may be granted, read off the documents that Preflight itself publishes: its capability list says
 * what there is and where, its OpenAPI description how that is called.
 */
import type { Capability } from "@better-auth/agent-auth";
import type { createOpenAPIHandler } from "@better-auth/agent-auth/openapi";

export type OpenApi = Parameters<typeof createOpenAPIHandler>[0];

export interface PreflightCapabilities {
  /** One array for good, filled in place. */
  readonly list: Capability[];
  /** Throws where Preflight has never been reached. */
  refresh(): Promise<void>;
  /** How a capability is called; undefined where there is no such. */
  find(name: string): { readonly operationId: string; readonly openApi: OpenApi } | undefined;
}

const REFRESH_MS = 60_000;

export function createPreflightCapabilities(preflightUrl: () => string): PreflightCapabilities {
  const list: Capability[] = [];
  const operationIds = new Map<string, string>();
  let openApi: OpenApi | undefined;
  let loaded = { at: Number.NEGATIVE_INFINITY, from: "" };

  async function load(from: string): Promise<void> {
    const [published, description] = await Promise.all([
      getJson(`${from}/capabilities.json`) as Promise<{ capabilities: Capability[] }>,
      getJson(`${from}/openapi.json`) as Promise<OpenApi>,
    ]);
    const byAddress = operationsByAddress(description, from);
    openApi = description;
    list.length = 0;
    operationIds.clear();
    for (const { location, ...capability } of published.capabilities) {
      const operationId = location === undefined ? undefined : byAddress.get(location);
      if (operationId === undefined) continue;
      operationIds.set(capability.name, operationId);
      // Without a location, agents send their requests here and not to Preflight, which knows no agents' keys.
      list.push(capability);
    }
    loaded = { at: Date.now(), from };
  }

  return {
    list,
    async refresh() {
      const from = preflightUrl();
      if (loaded.from === from && Date.now() - loaded.at < REFRESH_MS) return;
      await load(from).catch((error) => {
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
