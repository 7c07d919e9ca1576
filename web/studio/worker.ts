/** Runs the core beside the studio, with the parts that the workbench fetches later: the studio needs them at once. */
import { loadReader } from "../json/reader.ts";
import { loadExpressions } from "../worker/expression.ts";
import { loadUnicodeTables } from "../worker/unicode-tables.ts";
import type { StudioQuestion } from "./messages.ts";

const loaded = Promise.all([loadUnicodeTables(), loadExpressions(), loadReader()]).then(
  () => import("./answers.ts"),
);

addEventListener("message", async ({ data }: MessageEvent<{ id: number; question: StudioQuestion }>) => {
  try {
    const { answer } = await loaded;
    postMessage({ id: data.id, ok: true, answer: answer(data.question) });
  } catch (error) {
    postMessage({ id: data.id, ok: false, reason: error instanceof Error ? error.message : "unknown" });
  }
});
