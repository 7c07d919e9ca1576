/** The ways to submit a package. */
import type { BuildResult } from "../../src/core/types.ts";
import { pretty } from "../json/pretty.ts";

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
  | {
      readonly kind: "recorded";
      readonly status: number;
      readonly text: string;
      readonly ballot?: string | undefined;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly text: string;
      readonly ballot?: string | undefined;
    }
  | { readonly kind: "unreachable" };

const MAX_SHOWN = 4_000;
const MAX_WAIT_MS = 30_000;

export async function send({ submission, proposalPackage }: Built, key: string): Promise<Sent> {
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
    const { status } = response;
    return { kind: response.ok ? "recorded" : "refused", status, text: pretty(text), ballot: ballotOf(text) };
  } catch {
    return { kind: "unreachable" };
  }
}

/** Where the vote is, if the answer says so with an address that a browser may open. */
function ballotOf(text: string): string | undefined {
  try {
    const url = new URL(JSON.parse(text)?.proposal?.ballot?.url);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export function isBuilt(result: BuildResult | undefined): result is Built {
  return result?.proposalPackage !== undefined && result.submission !== undefined;
}
