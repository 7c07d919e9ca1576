/** What became of the packages that were submitted from this browser, as their product last said it. */
import { isPlainObject } from "../../src/core/json/pointer.ts";

export interface Proposal {
  /** The digest of its package. */
  readonly digest: string;
  readonly title: string;
  readonly submittedAt: string;
  /** What the product told, and when. */
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly link?: string | undefined;
  readonly ballot?: { readonly url?: string | undefined; readonly status?: string | undefined } | undefined;
  readonly seenAt: number;
}

const PREFIX = "preflight:proposals:";
const MAX_KEPT = 50;
const MAX_WAIT_MS = 15_000;

export type Proposals = ReturnType<typeof createProposals>;

type Storage = { getItem(name: string): string | null; setItem(name: string, value: string): void };

export function createProposals(storage: Storage | undefined, now: () => number) {
  function list(domain: string): readonly Proposal[] {
    try {
      const found: unknown = JSON.parse(storage?.getItem(PREFIX + domain) ?? "[]");
      return Array.isArray(found) ? found.filter((one) => typeof one?.digest === "string") : [];
    } catch {
      return [];
    }
  }

  function store(domain: string, proposals: readonly Proposal[]): void {
    try {
      storage?.setItem(PREFIX + domain, JSON.stringify(proposals.slice(0, MAX_KEPT)));
    } catch {
      // The product has them all the same.
    }
  }

  return {
    list,
    keep: (domain: string, proposal: Proposal) =>
      store(domain, [proposal, ...list(domain).filter(({ digest }) => digest !== proposal.digest)]),
    /** Asks the product for the caller's own. Undefined if it does not tell. */
    async ask(domain: string, submissionUrl: string, key: string): Promise<readonly Proposal[] | undefined> {
      try {
        const response = await fetch(submissionUrl, {
          headers: { Authorization: `Bearer ${key}` },
          credentials: "omit",
          referrerPolicy: "no-referrer",
          signal: AbortSignal.timeout(MAX_WAIT_MS),
        });
        const body: unknown = response.ok ? await response.json() : undefined;
        const told = isPlainObject(body) && Array.isArray(body.proposals) ? body.proposals : undefined;
        if (told === undefined) return undefined;
        const known = list(domain);
        // What names itself in no way could not be told from the same thing at the next look.
        const named = told
          .filter(isPlainObject)
          .filter(({ id, packageDigest }) => textOf(id) ?? textOf(packageDigest));
        const asked = named.map((one) => {
          const { digest, ...said } = readProposal(one, submissionUrl);
          const before = known.find((other) => isSame(other, { digest, id: said.id }));
          return {
            title: said.id ?? "",
            submittedAt: "",
            ...before,
            ...said,
            digest: digest ?? before?.digest ?? "",
            seenAt: now(),
          };
        });
        const rest = known.filter((other) => !asked.some((one) => isSame(other, one)));
        store(domain, [...asked, ...rest]);
        return list(domain);
      } catch {
        return undefined;
      }
    },
  };
}

/** By what both of them have: a product may tell neither. */
function isSame(
  known: Proposal,
  { digest, id }: { digest?: string | undefined; id?: string | undefined },
): boolean {
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
    status: textOf(told.status),
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
