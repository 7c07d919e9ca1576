/** The ways to submit a package. */
import { isPlainObject } from "../../src/core/json/pointer.ts";
import type { BuildResult } from "../../src/core/types.ts";
import { pretty } from "../json/pretty.ts";
import { type Proposal, readProposal } from "./proposals.ts";

export type Built = Required<Pick<BuildResult, "proposalPackage" | "submission">> & BuildResult;

/** For a POSIX shell, quoted so that nothing in the package can end the command. */
export function curlLine({ submission, proposalPackage }: Built): string {
  const headers = Object.entries(submission.headers).map(
    ([name, value]) => `  -H ${quote(`${name}: ${value}`)} \\`,
  );
  const body = JSON.stringify({ proposalPackage });
  return [
    `curl ${quote(submission.url)} \\`,
    `  -H "Authorization: Bearer $PREFLIGHT_API_KEY" \\`,
    ...headers,
    `  --data-binary ${quote(body)}`,
  ].join("\n");
}

/** The file holds the package alone, which does not say where it goes. */
export function cliLine(file: string, { submission }: Built): string {
  return `preflight submit ${quote(file)} --to ${quote(submission.url)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export type Sent =
  | { readonly kind: "recorded"; readonly status: number; readonly text: string; readonly proposal: Proposal }
  | { readonly kind: "refused"; readonly status: number; readonly text: string }
  | { readonly kind: "unreachable" };

const MAX_SHOWN = 4_000;
const MAX_WAIT_MS = 30_000;

export async function send(
  { submission, proposalPackage }: Built,
  key: string,
  title: string,
  now: number,
): Promise<Sent> {
  try {
    const response = await fetch(submission.url, {
      method: submission.method,
      headers: { ...submission.headers, Authorization: `Bearer ${key}` },
      body: JSON.stringify({ proposalPackage }),
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    const text = (await response.text()).slice(0, MAX_SHOWN);
    const { status, headers, ok } = response;
    if (!ok) return { kind: "refused", status, text: pretty(text) };
    const proposal = {
      title,
      submittedAt: new Date(now).toISOString(),
      ...readProposal(bodyOf(text), submission.url, headers.get("Location")),
      digest: proposalPackage.digest,
      seenAt: now,
    };
    return { kind: "recorded", status, text: pretty(text), proposal };
  } catch {
    return { kind: "unreachable" };
  }
}

/** The proposal in the answer, or the answer itself; nothing if it is no JSON. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    const body = JSON.parse(text);
    return isPlainObject(body?.proposal) ? body.proposal : isPlainObject(body) ? body : {};
  } catch {
    return {};
  }
}

export function isBuilt(result: BuildResult | undefined): result is Built {
  return result?.proposalPackage !== undefined && result.submission !== undefined;
}
