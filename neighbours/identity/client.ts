/** Clients of the identity service: a user who signs in, and an agent of that user. */
import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the answer can be any JSON
  readonly body: any;
}

export interface User {
  /** Calls the identity service as this user. */
  call(path: string, body: unknown): Promise<Answer>;
  mintKey(request?: {
    scopes?: string[];
    expiresInSeconds?: number;
  }): Promise<{ readonly id: string; readonly key: string }>;
  revokeKey(id: string): Promise<void>;
  disableKey(id: string): Promise<void>;
  /** Registers a machine of this user that agents can run on. */
  createHost(): Promise<AgentHost>;
  /** Grants the capabilities that an agent requested, or only those named. */
  approve(registration: Registration, capabilities?: string[]): Promise<void>;
}

export interface AgentHost {
  register(name: string, capabilities: string[]): Promise<Registration>;
}

export interface Registration {
  readonly agentId: string;
  readonly status: string;
  /** The code that the user enters to approve the agent. */
  readonly userCode: string | undefined;
  /** Asks the identity service to execute a capability. */
  execute(capability: string, input?: Record<string, unknown>): Promise<Answer>;
}

export async function signUp(identityUrl: string, name: string): Promise<User> {
  const credentials = { name, email: `${name}-${randomUUID()}@users.example`, password: randomUUID() };
  const first = await post(`${identityUrl}/api/auth/sign-up/email`, credentials, { origin: identityUrl });
  if (first.status !== 200) throw new Error(`sign-up answered ${first.status}`);
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const call = (path: string, body: unknown) =>
    post(`${identityUrl}${path}`, body, { cookie, origin: identityUrl });
  const must = async (path: string, body: unknown) => {
    const answer = await call(path, body);
    if (answer.status >= 300)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    call,
    mintKey: (request = {}) => must("/keys", request),
    revokeKey: (keyId) => must("/api/auth/api-key/delete", { keyId }),
    disableKey: (keyId) => must("/api/auth/api-key/update", { keyId, enabled: false }),
    async createHost() {
      const pair = await newPair();
      const { hostId } = await must("/api/auth/host/create", { name: "laptop", public_key: pair.publicJwk });
      return agentHost(identityUrl, hostId, pair.privateKey);
    },
    async approve({ agentId, userCode }, capabilities) {
      const chosen = capabilities === undefined ? {} : { capabilities };
      await must("/api/auth/agent/approve-capability", {
        agent_id: agentId,
        action: "approve",
        user_code: userCode,
        ...chosen,
      });
    },
  };
}

function agentHost(identityUrl: string, hostId: string, hostKey: CryptoKey): AgentHost {
  const audience = `${identityUrl}/api/auth`;
  const token = (typ: string, key: CryptoKey, claims: Record<string, unknown>) =>
    new SignJWT({ iss: hostId, ...claims })
      .setProtectedHeader({ alg: "EdDSA", typ })
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("1m")
      .setJti(randomUUID())
      .sign(key);
  return {
    async register(name, capabilities) {
      const agent = await newPair();
      const hostToken = await token("host+jwt", hostKey, { sub: hostId, agent_public_key: agent.publicJwk });
      const { status, body } = await post(
        `${audience}/agent/register`,
        { name, mode: "delegated", capabilities },
        { authorization: `Bearer ${hostToken}` },
      );
      if (status >= 300) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
      return {
        agentId: body.agent_id,
        status: body.status,
        userCode: body.approval?.user_code,
        async execute(capability, input) {
          const agentToken = await token("agent+jwt", agent.privateKey, { sub: body.agent_id });
          return post(
            `${audience}/capability/execute`,
            { capability, ...(input === undefined ? {} : { arguments: input }) },
            { authorization: `Bearer ${agentToken}` },
          );
        },
      };
    },
  };
}

async function newPair(): Promise<{ privateKey: CryptoKey; publicJwk: JWK }> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519" });
  const { kty, crv, x } = await exportJWK(publicKey);
  return { privateKey, publicJwk: { kty: kty!, crv: crv!, x: x!, kid: randomUUID() } };
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
