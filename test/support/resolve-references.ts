/** An OpenAPI document with its references followed, as a client of it does. */
export function resolveReferences<Document>(document: Document): Document {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== "object" || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]));
    const path = $ref.split("/").slice(1);
    return resolve(path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document));
  };
  return resolve(document) as Document;
}
