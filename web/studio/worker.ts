/** Runs the core beside the studio. The Unicode tables come first: registries of examples read them at once. */
import { loadUnicodeTables } from "../worker/unicode-tables.ts";
import type { StudioQuestion } from "./messages.ts";

const loaded = loadUnicodeTables().then(() => import("./answers.ts"));

addEventListener("message", async ({ data }: MessageEvent<{ id: number; question: StudioQuestion }>) => {
  try {
    const { answer } = await loaded;
    postMessage({ id: data.id, ok: true, answer: answer(data.question) });
  } catch (error) {
    postMessage({ id: data.id, ok: false, reason: error instanceof Error ? error.message : "unknown" });
  }
});
