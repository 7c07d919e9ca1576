/** What the page and its worker say to each other. Candidates travel as text: a value may be nested too deeply to copy. */
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { Diagnostic, PatchOperation } from "../../src/core/types.ts";
import type { PlaceQuestion } from "./places.ts";

export type Question =
  | { kind: "load"; document: SpecPackageDocument; digest: string; rulesUrl: string }
  /** The form of other rules than those that are loaded. */
  | { kind: "form"; document: SpecPackageDocument }
  | ({ kind: "places" } & PlaceQuestion)
  | { kind: "preload" }
  | { kind: "check"; text: string }
  | { kind: "repair"; text: string; level: "safe" | "suggested" };

export interface Checked {
  valid: boolean;
  diagnostics: Diagnostic[];
  omitted: number;
  /** Places that could not be read as anything. */
  unchecked?: readonly string[];
}

export interface Repaired extends Checked {
  /** The repaired candidate, as JSON. */
  text: string;
  patch: PatchOperation[];
}

/** Answers what a page asks, in the order in which it was asked. */
export function answerAll<Asked>(answer: (question: Asked) => unknown): void {
  let last: Promise<void> = Promise.resolve();
  addEventListener("message", ({ data: { id, question } }: MessageEvent<{ id: number; question: Asked }>) => {
    last = last
      .then(() => answer(question))
      .then(
        (found) => postMessage({ id, ok: true, answer: found }),
        (error) => postMessage({ id, ok: false, reason: error instanceof Error ? error.message : "unknown" }),
      );
  });
}

export type Reply<Answer> =
  | { id: number; ok: true; answer: Answer }
  | { id: number; ok: false; reason: string };
