/** What the test page runs: the published client, against a service of another origin. */
import { createClient, isProblem } from "/client/index.js";

globalThis.callService = async ({ baseUrl, key, envelope }) => {
  const client = createClient({ baseUrl, key });
  const { domains } = await client.listDomains();
  const built = await client.buildProposal(envelope);
  const unknown = await client.validateProposal({ ...envelope, domainId: "other" }).catch((error) => error);
  const waits = [];
  const limited = createClient({ baseUrl, maxWaitMs: 0, onWait: (wait) => waits.push(wait) });
  let refused;
  while (refused === undefined) await limited.listDomains().catch((error) => (refused = error));
  const controller = new AbortController();
  const aborted = client.listDomains({}, { signal: controller.signal }).catch((error) => error);
  controller.abort("no need");
  return {
    domains: domains.map(({ domainId }) => domainId),
    digest: built.proposalPackage?.digest,
    supported: isProblem(unknown, "unsupported-domain") && unknown.supported,
    // Both headers are of another origin, so they are only seen if the service exposes them.
    refused: isProblem(refused, "rate-limited") && refused.retryAfterSeconds > 0,
    aborted: await aborted,
  };
};
globalThis.isReady = true;
