/** Which registered entry a file is itself, by the configuration, and which two files claim to be the same one. */
import { basename, resolve } from "node:path";
import { openDocument } from "../../authoring/documents/open.ts";
import { parsePointer, valueAt } from "../../core/json/pointer.ts";
import { quote } from "../../core/unicode/describe.ts";
import type { Config, FileRules } from "../config/config.ts";
import type { InputFile } from "../files/find.ts";
import { readText } from "../files/read.ts";
import { Failure } from "../terminal/failure.ts";
import type { Claim, Identity } from "./check-file.ts";

export function identityOf(rules: FileRules, config: Config): Identity | undefined {
  const by = rules.identity?.by;
  if (by === undefined) return undefined;
  const at = by === "path" ? [] : parsePointer(by);
  return {
    at,
    ownOf(path, candidate) {
      const value = by === "path" ? basename(path).replace(/\.[^.]*$/, "") : valueAt(candidate, at);
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    },
    listFiles: () => config.listFiles().filter(({ path }) => config.rulesOf(path) === rules),
  };
}

export function createClaims(files: readonly InputFile[]): Claim {
  const inRun = new Set(files.map(({ path }) => resolve(path)));
  const known = new Map<Identity, Promise<Map<string, string>>>();
  return async (identity, own, path) => {
    const seen =
      known.get(identity) ??
      claimsOf(
        identity.listFiles().filter((file) => !inRun.has(resolve(file.path))),
        identity,
      );
    known.set(identity, seen);
    const claims = await seen;
    // As registries compare them.
    const key = own.toLowerCase();
    const first = claims.get(key);
    if (first === undefined) claims.set(key, path);
    if (first === undefined || resolve(first) === resolve(path)) return undefined;
    const message = `${quote(own)} is the identity of two files: ${first} and ${path}. Give one of them another.`;
    return { code: "identity-repeated", severity: "error", message };
  };
}

async function claimsOf(files: readonly InputFile[], { ownOf }: Identity): Promise<Map<string, string>> {
  const claims = new Map<string, string>();
  for (const file of files)
    try {
      const { value } = await openDocument(file.path, (await readText(file)).text);
      const own = ownOf(file.path, value);
      if (own !== undefined) claims.set(own.toLowerCase(), file.path);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  return claims;
}
