/** Asks the worker. */
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { GroupModel } from "../model/model.ts";
import { createAsk } from "./ask.ts";
import type { Checked, Question, Repaired } from "./messages.ts";
import type { AskPlaces } from "./places.ts";

export interface Checker {
  check(text: string): Promise<Checked>;
  repair(text: string, level: "safe" | "suggested"): Promise<Repaired>;
}

/** Judges by rules that it has to be given first. */
export interface RulesChecker extends Checker {
  load(document: SpecPackageDocument, digest: string, rulesUrl: string): Promise<GroupModel>;
  formOf(document: SpecPackageDocument): Promise<GroupModel>;
  readonly places: AskPlaces;
  /** Fetches what a later question may need. */
  preload(): Promise<unknown>;
}

export function createChecker(): RulesChecker {
  const ask = createAsk<Question>(new Worker(new URL("./checker.ts", import.meta.url), { type: "module" }));
  return {
    load: (document, digest, rulesUrl) => ask({ kind: "load", document, digest, rulesUrl }),
    formOf: (document) => ask({ kind: "form", document }),
    places: (name, ...about) => ask({ kind: "places", name, about }),
    check: (text) => ask({ kind: "check", text }),
    repair: (text, level) => ask({ kind: "repair", text, level }),
    preload: () => ask({ kind: "preload" }),
  };
}
