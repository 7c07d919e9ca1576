/**
 * Completes every recorded proposal: opens its ballot, and records the result once the ballot is closed. What a
 * proposal still needs is read from the database, so a restart, a lost answer or an outage of the voting service
 * only delays it.
 */
import type { ProductRules } from "./rules.ts";
import type { ProductStore, StoredProposal } from "./store.ts";

export interface BallotKeeper {
  /** True if the voting service has the ballot. */
  open(proposal: StoredProposal): Promise<boolean>;
  /** Handles one proposal now instead of in the next round. */
  attend(id: string): Promise<void>;
  ballotUrl(id: string): string;
  close(): Promise<void>;
}

export interface BallotKeeperOptions {
  store: ProductStore;
  rules: ProductRules;
  voting: { url: string; token: string };
  publicUrl(): string;
  everyMs: number;
}

export function createBallotKeeper(options: BallotKeeperOptions): BallotKeeper {
  const { store, rules, voting, everyMs } = options;
  const ballotUrl = (id: string): string => `${voting.url}/api/ballots/${id}`;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let closed = false;

  const requestBallot = (id: string, init: RequestInit = {}): Promise<Response> =>
    fetch(ballotUrl(id), { ...init, redirect: "error", signal: AbortSignal.timeout(5_000) });

  const open: BallotKeeper["open"] = async (proposal) => {
    const { generatorId, generatorName, description, rationaleNotes, owner } =
      proposal.proposalPackage.candidate;
    const response = await requestBallot(proposal.id, {
      method: "PUT",
      headers: { authorization: `Bearer ${voting.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        title: `Add the generator ${generatorId} (${generatorName})`,
        description,
        rationale: rationaleNotes,
        owner,
        warnings: proposal.warnings.map(({ code, pointer, message, docs }) => ({
          code,
          pointer,
          message,
          docs,
        })),
        noticeUrl: `${options.publicUrl()}/api/ballot-notices`,
      }),
    }).catch(() => undefined);
    if (response?.ok !== true) return false;
    await store.markBallotOpen(proposal.id);
    return true;
  };

  const recordResult = async (proposal: StoredProposal): Promise<void> => {
    const response = await requestBallot(proposal.id);
    if (response.status === 404) return void (await open(proposal));
    if (!response.ok) return;
    const { outcome } = (await response.json()) as { outcome?: unknown };
    if (outcome !== "accepted" && outcome !== "declined") return;
    if (await store.settle(proposal, outcome)) await rules.reloadRegistry();
  };

  const advance = async (proposal: StoredProposal): Promise<void> => {
    if (!proposal.ballotOpen && !(await open(proposal))) return;
    // If the voting service cannot be reached, the next round tries again.
    await recordResult(proposal).catch(() => undefined);
  };

  const attendAll = async (): Promise<void> => {
    for (const proposal of await store.unsettled()) {
      if (closed) return;
      await advance(proposal);
    }
  };

  const schedule = (): void => {
    timer = setTimeout(() => {
      round = attendAll().finally(() => {
        if (!closed) schedule();
      });
    }, everyMs);
    timer.unref();
  };
  schedule();

  return {
    open,
    ballotUrl,
    attend: async (id) => {
      const proposal = await store.findById(id);
      if (proposal?.status === "submitted") await advance(proposal);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await round.catch(() => undefined);
    },
  };
}
