/** What a model is told when it connects. Some clients cut this at 2,048 characters, so it must stay well below. */
export function instructions(callsPerMinute: number): string {
  return `Preflight checks a proposal before it is submitted to a target product, and builds the package to submit. It stores nothing and submits nothing.

How to prepare a proposal:
1. listDomains: what can be proposed, and to which product. Use its targetProduct and domainId. specPackageUrl has the rules: the JSON Schema of a candidate, and examples.
2. validateProposal with your candidate. "valid": false is a normal answer, not a failure: "diagnostics" lists every problem, with a JSON Pointer into the candidate and a message that says what would be right.
3. Fix the candidate and validate again until "valid" is true. Each entry of "fixes" has a JSON Patch (RFC 6902) of the candidate; apply the first fix of each diagnostic, in the given order. "safe" fixes keep the meaning; review "suggested" ones; "placeholder" ones have only the shape and need your content: never submit a placeholder. Warnings do not block, but reviewers read them.
4. buildProposal with the same arguments: returns "proposalPackage", "changes" (what was normalized) and "submission".
5. Submit it yourself: send {"proposalPackage": ...} unaltered to submission.url with submission.headers, Idempotency-Key included, and your own "Authorization: Bearer ai_..." key. Sending it again with the same key is safe.

Do not invent what only a person knows, such as who owns the proposal: ask.

Listing domains needs no key; validating and building need "Authorization: Bearer ai_..." on the connection. The limit is ${callsPerMinute} tool calls a minute; when told to wait, wait that long before the next call.`;
}
