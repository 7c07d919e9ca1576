/** `node answer-lines.mjs <core> <input>`: one line for each candidate of the input, in whichever Node runs it. */
import { readFileSync } from "node:fs";
import { createAnswers } from "./answers.mjs";

const [, , coreUrl, inputPath] = process.argv;
const { texts, ...input } = JSON.parse(readFileSync(inputPath, "utf8"));
const answersTo = createAnswers(await import(coreUrl), input);
process.stdout.write(`${process.version}\n${answersTo(texts).join("\n")}\n`);
