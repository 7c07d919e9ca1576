/** The reference identity service over HTTP. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { fromNodeHeaders, toNodeHandler } from "better-auth/node";
import { APPROVE_PAGE } from "./approve-page.ts";
import { type Auth, createAuth, type Database } from "./auth.ts";
import { createExecutor } from "./execute.ts";
import { type Reply, readForm, readJson, refuse, reply, sameSecret } from "./http.ts";
import { introspect } from "./introspection.ts";
import { disableKey, ensureUser, type KeyRequest, type MintedKey, mintKey, revokeKey } from "./keys.ts";
import { createPreflightCapabilities, type PreflightAddress } from "./preflight-capabilities.ts";
import { createSigningKeys } from "./signing-keys.ts";

export interface IdentityOptions {
  readonly host?: string;
  readonly port?: number;
  /** What services send to the introspection endpoint. Random by default. */
  readonly token?: string;
  /** How others reach this service, if not by the address that it listens on. */
  readonly publicUrl?: string | undefined;
  /** The base URL of Preflight. Can be set later with `connect`. */
  readonly preflightUrl?: string;
  /** Its public base URL, which calls are signed for, if it is reached from here by another one. */
  readonly preflightPublicUrl?: string | undefined;
}

export interface Identity {
  readonly url: string;
  readonly token: string;
  readonly introspectionUrl: string;
  readonly jwksUrl: string;
  /** Sets the Preflight that agents can call, by its public base URL. */
  connect(preflightUrl: string): void;
  /** Creates a key for the user with that name, and signs the user up if necessary. */
  mintKey(user: string, request?: KeyRequest): Promise<MintedKey>;
  revokeKey(id: string): Promise<void>;
  disableKey(id: string): Promise<void>;
  /** Signs with a new key from now on, and returns its id. */
  rotate(): Promise<string>;
  /** How many introspection requests there were. */
  readonly introspections: number;
  /** The rows themselves, so that tests can read and break them. */
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const { host = "127.0.0.1", port = 0, token = randomBytes(24).toString("base64url") } = options;
  let preflightUrl = options.preflightUrl?.replace(/\/+$/, "");
  const preflight = (): PreflightAddress => {
    if (preflightUrl === undefined) throw new Error("no Preflight is connected");
    return { url: preflightUrl, publicUrl: options.preflightPublicUrl ?? preflightUrl };
  };
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const url = options.publicUrl ?? `http://${host}:${(server.address() as AddressInfo).port}`;
  const keys = await createSigningKeys();
  const capabilities = createPreflightCapabilities(preflight);
  const onExecute = createExecutor({ capabilities, keys, preflight });
  const { auth, database } = await createAuth({ baseUrl: url, capabilities: capabilities.list, onExecute });
  const betterAuth = toNodeHandler(auth);
  let introspections = 0;

  async function answer(request: IncomingMessage, path: string): Promise<Reply | "better-auth"> {
    switch (`${request.method} ${path}`) {
      case "POST /introspect": {
        if (!sameSecret(request.headers.authorization, `Bearer ${token}`))
          return refuse(401, "invalid_client");
        introspections++;
        const presented = (await readForm(request)).get("token");
        return presented === null ? refuse(400, "invalid_request") : introspect(auth, presented);
      }
      case "GET /jwks.json":
        return reply(200, keys.publicSet(), { "cache-control": "public, max-age=60" });
      case "GET /.well-known/agent-configuration":
        return reply(
          200,
          await auth.api.getAgentConfiguration({ headers: fromNodeHeaders(request.headers) }),
        );
      case "POST /keys":
        return makeKey(auth, request);
      case "GET /approve":
        return reply(200, APPROVE_PAGE, { "content-type": "text/html; charset=utf-8" });
      case "GET /healthz":
        return reply(200, { status: "ok" });
    }
    if (!path.startsWith("/api/auth/")) return refuse(404, "not_found");
    if (!/^\/api\/auth\/(agent|capability|host)\//.test(path)) return "better-auth";
    return capabilities.refresh().then(
      () => "better-auth" as const,
      () => refuse(503, "preflight_unreachable"),
    );
  }

  server.on("request", (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0]!;
    answer(request, path)
      .catch(() => refuse(500, "internal_error"))
      .then((outcome) => {
        if (outcome === "better-auth") return betterAuth(request, response);
        response.writeHead(outcome.status, { "content-type": "application/json", ...outcome.headers });
        response.end(typeof outcome.body === "string" ? outcome.body : JSON.stringify(outcome.body));
      });
  });

  return {
    url,
    token,
    introspectionUrl: `${url}/introspect`,
    jwksUrl: `${url}/jwks.json`,
    connect(to) {
      preflightUrl = to.replace(/\/+$/, "");
    },
    mintKey: async (user, request) => mintKey(auth, await ensureUser(auth, user), request),
    revokeKey: (id) => revokeKey(auth, id),
    disableKey: (id) => disableKey(auth, id),
    rotate: () => keys.rotate(),
    get introspections() {
      return introspections;
    },
    database,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a key for a signed-in user. The plugin's own route does not let users choose the scopes of a key. */
async function makeKey(auth: Auth, request: IncomingMessage): Promise<Reply> {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) });
  if (session === null) return refuse(401, "sign_in_first");
  const { scopes, expiresInSeconds } = (await readJson(request)) as KeyRequest;
  const scopesAreGood =
    scopes === undefined ||
    (Array.isArray(scopes) && scopes.every((scope) => /^\w+\.\w+$/.test(String(scope))));
  const expiryIsGood = expiresInSeconds === undefined || Number.isInteger(expiresInSeconds);
  if (!scopesAreGood || !expiryIsGood) return refuse(400, "invalid_request");
  const wanted: KeyRequest = {
    ...(scopes === undefined ? {} : { scopes }),
    ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
  };
  return reply(201, await mintKey(auth, session.user.id, wanted));
}
