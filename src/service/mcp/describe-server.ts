/** What the MCP server says about itself and offers. Over HTTP and over stdio it is the same. */
import type { Implementation, Tool } from "@modelcontextprotocol/server";
import { once } from "../../core/json/values.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import { ICON, SERVICE_DESCRIPTION } from "../describe/service-info.ts";
import { exampleOf, nameDomains, watchRules } from "../operations/list-domains.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Catalogue } from "../operations/ports.ts";
import { createResources } from "./resources.ts";
import { describeTool } from "./tools.ts";

export type ServerDescription = ReturnType<typeof describeServer>;

/** What a client reads before its first call: the answers to `initialize` and `tools/list`. */
const MAX_TOGETHER = 12_000;
/** Of them, what the protocol puts around what is said here. */
const AROUND = 300;
/** Some clients cut the instructions at 2,048 characters. */
const MAX_INSTRUCTIONS = 2_040;
/** The words around the names of domains. */
const MAX_WORDS = 140;

interface ServerOptions {
  readonly catalogue: Catalogue;
  readonly version: string;
  /** Undefined where nothing is limited and nobody asks for a key: in a process that the host started for itself. */
  readonly callsPerMinute: number | undefined;
  /** Of the service that serves the icon and the pages; undefined where there is none. */
  readonly baseUrl: string | undefined;
}

export function describeServer(options: ServerOptions) {
  const { catalogue, version, callsPerMinute, baseUrl } = options;
  const tools = OPERATIONS.map(describeTool);
  const serverInfo: Implementation = {
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

  /** What can be proposed, in one line that fits into `room` twice; empty if that is not known. */
  function domainNames(): string {
    const left = (room - JSON.stringify(flow(callsPerMinute, "")).length) / 2 - MAX_WORDS;
    const names = nameDomains(catalogue, nameOf, left);
    return names.length === 0 ? "" : ` Domains (targetProduct/domainId): ${names.join(", ")}.`;
  }

  /**
   * What a model is told when it connects, with one set of arguments that is valid if it fits: into what clients show, and as
   * JSON into `room` beside the names of domains that the tools repeat.
   */
  function instructionsNow(): string {
    const names = domainNames();
    const text = flow(callsPerMinute, names);
    const fits = (line: string): boolean =>
      text.length + line.length <= MAX_INSTRUCTIONS &&
      JSON.stringify(text + line).length + names.length <= room;
    for (const state of catalogue.list()) {
      if (state.status !== "ready") continue;
      const { targetProduct, domainId } = state.description;
      const lineFor = (candidate: unknown) =>
        `\n\nValid arguments:\n${JSON.stringify({ targetProduct, domainId, candidate })}`;
      // To choose an example takes the compiled rules, which a thousand domains should not all have at once.
      if (!state.spec.document.examples.valid.some(({ candidate }) => fits(lineFor(candidate)))) continue;
      const line = lineFor(exampleOf(state.spec));
      if (fits(line)) return text + line;
    }
    return text;
  }

  const rulesInUse = watchRules(catalogue);
  const instructionsFor = once<readonly unknown[], string>(instructionsNow);

  return {
    serverInfo,
    /** Made anew each time it is read: the description of `listDomains` names the domains. */
    get tools(): readonly Tool[] {
      const names = domainNames();
      return tools.map((tool) =>
        tool.name === "listDomains" ? { ...tool, description: `${tool.description}${names}` } : tool,
      );
    },
    resources: createResources(catalogue),
    /** The example in them follows the rules in use. */
    instructions: () => instructionsFor(rulesInUse()),
    rulesInUse,
  };
}

function flow(callsPerMinute: number | undefined, domains: string): string {
  const access =
    callsPerMinute === undefined
      ? ""
      : `\nValidating and building need \`Authorization: Bearer ai_...\`. At most ${callsPerMinute} tool calls a minute.`;
  return `Checks a proposal before it is submitted and builds the package to submit. Stores and submits nothing.

1. listDomains with both names: members and an example.${domains}
2. validateProposal with \`repair\`: \`suggested\`. \`valid\`: false is normal. Go on from \`repaired.candidate\`, if there is one: \`diagnostics\` has what is left (\`decision\` fixes need the author, \`placeholder\` ones your content, \`removal\` ones take text out). Ready when \`valid\` is true.
3. buildProposal, same arguments; with \`repair\` the package of a repaired candidate is in \`repaired\`.
4. Submit it yourself: POST {"proposalPackage": ...} unaltered to submission.url with submission.headers (Idempotency-Key) and your own key. Repeating is safe.

Ask for what only a person knows, such as the owner.${access}`;
}
