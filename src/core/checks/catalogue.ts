/** The closed catalogue: the rules of spec packages refer to these checks and no others. */

import { compare } from "./compare.ts";
import type { Check } from "./definition.ts";
import { holds } from "./expressions.ts";
import { recordsMatchFields } from "./records.ts";
import { inRegistry, notInRegistry, unlikeRegisteredIds, unlikeRegisteredNames } from "./registry.ts";
import {
  doesNotMatch,
  enoughText,
  forbiddenWhen,
  inList,
  matches,
  noEdgeWhitespace,
  noUnsafeCharacters,
  oneOfMembers,
  requiredWhen,
  sorted,
  unique,
  valueType,
} from "./values.ts";

export const CHECKS: readonly Check[] = [
  noUnsafeCharacters,
  noEdgeWhitespace,
  inList,
  matches,
  doesNotMatch,
  notInRegistry,
  inRegistry,
  unlikeRegisteredIds,
  unlikeRegisteredNames,
  unique,
  sorted,
  compare,
  requiredWhen,
  forbiddenWhen,
  oneOfMembers,
  recordsMatchFields,
  enoughText,
  valueType,
  holds,
];
