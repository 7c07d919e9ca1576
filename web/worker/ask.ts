/** Asks a worker questions that it answers in any order. */
import type { Reply } from "./messages.ts";

interface Waiting {
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

export function createAsk<Question>(worker: Worker): <Answer>(question: Question) => Promise<Answer> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let failure: Error | undefined;

  worker.addEventListener("message", ({ data }: MessageEvent<Reply<unknown>>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.answer);
    else asked?.reject(new Error(data.reason));
  });
  worker.addEventListener("error", () => {
    failure = new Error("The check in this page could not start.");
    for (const asked of waiting.values()) asked.reject(failure);
  });

  return <Answer>(question: Question): Promise<Answer> => {
    const id = ++last;
    return new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      worker.postMessage({ id, question });
    });
  };
}
