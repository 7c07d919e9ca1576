/** A target product service: publishes its rules and generators, receives proposals, and follows their ballots. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { createClient } from "proposal-preflight/client";
import { createKeyChecker, type IdentityService } from "../shared/key-checker.ts";
import {
  createServer,
  listen,
  NOT_FOUND,
  type RunningService,
  refuse,
  requireSubject,
  requireToken,
} from "../shared/server.ts";
import { createBallotKeeper } from "./ballots.ts";
import { openRules, type PublishedPage } from "./rules.ts";
import { rulesPage } from "./rules-page.ts";
import { readSeed } from "./seed.ts";
import { openProductStore } from "./store.ts";
import { createSubmissions, type Verdict } from "./submissions.ts";

export interface ProductOptions {
  host?: string | undefined;
  port?: number | undefined;
  /** The public URL of this service. Default: the listening address. */
  publicUrl?: string | undefined;
  /** The folder for the data. Default: in memory. */
  dataDir?: string | undefined;
  identity: IdentityService;
  /** Base URL of the voting service, and the token that opens ballots there. */
  voting: { url: string; token: string };
  /** A Preflight service whose receipts this product trusts. Default: it checks every package by its own. */
  preflightUrl?: string | undefined;
  /** The token that publishes spec packages. */
  adminToken: string;
  /** Generators per page of the registry. */
  pageSize?: number;
  /** How often unsettled proposals are handled. */
  attendMs?: number;
}

const MAX_PROPOSALS_PER_PAGE = 20;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
/** A page starts before this number. */
const CURSOR = /^\d{1,15}$/;
const FIRST_PAGE = "9".repeat(15);

