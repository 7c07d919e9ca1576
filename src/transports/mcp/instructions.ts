/** What a model is told on connecting. Some clients cut this at 2,048 characters, so it has to fit well below. */
export function instructions(callsPerMinute: number): string {
  return `Preflight checks a proposal before it is submitted to a target product, and builds the package to submit. It stores nothing and submits nothing.

How to get a proposal through:
1. listDomains: what can be proposed, and to which product. Take targetProduct and domainId from it. The address under specPackageUrl holds the rules: the JSON Schema of a candidate and worked examples.
2. validateProposal with your candidate. "valid": false is a normal answer, not a failure: every fault is in "diagnostics", with a JSON Pointer into the candidate and a message that says what would be right.
3. Correct the candidate and validate again until "valid" is true. Each entry of "fixes" is a JSON Patch (RFC 6902) relative to the candidate; apply the first fix of each diagnostic, in the order given. "safe" fixes keep the meaning; "suggested" ones are guesses to judge; "placeholder" ones give the shape and leave the content to you: never submit a placeholder as it is. Warnings do not block, but reviewers read them.
4. buildProposal with the same arguments: returns "proposalPackage", "changes" (what was normalized) and "submission".
5. Submit it yourself: send {"proposalPackage": ...} unaltered to submission.url with submission.headers, Idempotency-Key included, and your own "Authorization: Bearer ai_..." key. Sending it again with that key is harmless.

Do not invent what only a person knows, such as who owns the proposal: ask.

Listing domains needs no key; validating and building need "Authorization: Bearer ai_..." on the connection. ${callsPerMinute} tool calls a minute are taken; when told to wait, wait that long before the next call.`;
}
