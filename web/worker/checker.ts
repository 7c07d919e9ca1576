/** The core, run beside the page: the same check as the service's, without the registry, which only the service has. */
import {
  checkCandidate,
  describeCodes,
  describeMembers,
  loadSpecPackage,
  repairCandidate,
  type SpecPackage,
} from "../../src/core/index.ts";
import { EMPTY_REGISTRY } from "../../src/core/registry/empty.ts";
import type { Checked, Loaded, Question, Repaired } from "./messages.ts";

let spec: SpecPackage | undefined;
let rulesUrl = "rules";

function answer(question: Question): Loaded | Checked | Repaired {
  if (question.kind === "load") {
    const loaded = loadSpecPackage(question.document);
    if (!loaded.ok) throw new Error(loaded.reasons.map(({ message }) => message).join(" "));
    spec = loaded.spec;
    rulesUrl = question.rulesUrl;
    return {
      digest: spec.digest,
      members: describeMembers(spec),
      codes: [...describeCodes(), ...spec.codes],
    };
  }
  if (spec === undefined) throw new Error("There are no rules yet.");
  const context = { registry: EMPTY_REGISTRY, now: Date.now(), rulesUrl };
  const candidate = JSON.parse(question.text);
  if (question.kind === "check") {
    const { valid, diagnostics, omitted } = checkCandidate(spec, candidate, context);
    return { valid, diagnostics, omitted };
  }
  const { repaired } = repairCandidate(spec, candidate, context, question.level);
  if (repaired === undefined)
    return { text: question.text, patch: [], valid: true, diagnostics: [], omitted: 0 };
  const { valid, diagnostics, omitted, patch } = repaired;
  return { text: JSON.stringify(repaired.candidate, null, 2), patch, valid, diagnostics, omitted };
}

addEventListener("message", ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  try {
    postMessage({ id: data.id, ok: true, answer: answer(data.question) });
  } catch (error) {
    postMessage({ id: data.id, ok: false, reason: error instanceof Error ? error.message : "unknown" });
  }
});
