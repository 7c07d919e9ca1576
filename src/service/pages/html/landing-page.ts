import type { DomainState } from "../../operations/ports.ts";
import { escapeHtml } from "./html.ts";

/** What the service is for, without a script. */
export function landingText(domains: readonly DomainState[], baseUrl: string, rateLimit: number): string {
  const items = domains.map((state) => {
    const { title, targetProduct, domainId } = state.description;
    const rules =
      state.status === "ready" ? ` ${escapeHtml(state.spec.version)}` : " (not available at the moment)";
    return `<li>${escapeHtml(title)}: <a href="spec-packages/${escapeHtml(targetProduct)}/${escapeHtml(domainId)}"><code>${escapeHtml(`${targetProduct} / ${domainId}`)}</code></a>${rules}</li>`;
  });
  return `<p>Checks a proposal before it is submitted, reports every problem and how to fix it, and builds the package to submit. Nothing is stored or forwarded.</p>
<h2>What can be checked</h2>
<ul>${items.join("")}</ul>
<h2>How to use it</h2>
<pre><code>curl ${escapeHtml(baseUrl)}/api/domains
curl ${escapeHtml(baseUrl)}/api/validate -H 'Authorization: Bearer ai_…' -H 'Content-Type: application/json' -d @envelope.json
curl ${escapeHtml(baseUrl)}/api/build    -H 'Authorization: Bearer ai_…' -H 'Content-Type: application/json' -d @envelope.json</code></pre>
<p>The <a href="docs">API reference</a> has examples; the <a href="rules">rules</a> explain every diagnostic. For agents, <a href="llms.txt">llms.txt</a> describes the flow and the tools are at <code>${escapeHtml(baseUrl)}/mcp</code>. Each client may make ${rateLimit} calls a minute.</p>`;
}
