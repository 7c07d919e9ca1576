/** Runs the core beside the studio, with the parts that the workbench fetches later: the studio needs them at once. */
import { loadReader } from "../json/reader.ts";
import { loadExpressions } from "../worker/expression.ts";
import { answerAll } from "../worker/messages.ts";
import { loadUnicodeTables } from "../worker/unicode-tables.ts";
import type { StudioQuestion } from "./messages.ts";

const loaded = Promise.all([loadUnicodeTables(), loadExpressions(), loadReader()]).then(
  () => import("./answers.ts"),
);

answerAll<StudioQuestion>(async (question) => (await loaded).answer(question));
