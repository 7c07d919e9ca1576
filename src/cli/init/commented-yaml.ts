/** A proposal as YAML, with the rule of each member as a comment above it. */
import { Document, isMap, isScalar } from "yaml";
import type { Domain } from "../../service/operations/operation-types.ts";
import { wrap } from "../terminal/text.ts";

const COMMENT_WIDTH = 76;

export function commentedYaml(candidate: unknown, { title, members = [] }: Domain): string {
  const document = new Document(candidate);
  document.commentBefore = ` ${title}`;
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) {
      const rule = members.find(({ pointer }) => isScalar(key) && pointer === `/${key.value}`)?.rule;
      if (!isScalar(key) || rule === undefined) continue;
      key.spaceBefore = true;
      key.commentBefore = wrap(rule, COMMENT_WIDTH)
        .map((line) => ` ${line}`)
        .join("\n");
    }
  }
  return document.toString({ lineWidth: 0 });
}
