/** For product teams: every error in a spec package, or advice if there are none. */

import { escapeToken } from "../json/pointer.ts";
import { namedBy } from "../spec-package/rules/rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import { findFailingExample } from "./counterexamples.ts";
import { exampleContext } from "./examples.ts";
import { loadSpecPackage } from "./load.ts";

/** An error in a spec package, or advice about it. */
export interface SpecPackageFinding {
  /** An error prevents the package from being used; advice does not. */
  level: "error" | "advice";
  pointer: string;
  code: string;
  message: string;
}

/** Everything there is to say about a spec package. */
export interface SpecPackageReport {
  ok: boolean;
  findings: SpecPackageFinding[];
  /** Present if the package can be used. */
  spec?: SpecPackage;
}

/** For product teams: reports every error in a spec package, or advice if there are none. */
export function checkSpecPackage(document: unknown): SpecPackageReport {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) {
    const findings = loaded.reasons.map((reason): SpecPackageFinding => ({ level: "error", ...reason }));
    return { ok: false, findings };
  }
  const { spec } = loaded;
  return {
    ok: true,
    findings: [
      ...untriedRules(spec),
      ...unusedLists(spec),
      ...unusedRegistries(spec),
      ...unusedDefinitions(spec),
    ],
    spec,
  };
}

function advise(pointer: string, code: string, message: string): SpecPackageFinding {
  return { level: "advice", pointer, code, message };
}

/** A rule without an example may not do what its author thinks. */
function untriedRules(spec: SpecPackage): SpecPackageFinding[] {
  const { document, rules } = spec;
  const shown = new Set(document.examples.invalid.flatMap(({ expect }) => expect.map(({ code }) => code)));
  const context = exampleContext(spec);
  return rules.all.flatMap((rule) => {
    if (rule.document.severity !== "error" || rule.codes.some((code) => shown.has(code))) return [];
    const [good] = document.examples.valid;
    const found = good && findFailingExample(spec, [rule], context, [good.candidate]);
    const hint = found ? ` The example "${good.title}" would, ${found.change}.` : "";
    const message = `No invalid example shows the rule "${rule.document.code}" at work.${hint}`;
    return [advise(rule.pointer, "rule-untried", message)];
  });
}

function unusedLists({ document, rules }: SpecPackage): SpecPackageFinding[] {
  const named = new Set([
    ...document.rules.flatMap((rule) => namedBy(rule, "list")),
    ...(document.normalization?.sets ?? []).map(({ list }) => list),
  ]);
  return Object.keys(document.lists ?? {})
    .filter((name) => !named.has(name) && !rules.uses.has(`/lists/${escapeToken(name)}`))
    .map((name) =>
      advise(`/lists/${escapeToken(name)}`, "list-unused", `Nothing refers to the list "${name}".`),
    );
}

function unusedRegistries({ document, rules }: SpecPackage): SpecPackageFinding[] {
  return Object.keys(document.registries ?? {})
    .filter((name) => !rules.registries.named.includes(name))
    .map((name) =>
      advise(`/registries/${escapeToken(name)}`, "registry-unused", `No rule asks the registry "${name}".`),
    );
}

function unusedDefinitions({ document, rules }: SpecPackage): SpecPackageFinding[] {
  return Object.keys(document.definitions ?? {}).flatMap((name) => {
    const pointer = `/definitions/${escapeToken(name)}`;
    return rules.uses.has(pointer)
      ? []
      : [advise(pointer, "definition-unused", `No rule calls the definition "${name}".`)];
  });
}
