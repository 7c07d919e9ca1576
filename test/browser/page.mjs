/** What the test page runs: the published core, and proof that the page's policy forbids evaluation. */
import { buildProposal, createRegistry, loadSpecPackage } from "/core/index.js";

/** Asked while the page loads: within a debugger's call the policy would not apply. */
function canEvaluate() {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}
globalThis.couldEvaluate = canEvaluate();

function buildAll({ document, listed, texts, ...context }) {
  const { spec } = loadSpecPackage(document);
  const registry = createRegistry(listed.generators, listed.asOf);
  return texts.map((text) =>
    JSON.stringify(
      buildProposal(spec, text === null ? undefined : JSON.parse(text), { ...context, registry }),
    ),
  );
}
globalThis.buildAllSoon = (input) => new Promise((done) => setTimeout(() => done(buildAll(input))));
globalThis.isReady = true;
