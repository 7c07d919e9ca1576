/** The page that the workbench runs in. What the script must know stands in it as data, so no call is spent on that. */
import type { DomainState } from "../../operations/ports.ts";
import type { Look } from "../look.ts";
import { linksTo, pageHead, policyWith } from "./html.ts";

interface WorkbenchData {
  readonly domains: readonly DomainState[];
  readonly rateLimit: number;
  readonly keyHelpUrl?: string | undefined;
}

export function workbenchPage(
  look: Look,
  { domains, rateLimit, keyHelpUrl }: WorkbenchData,
  withoutScript: string,
): string {
  const boot = {
    callsPerMinute: rateLimit,
    ...(keyHelpUrl !== undefined && { keyHelpUrl }),
    domains: domains.map((domain) => {
      const { targetProduct, domainId, title, submissionUrl } = domain.description;
      const description = domain.status === "ready" ? domain.spec.document.description : "";
      return { targetProduct, domainId, title, description, submissionUrl, ready: domain.status === "ready" };
    }),
  };
  return `<!doctype html>
<html lang="en">
${pageHead("Preflight", `${DESCRIPTION}\n${linksTo(look)}`)}
<body>
<div id="app"><noscript>${withoutScript}</noscript></div>
<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll("<", "\\u003c")}</script>
</body>
</html>
`;
}

const DESCRIPTION =
  '<meta name="description" content="Write a proposal, see what is wrong with it, fix it and build the package to submit.">';

/** No script or style but our own files. The page may send to this service, and to where packages are submitted. */
export function workbenchPolicy(domains: readonly DomainState[]): string {
  const origins = new Set(domains.map(({ description }) => new URL(description.submissionUrl).origin));
  return policyWith(
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${["'self'", ...origins].join(" ")}`,
    "worker-src 'self'",
  );
}
