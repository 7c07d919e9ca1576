/** Asks the worker. */
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { Checked, Loaded, Question, Repaired, Reply } from "./messages.ts";

export interface Checker {
  load(document: SpecPackageDocument, digest: string, rulesUrl: string): Promise<Loaded>;
  check(text: string): Promise<Checked>;
  repair(text: string, level: "safe" | "suggested"): Promise<Repaired>;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

/** `preload` fetches what a later question may need. */
export function createChecker(): Checker & { preload(): Promise<unknown> } {
  const worker = new Worker(new URL("./checker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, Waiting>();
  let last = 0;

  worker.addEventListener("message", ({ data }: MessageEvent<Reply<unknown>>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.answer);
    else asked?.reject(new Error(data.reason));
  });
  worker.addEventListener("error", () => {
    for (const asked of waiting.values()) asked.reject(new Error("The check in this page could not start."));
    waiting.clear();
  });

  function ask<Answer>(question: Question): Promise<Answer> {
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      worker.postMessage({ id, question });
    });
  }

  return {
    load: (document, digest, rulesUrl) => ask({ kind: "load", document, digest, rulesUrl }),
    check: (text) => ask({ kind: "check", text }),
    repair: (text, level) => ask({ kind: "repair", text, level }),
    preload: () => ask({ kind: "preload" }),
  };
}
