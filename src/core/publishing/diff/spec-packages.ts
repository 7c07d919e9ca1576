/** For product teams before they publish: what a new version changes for people who write proposals. */
import type { SpecPackage } from "../../spec-package/spec-package.ts";
import type { SpecPackageIdentity } from "../../types.ts";
import { diffDefinitions, diffLists, diffNormalization, diffRegistries, diffRules } from "./rules.ts";
import { diffSchemas, type SpecPackageChange, same } from "./schema.ts";

export type { SpecPackageChange } from "./schema.ts";

/** What a new version of a spec package changes for authors. */
export interface SpecPackageDiff {
  from: SpecPackageIdentity;
  to: SpecPackageIdentity;
  changes: SpecPackageChange[];
  /** Whether a candidate that passed may fail now. False is a promise; true is a possibility. */
  canBreak: boolean;
  /** The part of the version number to raise. */
  bump: "none" | "patch" | "minor" | "major";
  /** Packages built on the old version have to be built again before they are submitted. */
  outdatesPackages: boolean;
}

/** Compares two versions of a spec package, rule by rule. `impactOf` tries both on candidates. */
export function diffSpecPackages(before: SpecPackage, after: SpecPackage): SpecPackageDiff {
  const [old, now] = [before.document, after.document];
  const changes = [
    ...diffMembers(before, after),
    ...diffLists(before, after),
    ...diffRegistries(before, after),
    ...diffDefinitions(before, after),
    ...diffSchemas(old.schema, now.schema, now),
    ...diffRules(old, now),
    ...diffNormalization(old, now),
  ];
  const canBreak = changes.some(({ effect }) => effect === "tightens" || effect === "either");
  const differs = before.digest !== after.digest;
  const widens = changes.some(({ effect }) => effect === "loosens" || effect === "package");
  return {
    from: { version: before.version, digest: before.digest },
    to: { version: after.version, digest: after.digest },
    changes,
    canBreak,
    bump: !differs ? "none" : canBreak ? "major" : widens ? "minor" : "patch",
    outdatesPackages: differs,
  };
}

/** Members other than the rules themselves. */
function diffMembers(before: SpecPackage, after: SpecPackage): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  for (const name of ["targetProduct", "domainId"] as const) {
    if (before[name] === after[name]) continue;
    const message = `"${name}" was "${before[name]}" and is "${after[name]}": these are not two versions of one package.`;
    changes.push({ pointer: `/${name}`, effect: "either", message });
  }
  if (before.version === after.version && before.digest !== after.digest) {
    const message = `The content differs, but both are version ${after.version}. Give the new one a new version.`;
    changes.push({ pointer: "/version", effect: "none", message });
  }
  for (const name of ["title", "description", "aliases", "units", "notes", "docs", "examples"] as const) {
    if (same(before.document[name], after.document[name])) continue;
    changes.push({ pointer: `/${name}`, effect: "none", message: `"${name}" was changed.` });
  }
  return changes;
}
