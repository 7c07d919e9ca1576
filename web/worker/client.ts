/** Asks the worker. */
import type { SpecPackageDocument } from "../../src/core/spec-package/format/document.ts";
import { createAsk } from "./ask.ts";
import type { Checked, Loaded, Question, Repaired } from "./messages.ts";

export interface Checker {
  load(document: SpecPackageDocument, digest: string, rulesUrl: string): Promise<Loaded>;
  check(text: string): Promise<Checked>;
  repair(text: string, level: "safe" | "suggested"): Promise<Repaired>;
}

/** `preload` fetches what a later question may need. */
export function createChecker(): Checker & { preload(): Promise<unknown> } {
  const ask = createAsk<Question>(new Worker(new URL("./checker.ts", import.meta.url), { type: "module" }));
  return {
    load: (document, digest, rulesUrl) => ask({ kind: "load", document, digest, rulesUrl }),
    check: (text) => ask({ kind: "check", text }),
    repair: (text, level) => ask({ kind: "repair", text, level }),
    preload: () => ask({ kind: "preload" }),
  };
}
