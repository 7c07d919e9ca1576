/** Everything the core answers of a candidate. The same file runs in the browser and in another version of Node. */
export function createAnswers(core, { document, listed, context }) {
  const { spec } = core.loadSpecPackage(document);
  const registry = core.createRegistry(listed.generators, listed.asOf);
  return (texts) =>
    texts.map((text) => {
      const candidate = () => (text === null ? undefined : JSON.parse(text));
      const built = core.buildProposal(spec, candidate(), { ...context, registry });
      const repaired = core.repairCandidate(spec, candidate(), { ...context, registry }, "suggested");
      return JSON.stringify([built, repaired]);
    });
}
