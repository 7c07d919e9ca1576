/** The closed catalogue: the rules of spec packages refer to these checks and no others. */

import { compare } from "./compare.ts";
import type { Check } from "./definition.ts";
import { holds } from "./expressions.ts";
import { recordsMatchFields } from "./records.ts";
import * as registry from "./registry.ts";
import * as values from "./values.ts";

export const CHECKS: readonly Check[] = [
  values.noUnsafeCharacters,
  values.noEdgeWhitespace,
  values.inList,
  values.matches,
  values.doesNotMatch,
  registry.notInRegistry,
  registry.inRegistry,
  registry.unlikeRegisteredIds,
  registry.unlikeRegisteredNames,
  values.unique,
  values.sorted,
  compare,
  values.requiredWhen,
  values.forbiddenWhen,
  values.oneOfMembers,
  recordsMatchFields,
  values.enoughText,
  values.valueType,
  holds,
];
