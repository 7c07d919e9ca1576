/**
 * A voting service: product services open ballots with their token, people vote with their own keys, and an operator
 * closes ballots. The product is notified that a ballot was closed, and then fetches the result.
 */
import { createKeyChecker, type IdentityService } from "../shared/key-checker.ts";
import {
  createServer,
  listen,
  type RunningService,
  refuse,
  requireSubject,
  requireToken,
} from "../shared/server.ts";
import { readContent, readNoticeUrl } from "./ballot-body.ts";
import { openVotingStore } from "./store.ts";

export interface VotingOptions {
  host?: string | undefined;
  port?: number | undefined;
  /** The folder for the data. Default: in memory. */
  dataDir?: string | undefined;
  identity: IdentityService;
  /** The token of product services, which open ballots. */
  serviceToken: string;
  /** The token of the operator, who closes ballots. */
  operatorToken: string;
}

const ID = /^[A-Za-z0-9_-]{1,100}$/;
const NO_SUCH_BALLOT = { status: 404, code: "not-found", detail: "There is no such ballot." };
const INVALID_BALLOT = {
  status: 400,
  code: "invalid-ballot",
  detail:
    "Send an id of letters, digits, - and _, a title of up to 500 characters and an http or https noticeUrl; optionally description, rationale, owner ({ kind, id }) and warnings ([{ code, pointer, message, docs }]).",
};
/** A ballot can have a hundred warnings. */
const MAX_BALLOT_BYTES = 1_048_576;

export async function startVoting(options: VotingOptions): Promise<RunningService> {
  const store = await openVotingStore(options.dataDir);
  const keys = createKeyChecker(options.identity);
  const server = createServer(16_384);

  server.put<{ Params: { id: string }; Body: unknown }>(
    "/api/ballots/:id",
    { bodyLimit: MAX_BALLOT_BYTES },
    async (request, reply) => {
      if (!requireToken(options.serviceToken, request, reply)) return reply;
      const { id } = request.params;
      const content = readContent(request.body);
      const noticeUrl = readNoticeUrl(request.body);
      if (!ID.test(id) || content === undefined || noticeUrl === undefined) {
        return refuse(reply, INVALID_BALLOT);
      }
      const opened = await store.open(id, content, noticeUrl);
      if (opened === undefined) {
        const detail = "A different ballot already has this id.";
        return refuse(reply, { status: 409, code: "ballot-exists", detail });
      }
      return reply.code(opened.created ? 201 : 200).send(await store.find(id));
    },
  );

  server.get("/api/ballots", async () => ({ ballots: await store.list() }));

  server.get<{ Params: { id: string } }>("/api/ballots/:id", async (request, reply) => {
    return (await store.find(request.params.id)) ?? refuse(reply, NO_SUCH_BALLOT);
  });

  server.put<{ Params: { id: string }; Body: { choice?: unknown } | null }>(
    "/api/ballots/:id/vote",
    async (request, reply) => {
      const subject = await requireSubject(keys, request, reply);
      if (subject === undefined) return reply;
      const choice = request.body?.choice;
      if (choice !== "yes" && choice !== "no") {
        return refuse(reply, { status: 400, code: "invalid-choice", detail: "`choice` must be yes or no." });
      }
      const { id } = request.params;
      if ((await store.find(id)) === undefined) return refuse(reply, NO_SUCH_BALLOT);
      if (!(await store.vote(id, subject, choice))) {
        return refuse(reply, { status: 409, code: "ballot-closed", detail: "This ballot is closed." });
      }
      return store.find(id);
    },
  );

  server.post<{ Params: { id: string } }>("/api/ballots/:id/close", async (request, reply) => {
    if (!requireToken(options.operatorToken, request, reply)) return reply;
    const { id } = request.params;
    const noticeUrl = await store.noticeUrl(id);
    if (noticeUrl === undefined) return refuse(reply, NO_SUCH_BALLOT);
    await store.close(id);
    void giveNotice(noticeUrl, id, options.serviceToken);
    return store.find(id);
  });

  server.get("/healthz", async () => ({ status: "ok" }));
  server.addHook("onClose", () => store.end());
  return { url: await listen(server, options), close: () => server.close() };
}

/** Tried only once, because the product also looks for results on its own. */
async function giveNotice(url: string, ballotId: string, token: string): Promise<void> {
  await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ballotId }),
    redirect: "error",
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
}
