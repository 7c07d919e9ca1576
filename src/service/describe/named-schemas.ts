/**
 * The same OpenAPI document with its named schemas in one place and referred to, for tools that write code: from schemas that
 * are repeated where they are used, most of them make a new type each time. `/openapi.json` itself has no references,
 * because tools for agents often cannot follow them.
 */

type Node = Readonly<Record<string, unknown>>;

interface Document extends Node {
  readonly components: Node;
}

export function withNamedSchemas(document: Document): object {
  const schemas = new Map<string, unknown>();

  function moved(value: unknown, isData = false): unknown {
    if (Array.isArray(value)) return value.map((item) => moved(item, isData));
    if (typeof value !== "object" || value === null) return value;
    const copy = Object.fromEntries(
      // Examples are data: a member named "title" in them names nothing.
      Object.entries(value).map(([name, member]) => [name, moved(member, isData || name === "examples")]),
    );
    const { type, title, properties } = copy;
    if (isData || type !== "object" || typeof title !== "string" || properties === undefined) return copy;
    const known = schemas.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
      throw new Error(`two different schemas are named ${title}`);
    schemas.set(title, copy);
    return { $ref: `#/components/schemas/${title}` };
  }

  const paths = moved(document.paths);
  const responses = moved(document.components.responses);
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...document,
    paths,
    components: { schemas: Object.fromEntries(sorted), ...document.components, responses },
  };
}

/** The same document with each named schema explained where it first stands: it is repeated wherever it is used. */
export function explainedOnce(document: object): object {
  const explained = new Set<string>();

  function copy(value: unknown, isKnown = false, isData = false): unknown {
    if (Array.isArray(value)) return value.map((item) => copy(item, isKnown, isData));
    if (typeof value !== "object" || value === null) return value;
    const { type, title, properties } = value as Record<string, unknown>;
    const isNamed = !isData && type === "object" && typeof title === "string" && properties !== undefined;
    const wasKnown = isKnown || (isNamed && explained.has(title));
    if (isNamed) explained.add(title);
    return Object.fromEntries(
      Object.entries(value)
        .filter(
          ([name, member]) => isData || !wasKnown || name !== "description" || typeof member !== "string",
        )
        .map(([name, member]) => [name, copy(member, wasKnown, isData || name === "examples")]),
    );
  }

  return copy(document) as object;
}
