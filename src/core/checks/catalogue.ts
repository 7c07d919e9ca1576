/** The closed catalogue: the rules of spec packages refer to these checks and no others. */
import type { Check } from "./definition.ts";
import { holds } from "./expressions/holds.ts";
import { sorted } from "./lists/sorted.ts";
import { unique } from "./lists/unique.ts";
import { compare } from "./members/compare.ts";
import { oneOfMembers } from "./members/one-of-members.ts";
import { forbiddenWhen, requiredWhen } from "./members/when.ts";
import { recordsMatchFields } from "./records/records-match-fields.ts";
import { inRegistry, notInRegistry } from "./registry/keys.ts";
import { unlikeRegisteredIds, unlikeRegisteredNames } from "./registry/unlike-registered.ts";
import { noEdgeWhitespace, noUnsafeCharacters } from "./text/clean-text.ts";
import { enoughText } from "./text/enough-text.ts";
import { inList } from "./text/in-list.ts";
import { doesNotMatch, matches } from "./text/matches.ts";
import { valueType } from "./text/value-type.ts";

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
