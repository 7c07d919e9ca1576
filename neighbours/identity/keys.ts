/** Creates, disables and revokes API keys. */
import { randomBytes } from "node:crypto";
import type { Auth } from "./auth.ts";

export interface KeyRequest {
  /** Capabilities such as `preflight.validateProposal`. Without it, the key is valid for every operation. */
  readonly scopes?: readonly string[];
  readonly expiresInSeconds?: number;
}

export interface MintedKey {
  readonly id: string;
  /** Only returned here; the database holds its hash. */
  readonly key: string;
}

export async function mintKey(auth: Auth, userId: string, request: KeyRequest = {}): Promise<MintedKey> {
  const { scopes, expiresInSeconds } = request;
  const { id, key } = await auth.api.createApiKey({
    body: {
      userId,
      ...(scopes === undefined ? {} : { permissions: permissionsOf(scopes) }),
      ...(expiresInSeconds === undefined ? {} : { expiresIn: expiresInSeconds }),
    },
  });
  return { id, key };
}

/** The plugin stores permissions by resource: `a.b` is `{ a: ["b"] }`. */
function permissionsOf(scopes: readonly string[]): Record<string, string[]> {
  const permissions: Record<string, string[]> = {};
  for (const scope of scopes) {
    const dot = scope.indexOf(".");
    const resource = scope.slice(0, dot);
    permissions[resource] = [...(permissions[resource] ?? []), scope.slice(dot + 1)];
  }
  return permissions;
}

export function scopeOf(permissions: Record<string, string[]> | null | undefined): string | undefined {
  if (permissions === null || permissions === undefined) return undefined;
  return Object.entries(permissions)
    .flatMap(([resource, actions]) => actions.map((action) => `${resource}.${action}`))
    .join(" ");
}

const byId = (id: string) => ({ model: "apikey", where: [{ field: "id", value: id }] });

export async function revokeKey(auth: Auth, id: string): Promise<void> {
  await (await auth.$context).adapter.delete(byId(id));
}

export async function disableKey(auth: Auth, id: string): Promise<void> {
  await (await auth.$context).adapter.update({ ...byId(id), update: { enabled: false } });
}

/** Returns the id of the user with that name, and signs the user up if necessary. */
export async function ensureUser(auth: Auth, name: string): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const email = `${name}@users.example`;
  const found = await internalAdapter.findUserByEmail(email);
  if (found !== null) return found.user.id;
  const password = randomBytes(24).toString("base64url");
  return (await auth.api.signUpEmail({ body: { name, email, password } })).user.id;
}
