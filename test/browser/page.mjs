/** What the test page runs: the published core, and proof that the page's policy forbids evaluation. */
import * as core from "/core/index.js";
import { createAnswers } from "./answers.mjs";

/** Asked while the page loads: within a debugger's call the policy would not apply. */
function canEvaluate() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}
globalThis.couldEvaluate = canEvaluate();

let answersTo;
globalThis.load = (input) => {
  answersTo = createAnswers(core, input);
};
globalThis.answersSoon = (texts) => new Promise((done) => setTimeout(() => done(answersTo(texts))));
globalThis.isReady = true;
