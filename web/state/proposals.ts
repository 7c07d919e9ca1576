/** What became of the packages that were submitted from this browser, as their product last said it. */
import { isPlainObject } from "../../src/core/json/values.ts";
import { readStored, store } from "./storage.ts";

export interface Proposal {
  /** The digest of its package. */
  readonly digest: string;
  readonly title: string;
  readonly submittedAt: string;
  /** It was sent, and the product has not said that it has it. */
  readonly isUnconfirmed?: boolean | undefined;
  /** What the product told, and when. */
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly link?: string | undefined;
  readonly ballot?: { readonly url?: string | undefined; readonly status?: string | undefined } | undefined;
  readonly seenAt: number;
}

/** What became of a submission. */
export type Sent =
  | { readonly kind: "sending"; stop(): void }
  /** `said`: what is missing in the answer, if anything. */
  | { readonly kind: "recorded"; readonly said: string; readonly text: string; readonly proposal: Proposal }
  /** `said`: why it is not known to be recorded, and what to do. */
  | { readonly kind: "refused" | "key-refused" | "unsure"; readonly said: string; readonly text: string };

const PREFIX = "preflight:proposals:";
const MAX_KEPT = 50;
const MAX_WAIT_MS = 15_000;
const MAX_CHARACTERS = 262_144;

export function createProposals(
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
  now: () => number,
) {
  const list = (domain: string): readonly Proposal[] => {
    const found = readStored(storage, PREFIX + domain);
    return Array.isArray(found) ? found.filter((one) => typeof one?.digest === "string") : [];
  };
  const put = (domain: string, proposals: readonly Proposal[]) =>
    store(storage, PREFIX + domain, proposals.slice(0, MAX_KEPT));
  const without = (domain: string, gone: string) => list(domain).filter(({ digest }) => digest !== gone);

  return {
    list,
    keep: (domain: string, proposal: Proposal) =>
      put(domain, [proposal, ...without(domain, proposal.digest)]),
    forget: (domain: string, digest: string) => put(domain, without(domain, digest)),
    /** Asks the product for the caller's own. Undefined if it does not tell. */
    async ask(domain: string, submissionUrl: string, key: string): Promise<readonly Proposal[] | undefined> {
      const signal = AbortSignal.timeout(MAX_WAIT_MS);
      const answer = await callProduct(submissionUrl, key, { signal }).catch(() => undefined);
      const told = answer?.ok ? answer.body?.proposals : undefined;
      if (!Array.isArray(told)) return undefined;
      const known = list(domain);
      // What names itself in no way could not be told from the same thing at the next look.
      const named = told
        .filter(isPlainObject)
        .filter(({ id, packageDigest }) => textOf(id) ?? textOf(packageDigest));
      const asked = named.map((one) => {
        const { digest, ...said } = readProposal(one, submissionUrl);
        const before = known.find((other) => isSame(other, digest, said.id));
        return {
          ...{ title: said.id ?? "", submittedAt: "", ...before, ...said },
          ...{ digest: digest ?? before?.digest ?? "", isUnconfirmed: undefined, seenAt: now() },
        };
      });
      const rest = known.filter((other) => !asked.some(({ digest, id }) => isSame(other, digest, id)));
      put(domain, [...asked, ...rest]);
      return list(domain);
    },
  };
}

export interface ProductAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** Its beginning, if it is long. */
  readonly text: string;
  /** Undefined if it is no object in JSON. */
  readonly body: Record<string, unknown> | undefined;
  readonly location: string | null;
}

/** Calls the product with the caller's key, and reads no more of its answer than an answer needs. */
export async function callProduct(url: string, key: string, init: RequestInit): Promise<ProductAnswer> {
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${key}` },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    // It would turn a submission into a question, whose answer says nothing about it.
    redirect: "error",
  });
  const { status, ok, headers } = response;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader !== undefined && text.length <= MAX_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  void reader?.cancel().catch(() => undefined);
  return { status, ok, text, body: objectIn(text), location: headers.get("Location") };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isPlainObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** By what both of them have: a product may tell neither. */
function isSame(known: Proposal, digest: string | undefined, id: string | undefined): boolean {
  return digest ? known.digest === digest : id !== undefined && known.id === id;
}

/** Products answer with more or less; only what has the right type is taken, and links that a browser may open. */
export function readProposal(
  told: Record<string, unknown>,
  base: string,
  location: string | null = null,
): Partial<Proposal> {
  const ballot = isPlainObject(told.ballot) ? told.ballot : {};
  const said = {
    digest: textOf(told.packageDigest),
    id: textOf(told.id),
    status: textOf(told.state) ?? textOf(told.status),
    submittedAt: textOf(told.submittedAt),
    link: linkOf(location ?? told.url, base),
    ballot: { url: linkOf(ballot.url, base), status: textOf(ballot.status) },
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length < 200 ? value : undefined;
}

function linkOf(value: unknown, base: string): string | undefined {
  if (typeof value !== "string" || value === "" || !URL.canParse(value, base)) return undefined;
  const { protocol, href } = new URL(value, base);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
