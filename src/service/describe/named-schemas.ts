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

/** The same document with what schemas of answers say in words only where it is first said: most of them are repeated. */
export function explainedOnce(document: object): object {
  const said = new Set<unknown>();

  function copy(value: unknown, isAnswer: boolean, isSchema: boolean): unknown {
    if (Array.isArray(value)) return value.map((item) => copy(item, isAnswer, isSchema));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).flatMap(([name, member]) => {
      if (name === "examples") return [[name, member]];
      if (isAnswer && isSchema && name === "description" && typeof member === "string") {
        if (said.has(member)) return [];
        said.add(member);
      }
      return [[name, copy(member, isAnswer || name === "responses", isSchema || name === "schema")]];
    });
    return Object.fromEntries(members);
  }

  return copy(document, false, false) as object;
}
