/**
 * Better Auth with its API-key and agent-auth plugins and an in-memory database: users, their keys, and the agents
 * they approve. Everything is lost when the process ends, which is right for demos and tests.
 */
import { randomBytes } from "node:crypto";
import { type AgentAuthOptions, agentAuth, type Capability } from "@better-auth/agent-auth";
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";

/** Table → rows. */
export type Database = Record<string, Record<string, unknown>[]>;

export interface AuthOptions {
  readonly baseUrl: string;
  /** Read at every use, because it is filled once Preflight has published its capabilities. */
  readonly capabilities: Capability[];
  readonly onExecute: NonNullable<AgentAuthOptions["onExecute"]>;
}

/** The part of Better Auth that is used here. The type that it infers for itself cannot be written down. */
export interface Auth {
  handler(request: Request): Promise<Response>;
  readonly api: {
    createApiKey(input: { body: NewKey }): Promise<{ id: string; key: string }>;
    verifyApiKey(input: { body: { key: string } }): Promise<KeyCheck>;
    signUpEmail(input: {
      body: { name: string; email: string; password: string };
    }): Promise<{ user: { id: string } }>;
    getSession(input: { headers: Headers }): Promise<{ user: { id: string } } | null>;
    getAgentConfiguration(input: { headers: Headers }): Promise<unknown>;
  };
  readonly $context: Promise<{
    readonly adapter: {
      findOne(query: Query): Promise<unknown>;
      update(query: Query & { update: Record<string, unknown> }): Promise<unknown>;
      delete(query: Query): Promise<void>;
    };
    readonly internalAdapter: {
      findUserByEmail(email: string): Promise<{ user: { id: string } } | null>;
    };
  }>;
}

interface Query {
  model: string;
  where: { field: string; value: string }[];
}

interface NewKey {
  userId: string;
  permissions?: Record<string, string[]>;
  expiresIn?: number;
}

interface KeyCheck {
  readonly valid: boolean;
  readonly error: { readonly code?: unknown } | null;
  readonly key: {
    readonly referenceId: string;
    readonly permissions?: Record<string, string[]> | null | undefined;
    readonly expiresAt: Date | null;
  } | null;
}

export async function createAuth({
  baseUrl,
  capabilities,
  onExecute,
}: AuthOptions): Promise<{ auth: Auth; database: Database }> {
  const database: Database = {};
  const auth = betterAuth({
    baseURL: baseUrl,
    secret: randomBytes(32).toString("base64url"),
    database: memoryAdapter(database),
    emailAndPassword: { enabled: true },
    // On loopback, its limiter would see a single client address for everyone.
    rateLimit: { enabled: false },
    // The plugin logs a stack trace for every unknown key.
    logger: { disabled: true },
    telemetry: { enabled: false },
    plugins: [
      apiKey({
        defaultPrefix: "ai_",
        // By default, a key can be verified ten times a day. The services that accept a key limit how often it
        // can be used.
        rateLimit: { enabled: false },
        keyExpiration: { minExpiresIn: 0 },
      }),
      agentAuth({
        providerName: "Reference identity service",
        providerDescription: "Issues keys and lets approved agents call Preflight.",
        modes: ["delegated"],
        deviceAuthorizationPage: "/approve",
        jwksUri: `${baseUrl}/jwks.json`,
        capabilities,
        onExecute,
      }),
    ],
  });
  const { tables } = await auth.$context;
  for (const { modelName } of Object.values(tables)) database[modelName] = [];
  return { auth, database };
}
