/** Members, words and registered names, where they can be written. */
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
} from "vscode-languageserver";
import { createLines, type Spot } from "../../../authoring/documents/document.ts";
import { memberAt, memberNamesAt, valuesAt } from "../../../authoring/help.ts";
import { toRange } from "../convert.ts";
import type { Reading } from "../reading.ts";

/** A registry may have a hundred thousand entries; what is typed narrows them down. */
const MAX_ITEMS = 200;

export function completionsAt({ document, rules, base }: Reading, offset: number): CompletionList {
  const nothing = { isIncomplete: false, items: [] };
  const spot = document.spotAt(offset);
  if (rules === undefined || spot === undefined || !base.every((token, index) => spot.path[index] === token))
    return nothing;
  const path = spot.path.slice(base.length);
  const range = toRange(createLines(document.text).range(spot.start, spot.end));
  const typed = plain(document.text.slice(spot.start, offset));
  const items: CompletionItem[] = [];
  const add = (text: string, item: CompletionItem): boolean => {
    // Editors compare this with what is in the range, quotes included.
    items.push({ ...item, filterText: text.trimStart(), textEdit: { range, newText: text } });
    return items.length < MAX_ITEMS;
  };
  if (spot.kind === "value")
    for (const { value, detail, documentation, isDeprecated } of valuesAt(rules, path)) {
      const label = String(value);
      if (!plain(`${label} ${detail ?? ""}`).includes(typed)) continue;
      const kind = CompletionItemKind.EnumMember;
      const item: CompletionItem = {
        ...{ label, kind },
        ...(detail && { detail }),
        ...(documentation && { documentation }),
        ...(isDeprecated && { tags: [CompletionItemTag.Deprecated] }),
      };
      if (!add(spot.writeValue(value), item)) return { isIncomplete: true, items };
    }
  if (isForNames(spot, document.language))
    for (const { name, isRequired } of memberNamesAt(rules, path)) {
      if (spot.names.includes(name)) continue;
      const rule = memberAt(rules, [...path, name])?.rule;
      add(spot.writeName(name), {
        label: name,
        kind: CompletionItemKind.Property,
        sortText: `${isRequired ? 0 : 1}${name}`,
        ...(!isRequired && { detail: "optional" }),
        ...(rule && { documentation: rule }),
      });
    }
  return { isIncomplete: false, items };
}

/** In YAML the first word below a name may become the name of its first member. */
function isForNames({ kind }: Spot, language: string): boolean {
  return kind === "name" || language === "yaml";
}

const plain = (text: string): string => text.replace(/^["']|["']$/g, "").toLowerCase();
