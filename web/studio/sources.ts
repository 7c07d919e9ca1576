/** Where a package can come from: this service, the examples of this repository, and nothing at all. */

export interface Source {
  readonly title: string;
  readonly detail: string;
  /** Of this service, or a file that is loaded with the page. */
  load(): Promise<unknown>;
}

/** A package with the least that loads. */
const EMPTY = {
  format: "preflight-spec-package/1",
  targetProduct: "my-product",
  domainId: "my-domain",
  version: "0.1.0",
  title: "My proposal",
  schema: {
    type: "object",
    properties: { name: { type: "string", minLength: 1, maxLength: 80 } },
    required: ["name"],
    additionalProperties: false,
  },
  rules: [],
  docs: {},
  examples: {
    valid: [{ title: "A good one", candidate: { name: "Something" } }],
    invalid: [
      { title: "Without a name", candidate: {}, expect: [{ code: "member-missing", pointer: "/name" }] },
    ],
  },
};

export const EMPTY_SOURCE: Source = {
  title: "An empty package",
  detail: "one member, no rules",
  load: async () => EMPTY,
};

const file = (title: string, detail: string, load: () => Promise<{ default: unknown }>): Source => ({
  ...{ title, detail },
  load: async () => (await load()).default,
});

export const SOURCES: readonly Source[] = [
  EMPTY_SOURCE,
  file("Citation file", "CITATION.cff", () => import("../../examples/citation/spec-package.json")),
  file("MCP server", "server.json", () => import("../../examples/mcp-server/spec-package.json")),
  file("Chain", "chains.json", () => import("../../examples/chain/spec-package.json")),
  file(
    "Integration manifest",
    "Home Assistant",
    () => import("../../examples/home-assistant-manifest/spec-package.json"),
  ),
];

export function publishedSource(
  base: string,
  targetProduct: string,
  domainId: string,
  title: string,
): Source {
  return {
    title,
    detail: `${targetProduct}/${domainId}`,
    async load() {
      const response = await fetch(new URL(`spec-packages/${targetProduct}/${domainId}`, base));
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    },
  };
}

export async function sourceText(source: Source): Promise<string | undefined> {
  try {
    return JSON.stringify(await source.load(), null, 2);
  } catch {
    return undefined;
  }
}
