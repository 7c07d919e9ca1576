/** The lines that a person sees at start. The first one with `http://` has the address of the service. */

import { exampleDomain, exampleEnvelopes } from "../describe/examples.ts";
import type { OperationContext } from "../operations/operation.ts";

interface BannerParts {
  readonly url: string;
  readonly baseUrl: string;
  /** A key made for this run, which has to be shown. */
  readonly madeKey: string | undefined;
  readonly context: OperationContext;
}

export function banner({ url, baseUrl, madeKey, context }: BannerParts): string {
  const lines = [`Preflight is serving at ${url}`];
  if (baseUrl !== url) lines.push(`Public address: ${baseUrl}`);
  if (madeKey !== undefined) lines.push(`API key, valid until this process ends: ${madeKey}`);
  const domain = exampleDomain(context);
  const example = domain && exampleEnvelopes(domain)[0];
  if (example === undefined) lines.push("Try it:", `  curl -s ${url}/api/domains`);
  else lines.push("Try it:", `  ${curlLine(url, madeKey ?? "$PREFLIGHT_API_KEY", example.envelope)}`);
  lines.push(`API reference: ${url}/docs`);
  return lines.join("\n");
}

function curlLine(url: string, key: string, envelope: object): string {
  // Only an apostrophe ends a quoted shell word, and JSON can spell it in another way.
  const body = JSON.stringify(envelope).replaceAll("'", "\\u0027");
  return `curl -s ${url}/api/validate -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${body}'`;
}
