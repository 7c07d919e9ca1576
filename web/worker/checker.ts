/** The core, run beside the page: the same check as the service's, without the registry, which only the service has. */
import { checkCandidate, type SpecPackage, type SpecPackageDocument } from "../../src/core/index.ts";
import { compileDocument } from "../../src/core/publishing/load.ts";
import { readKnownJson } from "../../src/core/reader/read-json.ts";
import { EMPTY_REGISTRY } from "../../src/core/registry/entries.ts";
import { nestingOf, writeJson } from "../json/nesting.ts";
import { loadReader } from "../json/reader.ts";
import { formModel } from "../model/model.ts";
import { isEvaluatorMissing, loadExpressions } from "./expression.ts";
import { answerAll, type Checked, type Question, type Repaired } from "./messages.ts";
import { asksRegistry } from "./registry.ts";
import { loadUnicodeTables, withUnicodeTables } from "./unicode-tables.ts";

let spec: SpecPackage | undefined;
/** Codes of rules that look into a registry. Without one, what they report means nothing. */
let remoteCodes: ReadonlySet<string> = new Set();
let rulesUrl = "rules";

/** Few visits repair anything. */
const loadRepair = () => import("../../src/core/proposal/repair.ts");

async function compile(document: SpecPackageDocument, digest: string): Promise<SpecPackage> {
  // The service has proven it by its examples already.
  let loaded = compileDocument(document, digest);
  if (isEvaluatorMissing) {
    await loadExpressions();
    loaded = compileDocument(document, digest);
  }
  if (!loaded.ok) throw new Error(loaded.reasons.map(({ message }) => message).join(" "));
  return loaded.spec;
}

const formOf = ({ schema, document }: SpecPackage) => formModel(schema.root, document);

async function answer(question: Question): Promise<unknown> {
  if (question.kind === "form") return formOf(await compile(question.document, ""));
  if (question.kind === "load") {
    spec = await compile(question.document, question.digest);
    rulesUrl = question.rulesUrl;
    remoteCodes = new Set(
      spec.rules.all.filter(({ document }) => asksRegistry(document)).flatMap(({ codes }) => codes),
    );
    return formOf(spec);
  }
  if (question.kind === "preload") {
    await Promise.allSettled([loadRepair(), loadUnicodeTables(), loadReader()]);
    return undefined;
  }
  if (spec === undefined) throw new Error("There are no rules yet.");
  if (question.kind === "places") return (await import("./places.ts")).answerPlaces(spec, question);
  const registries = new Map(spec.rules.registries.named.map((name) => [name, EMPTY_REGISTRY]));
  const context = { registry: EMPTY_REGISTRY, registries, now: Date.now(), rulesUrl };
  const candidate = readKnownJson(question.text);
  if (question.kind === "check") {
    return local(checkCandidate(spec, candidate, context)) satisfies Checked;
  }
  const { repairCandidate } = await loadRepair();
  const { repaired } = repairCandidate(spec, candidate, context, question.level);
  if (repaired === undefined)
    return { text: question.text, patch: [], valid: true, diagnostics: [], omitted: 0 };
  return {
    ...local(repaired),
    text: writeJson(repaired.candidate, nestingOf(question.text)) ?? question.text,
    patch: repaired.patch,
  } satisfies Repaired;
}

/** What holds without a registry. */
function local({ diagnostics, omitted, unchecked = [] }: Checked): Checked {
  const kept = diagnostics.filter(({ code }) => !remoteCodes.has(code));
  const valid = omitted === 0 && kept.every(({ severity }) => severity !== "error");
  return { valid, diagnostics: kept, omitted, unchecked };
}

answerAll<Question>((question) => withUnicodeTables(() => answer(question)));
