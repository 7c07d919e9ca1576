/** Puts conditions such as `oneOf`, `if` and `not` beside the node of a place. */
import type { Aside, SchemaNode } from "../nodes/node.ts";

export function withAsides(node: SchemaNode, asides: readonly Aside[]): SchemaNode {
  if (asides.length === 0) return node;
  const readers = asides.filter((aside) => aside.read !== undefined);
  const fillers = asides.filter((aside) => aside.withDefaults !== undefined);
  const placed: SchemaNode = {
    ...node,
    ok(value, scope) {
      if (!node.ok(value, scope)) return false;
      for (let index = 0; index < asides.length; index++) if (!asides[index]!.ok(value, scope)) return false;
      return true;
    },
    report(value, sink, cleaned, place = placed) {
      node.report(value, sink, cleaned, place);
      // Conditions do not judge a value that is refused as a whole, and repeat nothing that was said.
      if (sink.hasError(sink.path)) return;
      sink.repeats++;
      for (const aside of asides) aside.report(value, sink, place);
      sink.repeats--;
    },
    ...(readers.length > 0 && {
      read(value, path, reading) {
        let meant = node.read?.(value, path, reading) ?? value;
        for (const aside of readers) meant = aside.read!(meant, path, reading) ?? meant;
        return meant;
      },
    }),
    ...(fillers.length > 0 && {
      withDefaults(value) {
        let filled = node.withDefaults?.(value) ?? value;
        for (const aside of fillers) filled = aside.withDefaults!(filled) ?? filled;
        return filled;
      },
    }),
  };
  return placed;
}
