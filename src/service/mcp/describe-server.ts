/** What the MCP server says about itself and offers. Over HTTP and over stdio it is the same. */
import type { Implementation, Tool } from "@modelcontextprotocol/server";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import { ICON, SERVICE_DESCRIPTION } from "../describe/service-info.ts";
import type { Operation } from "../operations/operation.ts";
import type { Catalogue } from "../operations/ports.ts";
import { domainNames, instructions } from "./instructions.ts";
import { createPrompts, type Prompts } from "./prompts.ts";
import { createResources, type Resources } from "./resources.ts";
import { describeTool } from "./tools.ts";

export interface ServerDescription {
  readonly serverInfo: Implementation;
  /** Made anew each time it is read: the description of `listDomains` names the domains. */
  readonly tools: readonly Tool[];
  readonly resources: Resources;
  readonly prompts: Prompts;
  /** Made anew for each connection: the example in them follows the rules in use. */
  instructions(): string;
  /** While these are the same, so is everything that is listed or read here. */
  rulesInUse(): readonly unknown[];
}

/** What a client reads before its first call: the answers to `initialize` and `tools/list`. */
const MAX_TOGETHER = 12_000;
/** Of them, what the protocol puts around what is said here. */
const AROUND = 300;

interface ServerOptions {
  readonly operations: readonly Operation[];
  readonly catalogue: Catalogue;
  readonly version: string;
  /** Undefined where nothing is limited. */
  readonly callsPerMinute: number | undefined;
  /** Of the service that serves the icon and the pages; undefined where there is none. */
  readonly baseUrl: string | undefined;
}

export function describeServer(options: ServerOptions): ServerDescription {
  const { operations, catalogue, version, callsPerMinute, baseUrl } = options;
  const tools = operations.map(describeTool);
  const serverInfo = {
    name: "preflight",
    title: "Preflight",
    version,
    description: SERVICE_DESCRIPTION,
    ...(baseUrl !== undefined && {
      websiteUrl: baseUrl,
      icons: [{ src: `${baseUrl}${ICON.path}`, mimeType: ICON.type, sizes: ["any"] }],
    }),
  };
  const room = MAX_TOGETHER - AROUND - JSON.stringify([serverInfo, tools]).length;
  return {
    serverInfo,
    get tools() {
      const names = domainNames(callsPerMinute, catalogue, room);
      return tools.map((tool) =>
        tool.name === "listDomains" ? { ...tool, description: `${tool.description}${names}` } : tool,
      );
    },
    resources: createResources(catalogue),
    prompts: createPrompts(catalogue),
    instructions: () => instructions(callsPerMinute, catalogue, room),
    rulesInUse: () =>
      catalogue.list().map((state) => (state.status === "ready" ? state.spec : nameOf(state.description))),
  };
}