export async function startProduct(options: ProductOptions): Promise<RunningService> {
  let url = options.publicUrl ?? "";
  const publicUrl = (): string => url;
  const store = await openProductStore(options.dataDir);
  const seed = readSeed();
  if ((await store.packages()).length === 0) await store.addGenerators(seed.generators);
  const { targetProduct } = seed;
  const server = createServer(262_144);
  const keys = createKeyChecker(options.identity);
  const rules = await openRules(store, { targetProduct, pageSize: options.pageSize ?? 1_000, publicUrl });
  if (rules.specs().length === 0) await rules.publish(seed.specPackage);
  const ballots = createBallotKeeper({
    store,
    rules,
    voting: options.voting,
    publicUrl,
    everyMs: options.attendMs ?? 2_000,
  });
  const { preflightUrl } = options;
  // A submission does not wait for it long: the product can check by itself.
  const preflight =
    preflightUrl === undefined
      ? undefined
      : createClient({ baseUrl: preflightUrl, retries: 0, timeoutMs: 2_000 });
  const submissions = createSubmissions({
    // Whatever is wrong with a receipt or its service: the product checks the package then.
    vouches: async (receipt, proposalPackage) =>
      (await preflight?.verifyReceipt(receipt, proposalPackage).catch(() => undefined))?.valid === true,
    store,
    rules,
    ballots,
    targetProduct,
    rulesUrl: () => `${url}/rules`,
  });

  server.get<{ Params: { domainId: string } }>("/spec-packages/:domainId", (request, reply) =>
    sendPage(request, reply, rules.current(request.params.domainId)?.page),
  );
  server.get<{ Querystring: { start?: string } }>("/registry", (request, reply) =>
    sendPage(request, reply, rules.registryPage(Number(request.query.start ?? 0))),
  );

  server.get("/rules", (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(rulesPage(rules.specs())),
  );
  server.get<{ Params: Record<"product" | "domain" | "code", string> }>(
    "/rules/:product/:domain/:code",
    ({ params: { product, domain, code } }, reply) => reply.redirect(`/rules#${product}.${domain}.${code}`),
  );

  // Keeps the exact text that was published, not a version that was parsed and written again.
  server.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: 1_048_576 },
      (_request, body, done) => done(null, body),
    );
    raw.post<{ Body: string }>("/spec-packages", async (request, reply) => {
      if (!requireToken(options.adminToken, request, reply)) return reply;
      const result = await rules.publish(request.body);
      if (result.status === "invalid") {
        const detail = "The spec package was refused; `errors` lists every reason.";
        return refuse(reply, {
          status: 422,
          code: "invalid-spec-package",
          detail,
          more: { errors: result.reasons },
        });
      }
      if (result.status === "version-taken") {
        const detail = `Version ${result.version} was published with other content. Publish a new version.`;
        return refuse(reply, { status: 409, code: "version-taken", detail });
      }
      const { version, digest } = result.spec;
      return reply.code(result.status === "published" ? 201 : 200).send({ specPackage: { version, digest } });
    });
  });

  // A page that people write proposals with may send them from the browser, and ask what became of them.
  server.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/api/proposals")) return;
    reply.header("Access-Control-Allow-Origin", "*").header("Access-Control-Expose-Headers", "Location");
    if (request.method === "OPTIONS")
      return reply
        .header(
          "Access-Control-Allow-Headers",
          "Authorization, Content-Type, Idempotency-Key, Preflight-Receipt",
        )
        .code(204)
        .send();
  });
  server.options("/api/proposals", (_request, reply) => reply.code(204).send());

  server.post<{ Body: unknown }>("/api/proposals", async (request, reply) => {
    const subject = await requireSubject(keys, request, reply);
    if (subject === undefined) return reply;
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
      const detail = "Send the Idempotency-Key that came with the package.";
      return refuse(reply, { status: 400, code: "idempotency-key-required", detail });
    }
    const { "preflight-receipt": receipt } = request.headers;
    const result = await submissions.submit(subject, key, memberOf(request.body, "proposalPackage"), receipt);
    if ("refusal" in result) return refuse(reply, result.refusal);
    reply.header("Location", `${url}/api/proposals/${result.id}`);
    return reply.code(result.status).type("application/json").send(result.body);
  });
  // Without a key, so that whoever has the address can follow it: what is up for a vote is no secret.
  server.get<{ Params: { id: string } }>("/api/proposals/:id", async (request, reply) => {
    const proposal = await store.findById(request.params.id);
    if (proposal !== undefined) return { proposal: submissions.present(proposal) };
    return refuse(reply, { status: 404, code: "not-found", detail: "There is no proposal of this id." });
  });

  // The product's verdict on many packages at once, without recording anything.
  server.post<{ Body: unknown }>("/api/proposals/check", { bodyLimit: 4_194_304 }, async (request, reply) => {
    if ((await requireSubject(keys, request, reply)) === undefined) return reply;
    const packages = memberOf(request.body, "proposalPackages");
    if (!Array.isArray(packages) || packages.length > 200) {
      const detail = "Send up to 200 packages as proposalPackages.";
      return refuse(reply, { status: 400, code: "invalid-envelope", detail });
    }
    return { verdicts: (await submissions.check(packages)).map(presentVerdict) };
  });

  server.get<{ Querystring: { before?: unknown } }>("/api/proposals", async (request, reply) => {
    const subject = await requireSubject(keys, request, reply);
    if (subject === undefined) return reply;
    const { before = FIRST_PAGE } = request.query;
    if (typeof before !== "string" || !CURSOR.test(before)) {
      const detail =
        "`before` is not a cursor of this service. Follow the `next` of the page before, or leave it out.";
      return refuse(reply, { status: 400, code: "invalid-cursor", detail });
    }
    const page = await store.page(subject, Number(before), MAX_PROPOSALS_PER_PAGE + 1);
    const shown = page.slice(0, MAX_PROPOSALS_PER_PAGE);
    const next =
      page.length > MAX_PROPOSALS_PER_PAGE
        ? { next: `${url}/api/proposals?before=${shown.at(-1)?.seq}` }
        : {};
    return { proposals: shown.map((proposal) => submissions.present(proposal)), ...next };
  });

  server.post<{ Body: { ballotId?: unknown } | null }>("/api/ballot-notices", async (request, reply) => {
    if (!requireToken(options.voting.token, request, reply)) return reply;
    await ballots.attend(String(request.body?.ballotId));
    return reply.code(204).send();
  });

  server.get("/healthz", async () => ({ status: "ok" }));
  server.addHook("onClose", async () => {
    await ballots.close();
    await store.close();
  });
  const address = await listen(server, options);
  if (url === "") {
    url = address;
    await rules.reloadRegistry();
  }
  return { url, close: () => server.close() };
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

function presentVerdict(verdict: Verdict): object {
  if (!("refusal" in verdict)) return verdict;
  const { code, detail, more } = verdict.refusal;
  return { valid: false, code, detail, ...more };
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PublishedPage | undefined,
): FastifyReply {
  if (page === undefined) return refuse(reply, NOT_FOUND);
  reply.header("etag", page.etag).header("cache-control", "no-cache");
  if (page.lastModified !== undefined) reply.header("last-modified", page.lastModified);
  const known = request.headers["if-none-match"]?.split(/\s*,\s*/) ?? [];
  if (known.includes(page.etag)) return reply.code(304).send();
  return reply.type("application/json").send(page.body);
}
