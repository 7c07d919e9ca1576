/** The ways to submit a package. Fetched with the view of the package. */
import { isPlainObject } from "../../src/core/json/values.ts";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import type { BuildResult } from "../../src/core/types.ts";
import { pretty } from "../json/pretty.ts";
import type { Store } from "../ui/store.ts";
import { summaryOf } from "./drafts.ts";
import {
  callProduct,
  createProposals,
  type ProductAnswer,
  type Proposal,
  readProposal,
  type Sent,
} from "./proposals.ts";
import type { State } from "./state.ts";
import { storage } from "./storage.ts";

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

export const proposals = createProposals(storage("localStorage"), () => Date.now());

const MAX_SHOWN = 4_000;
const MAX_WAIT_MS = 30_000;
const HARMLESS = "Sending it again does no harm, and the draft is kept.";

/** Sends the package from this browser to the product. What was sent is noted before anybody answers. */
export async function submit(store: Store<State>, askForKey: () => void): Promise<void> {
  const { built, key, sent, domain, name, text } = store.get();
  const result = built?.result;
  if (!isBuilt(result) || domain === undefined || sent?.kind === "sending") return;
  if (key === "") return askForKey();
  const { submission, proposalPackage } = result;
  const { digest } = proposalPackage;
  const at = nameOf(domain);
  const now = Date.now();
  const before = proposals.list(at).find((one) => one.digest === digest);
  const proposal = {
    ...{ title: name ?? summaryOf(text, "Proposal"), submittedAt: new Date(now).toISOString() },
    ...{ ...before, digest, seenAt: now },
  };
  proposals.keep(at, { ...proposal, isUnconfirmed: before === undefined || before.isUnconfirmed });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort("late"), MAX_WAIT_MS);
  store.set({ sent: { kind: "sending", stop: () => controller.abort("stopped") } });
  const outcome = await callProduct(submission.url, key, {
    method: submission.method,
    headers: submission.headers,
    body: JSON.stringify({ proposalPackage }),
    signal: controller.signal,
  }).then(
    (answer) => judge(answer, proposal, submission.url),
    () => ({ kind: "unsure" as const, said: silence(controller.signal.reason), text: "" }),
  );
  clearTimeout(timer);
  if (outcome.kind === "recorded") proposals.keep(at, outcome.proposal);
  else if (outcome.kind !== "unsure" && before === undefined) proposals.forget(at, digest);
  // Another package may have been built meanwhile.
  if (store.get().built === built) store.set({ sent: outcome });
}

function silence(reason: unknown): string {
  if (reason === "stopped")
    return `You stopped waiting. The product may have recorded it all the same. ${HARMLESS}`;
  if (reason === "late")
    return `The product did not answer within ${MAX_WAIT_MS / 1_000} seconds. It may have recorded it all the same. ${HARMLESS}`;
  return navigator.onLine
    ? `The product did not answer, or does not accept submissions from browsers. ${HARMLESS} You can also download the package, or use the curl line below.`
    : `This browser is offline. ${HARMLESS}`;
}

/** An answer of any kind, from any server that stands before the product. */
function judge({ status, ok, text, body, location }: ProductAnswer, sent: Proposal, url: string): Sent {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : pretty(text);
  const not = (kind: "refused" | "key-refused" | "unsure", said: string): Sent => ({
    kind,
    said,
    text: shown,
  });
  if (status === 401 || status === 403)
    return not("key-refused", `The product does not accept your key (status ${status}). The draft is kept.`);
  if (status >= 500)
    return not(
      "unsure",
      `The product has a problem of its own (status ${status}). Try again later. ${HARMLESS}`,
    );
  if (status === 429) return not("refused", "The product asks you to wait (status 429). Try again later.");
  if (!ok) return not("refused", `The product refused it with status ${status}. Its answer says why.`);
  const what = /^\s*<(?:!doctype|html)/i.test(text) ? "a web page" : "something that is no JSON";
  if (body === undefined && (status === 200 || what === "a web page"))
    return not("unsure", `The product answered with ${what}, so it may not have recorded it. ${HARMLESS}`);
  const told = isPlainObject(body?.proposal) ? body.proposal : (body ?? {});
  const proposal = {
    ...{ ...sent, ...readProposal(told, url, location) },
    ...{ digest: sent.digest, isUnconfirmed: undefined },
  };
  const said = body === undefined ? " Its answer cannot be read, so there may be no link to it." : "";
  return { kind: "recorded", said, text: shown, proposal };
}

export function isBuilt(result: BuildResult | undefined): result is Built {
  return result?.proposalPackage !== undefined && result.submission !== undefined;
}
