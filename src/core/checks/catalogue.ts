/** The closed catalogue: the rules of spec packages refer to these checks and no others. */
import type { Check } from "./definition.ts";
import { enoughText } from "./enough-text.ts";
import { inList } from "./in-list.ts";
import { matches } from "./matches.ts";
import { noEdgeWhitespace } from "./no-edge-whitespace.ts";
import { noUnsafeCharacters } from "./no-unsafe-characters.ts";
import { notInRegistry } from "./not-in-registry.ts";
import { recordsMatchFields } from "./records-match-fields.ts";
import { unique } from "./unique.ts";
import { unlikeRegisteredNames } from "./unlike-registered-names.ts";
import { valueType } from "./value-type.ts";

export const CHECKS: readonly Check[] = [
  noUnsafeCharacters,
  noEdgeWhitespace,
  inList,
  matches,
  notInRegistry,
  unlikeRegisteredNames,
  unique,
  recordsMatchFields,
  enoughText,
  valueType,
];
