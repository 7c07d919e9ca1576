/** Connects what every kind of server needs: the gate, the description of the MCP server, and the pages. */
import { createGate, type GateParts } from "../operations/gate/gate.ts";
import type { Operation, OperationContext } from "../operations/operation.ts";
import type { Catalogue } from "../operations/ports.ts";
import { type ProtectedResource, protectedResources } from "./description/oauth-metadata.ts";
import { describeServer } from "./mcp/describe-server.ts";
import { createDocuments } from "./pages/documents.ts";
import type { Assets } from "./pages/look.ts";

interface ConnectedParts extends Pick<GateParts, "keys" | "proxy" | "limiter"> {
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  readonly catalogue: Catalogue;
  /** Calls a minute. */
  readonly rateLimit: number;
  readonly version: string;
  /** An OAuth authorization server that issues keys. */
  readonly issuer: string | undefined;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl: string | undefined;
  readonly assets: Assets | undefined;
}

export function connect(parts: ConnectedParts) {
  const { baseUrl, operations, catalogue, rateLimit, version, issuer, assets } = parts;
  const context: OperationContext = { catalogue, rulesUrl: `${baseUrl}/rules`, now: Date.now };
  const resources = issuer === undefined ? undefined : protectedResources({ baseUrl, issuer, operations });
  const gateFor = (resource: ProtectedResource | undefined) =>
    createGate({
      keys: parts.keys,
      proxy: parts.proxy,
      limiter: parts.limiter,
      context,
      resourceMetadataUrl: resource?.url,
    });
  const gate = gateFor(resources?.service);
  // Whoever has no key may get one where they sign in.
  const keyHelpUrl = parts.keyHelpUrl ?? issuer;
  return {
    context,
    gate,
    mcp: {
      /** The same gate, except that it refers callers to the metadata of the MCP endpoint. */
      gate: gateFor(resources?.mcp),
      description: describeServer({ operations, catalogue, version, callsPerMinute: rateLimit, baseUrl }),
      baseUrl,
    },
    pages: {
      baseUrl,
      catalogue,
      assets,
      documents: createDocuments({
        ...{ operations, gate, context, baseUrl, rateLimit, version, assets, keyHelpUrl },
      }),
      protectedResources: resources === undefined ? [] : [resources.service, resources.mcp],
    },
  };
}
