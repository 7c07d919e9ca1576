/** The page that explains every diagnostic code, which the diagnostics of this product link to. */
import { type CodeEntry, describeCodes, type SpecPackage } from "proposal-preflight";

/** The anchor of a code is `<product>.<domain>.<code>`, because two domains may use the same code. */
export function rulesPage(specs: readonly SpecPackage[]): string {
  const sections = specs.map((spec) => {
    const { targetProduct, domainId, title, version } = spec;
    const entries = describeCodes(spec).map((entry) => renderCode(`${targetProduct}.${domainId}`, entry));
    return `<h2>${escapeHtml(`${title} (${targetProduct} / ${domainId}), version ${version}`)}</h2>
<dl>
${entries.join("\n")}
</dl>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rules</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 45rem; margin: 3rem auto; padding: 0 1rem } :target { background: #ff9 }</style>
<h1>Rules</h1>
<p>Every diagnostic has a code. Only errors make a proposal invalid.</p>
${sections.join("\n")}
</html>
`;
}

function renderCode(domain: string, { code, severity, summary, fix, effectiveAt }: CodeEntry): string {
  const from = effectiveAt === undefined ? "" : ` An error from ${effectiveAt} on; until then a warning.`;
  return `<dt id="${escapeHtml(`${domain}.${code}`)}"><code>${escapeHtml(code)}</code> (${severity})</dt>
<dd>${escapeHtml(`${summary} ${fix}${from}`)}</dd>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
