/** What the studio asks the whole core: loading, proving, checking, comparing and importing, all in the browser. */

import { invalidExample } from "../../src/authoring/importing/examples.ts";
import { importJsonSchema } from "../../src/authoring/importing/index.ts";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import type { Part } from "../../src/core/checks/definition.ts";
import {
  checkCandidate,
  checkSpecPackage,
  createImpactMeter,
  describeMembers,
  diffSpecPackages,
  loadSpecPackage,
  type SpecPackage,
} from "../../src/core/index.ts";
import { isPlainObject } from "../../src/core/json/values.ts";
import { findFailingExample } from "../../src/core/publishing/advice.ts";
import { exampleRegistries } from "../../src/core/publishing/examples.ts";
import { compileSpecPackage } from "../../src/core/publishing/load.ts";
import { readKnownJson } from "../../src/core/reader/read-json.ts";
import { searchEntries } from "../../src/core/registry/entries.ts";
import { compileSchema, NO_CONTEXT } from "../../src/core/schema/compile-schema.ts";
import { SPEC_PACKAGE_SCHEMA } from "../../src/core/spec-package/format.ts";
import type { Json } from "../../src/core/types.ts";
import { formModel } from "../model/model.ts";
import { answerPlaces } from "../worker/places.ts";
import { complete, evaluate } from "./expressions.ts";
import type { CatalogueEntry, Failing, Refusal, StudioQuestion } from "./messages.ts";

let spec: SpecPackage | undefined;
let document: unknown;
let goodExamples: readonly Json[] = [];

/** Examples run with every rule in force, as they do when the package is published. */
const contextOf = (of: SpecPackage) => ({ ...exampleRegistries(of), now: Date.now(), rulesUrl: "rules" });

export function answer(question: StudioQuestion): unknown {
  switch (question.kind) {
    case "catalogue":
      return CHECKS.map(
        ({ name, summary, params, parts, needsCondition, needsMessage }): CatalogueEntry => ({
          ...{ name, summary, params, needsCondition, needsMessage },
          places: Object.keys(parts).filter((part) => namesPlace(parts[part]!)),
        }),
      );
    case "load": {
      const given = JSON.parse(question.text);
      document = given;
      const { findings } = checkSpecPackage(given);
      // Rules can be tried while an example is still being written, or is wrong.
      const compiled = compileSpecPackage({ ...given, examples: withoutExamples(given?.examples) });
      const judged = { findings, isUsable: false, model: undefined, digest: "", places: [], refusals: [] };
      if (!compiled.ok) return judged;
      spec = compiled.spec;
      goodExamples = given.examples?.valid?.map?.((one: { candidate?: unknown }) => one?.candidate) ?? [];
      return {
        ...{ findings, isUsable: true, digest: spec.digest },
        model: formModel(spec.schema.root, spec.document),
        places: describeMembers(spec).map(({ pointer }) => pointer),
        refusals: refusalsOf(spec, given.examples),
      };
    }
    case "form": {
      const { title, schema } = question;
      return formModel(compileSchema(schema, NO_CONTEXT).schema!.root, { title, rules: [] });
    }
    case "check": {
      if (spec === undefined) return { valid: false, diagnostics: [], omitted: 0 };
      return checkCandidate(spec, readKnownJson(question.text), contextOf(spec));
    }
    case "entries": {
      if (spec === undefined) return [];
      const { registry, registries } = contextOf(spec);
      const asked = question.registry === undefined ? registry : registries?.get(question.registry);
      return asked === undefined ? [] : searchEntries(asked, question.text, 50);
    }
    case "places":
      return answerPlaces(question.of === "package" ? packageSpec() : spec, question);
    case "failing": {
      if (spec === undefined) throw new Error("There are no rules yet.");
      return invalidExample(spec, JSON.parse(question.text));
    }
    case "failing-for": {
      const made = question.codes.map((code) => ({ code, example: spec && failingFor(code, spec) }));
      return {
        made: made.flatMap(({ example }) => example ?? []),
        missing: made.filter(({ example }) => example === undefined).map(({ code }) => code),
      };
    }
    case "evaluate": {
      if (spec === undefined)
        return { ok: false, message: "The rules cannot be used yet.", start: 0, end: 0 };
      const { source, at, wanted, text } = question;
      return evaluate(spec, contextOf(spec), source, at, wanted, JSON.parse(text));
    }
    case "complete":
      return spec === undefined ? [] : complete(spec, question.before, question.at);
    case "import": {
      const { targetProduct, domainId } = question;
      const imported = importJsonSchema(JSON.parse(question.text), { targetProduct, domainId });
      return imported.ok
        ? { ok: true, text: JSON.stringify(imported.document, null, 2), report: imported.report }
        : { ok: false, reasons: imported.reasons.map(({ message }) => message) };
    }
    case "compare": {
      const before = loadSpecPackage(question.published);
      if (!before.ok || spec === undefined)
        return { ok: false, reasons: ["Both versions must load to be compared."] };
      // With the examples that it has.
      const whole = compileSpecPackage(document);
      const meter = createImpactMeter(before.spec, spec, contextOf(spec));
      question.candidates.forEach(meter.add);
      return {
        ok: true,
        diff: diffSpecPackages(before.spec, whole.ok ? whole.spec : spec),
        impact: meter.finish(),
      };
    }
  }
}

/** Whether what is written there is taken for a place as it stands. */
function namesPlace(part: Part<string, unknown>): boolean {
  try {
    const [need] = part.needs("/probe", "", {});
    return need?.kind === "place" && need.name === "/probe";
  } catch {
    return false;
  }
}

/** Spec packages are judged by the schema that they are written by, so it helps those who write one. */
let ofPackages: SpecPackage | undefined;
function packageSpec(): SpecPackage | undefined {
  if (ofPackages === undefined) {
    const compiled = compileSpecPackage({
      ...{ format: "preflight-spec-package/1", targetProduct: "studio", domainId: "package" },
      ...{ version: "1.0.0", title: "Spec package", schema: SPEC_PACKAGE_SCHEMA, rules: [], docs: {} },
      examples: withoutExamples(undefined),
    });
    if (compiled.ok) ofPackages = compiled.spec;
  }
  return ofPackages;
}

function failingFor(code: string, of: SpecPackage): Failing | undefined {
  const rules = of.rules.all.filter(({ codes }) => codes.includes(code));
  const found = findFailingExample(of, rules, contextOf(of), goodExamples);
  if (found === undefined) return undefined;
  const { change, candidate, expect } = found;
  return { title: `${code}: ${change}`.slice(0, 200), candidate, expect };
}

/** The registries of the examples, and examples of the right form that nobody looks at. */
function withoutExamples(examples: unknown) {
  const { registry, registries } = (isPlainObject(examples) ? examples : {}) as Record<string, unknown>;
  return {
    ...(registry !== undefined && { registry }),
    ...(registries !== undefined && { registries }),
    valid: [{ title: "none", candidate: {} }],
    invalid: [{ title: "none", candidate: {}, expect: [{ code: "none", pointer: "" }] }],
  };
}

/** Which codes each example gets. */
function refusalsOf(of: SpecPackage, examples: unknown): Refusal[] {
  const context = contextOf(of);
  return (["valid", "invalid"] as const).flatMap((kind) => {
    const list = isPlainObject(examples) ? examples[kind] : [];
    return (Array.isArray(list) ? list : []).map((example) => ({
      kind,
      title: String(example?.title),
      codes: [
        ...new Set(checkCandidate(of, example?.candidate, context).diagnostics.map(({ code }) => code)),
      ],
    }));
  });
}
