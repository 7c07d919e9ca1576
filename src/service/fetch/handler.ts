/** The whole service as a function from a request to a response, for every runtime that has the Fetch API. */
import { readBaseUrl, readUrl } from "../../client/urls.ts";
import { base64Url } from "../../core/json/digest.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Registry } from "../../core/types.ts";
import { createMemoryLimiter } from "../budget/memory.ts";
import { createGivenCatalogue, type GivenRegistry, openNamedRegistry } from "../catalogue/given.ts";
import { createEndpoint } from "../endpoint/endpoint.ts";
import type { Answer, Body, Head, Step } from "../http/call.ts";
import { CUT_SHORT, TOO_LARGE } from "../http/media-type.ts";
import { createKeyList } from "../identity/key-list.ts";
import { isWellFormedKey } from "../operations/gate.ts";
import type { Catalogue, KeyVerifier, Limiter, ProxyVerifier } from "../operations/ports.ts";
import type { CallRecord } from "../operations/record.ts";
import type { Assets } from "../pages/assets.ts";
import { createReceiptSigner, describeKey, type SigningKey, Unusable } from "../receipts/receipts.ts";

/** What a handler is made of. */
export interface HandlerOptions {
  /** The public URL of the service. With a path, requests are served below that path. */
  readonly baseUrl: string;
  /** What can be checked: the spec packages and registries themselves, or a catalogue of your own. */
  readonly domains: readonly GivenDomain[] | Catalogue;
  /** The keys to accept, or who knows whether a key is good. */
  readonly keys: readonly string[] | KeyVerifier;
  /** The address of the caller, by which calls are counted: only the host knows which header may be believed. */
  readonly clientAddress: (request: Request) => string | undefined;
  /** Calls a minute for each caller, 20 unless it is given. With a limiter of your own, say here what it allows. */
  readonly rateLimit?: number;
  /** Who counts calls. Left out: each isolate or process for itself, in memory. */
  readonly limiter?: Limiter;
  /** Who verifies calls that an identity service signed. Left out: they are refused. */
  readonly signedCalls?: ProxyVerifier;
  /** Private keys as JWK, on P-256 or Ed25519. Builds then have a receipt: the first key signs, and all are published. */
  readonly signingKeys?: readonly Readonly<Record<string, unknown>>[];
  /** An OAuth authorization server that issues keys. */
  readonly identityIssuer?: string;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl?: string;
  /** The files of the workbench. Left out: `/` is a page of links. */
  readonly assets?: Assets;
  /** Called after each request, for log and metrics. The record holds nothing that the caller wrote. */
  readonly onCall?: (call: CallRecord) => void;
  /** Called on errors of the service itself. */
  readonly onFault?: (error: unknown, requestId: string) => void;
}

/** Answers a request. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Throws a TypeError if an option cannot be used. `version`: of this package. */
export function createFetchHandler(options: HandlerOptions, version: string): FetchHandler {
  const { rateLimit = 20, onFault = () => undefined, onCall = () => undefined } = options;
  if (!Number.isSafeInteger(rateLimit) || rateLimit < 1)
    throw new TypeError("rateLimit must be a whole number of at least 1.");
  const baseUrl = readBaseUrl(options.baseUrl);
  const { domains, keys } = options;
  const catalogue = "find" in domains && "list" in domains ? domains : openDomains(domains, baseUrl);
  for (const name of ["identityIssuer", "keyHelpUrl"] as const)
    if (options[name] !== undefined) readUrl(options[name], name);
  const signingKeys = options.signingKeys?.map(openSigningKey) ?? [];
  if (!("verify" in keys || keys.every(isWellFormedKey)))
    throw new TypeError("A key must be ai_ followed by 16 to 253 letters, digits, _ or -.");
  const identity = { issuer: baseUrl, service: `proposal-preflight/${version}` };
  const { open } = createEndpoint({
    ...{ baseUrl, catalogue, rateLimit, version, onFault },
    assets: options.assets,
    compress: undefined,
    keys: "verify" in keys ? keys : createKeyList(keys),
    limiter: options.limiter ?? createMemoryLimiter({ limit: rateLimit }),
    proxy: options.signedCalls,
    receipts: signingKeys.length > 0 ? createReceiptSigner(() => signingKeys, identity) : undefined,
    issuer: options.identityIssuer,
    keyHelpUrl: options.keyHelpUrl,
    recorder: { record },
    decode: decodeUtf8,
    isOverloaded: () => false,
    isStopping: () => false,
  });
  function record(call: CallRecord): void {
    try {
      onCall(call);
    } catch (error) {
      onFault(error, call.requestId);
    }
  }
  const { pathname } = new URL(baseUrl);
  const basePath = pathname === "/" ? "" : pathname;

  return async (request) => {
    let step: Step = open(readHead(request, basePath, options.clientAddress));
    for (;;) {
      if (step instanceof Promise) step = await step;
      else if ("run" in step) step = step.run();
      else if ("received" in step) step = step.received(await readBody(request, step.maxBytes));
      else return responseOf(request, withBase(request, step, basePath));
    }
  };
}

/** `basePath`: the path at which the service is mounted. It is not part of the target, as behind a proxy. */
function readHead(request: Request, basePath: string, clientAddress: HandlerOptions["clientAddress"]): Head {
  const { pathname, search, host } = new URL(request.url);
  const isBelow = basePath !== "" && (pathname === basePath || pathname.startsWith(`${basePath}/`));
  const headers: Record<string, string> = { host };
  const rawHeaders: string[] = [];
  request.headers.forEach((value, name) => {
    headers[name] = value;
    // `Headers` joins the values of a repeated header. No good value of this one holds a comma before another key.
    const values = name === "authorization" ? value.split(/, (?=bearer )/i) : [value];
    for (const each of values) rawHeaders.push(name, each);
  });
  const path = isBelow ? pathname.slice(basePath.length) || "/" : pathname;
  return {
    method: request.method,
    target: path + search,
    rawHeaders,
    headers,
    clientAddress: () => clientAddress(request) ?? "",
    isGone: () => request.signal.aborted,
  };
}

/** Without a slash at the end of its address, the links of the first page would lead beside the service. */
function withBase(request: Request, answer: Answer, path: string): Answer {
  const { headers, body } = answer;
  if (path === "" || typeof body !== "string" || new URL(request.url).pathname !== path) return answer;
  return {
    ...answer,
    headers: headers.map((value) => value.replace("base-uri 'none'", "base-uri 'self'")),
    body: body.replace("<head>", `<head><base href="${path}/">`),
  };
}

function responseOf({ method }: Request, { status, headers: flat, body }: Answer): Response {
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  const headers = new Headers();
  for (let at = 0; at < flat.length; at += 2) headers.append(flat[at]!, flat[at + 1]!);
  return new Response(hasBody ? (body as string | Uint8Array<ArrayBuffer>) : null, { status, headers });
}

/** Reading stops after `limit` bytes. */
async function readBody(request: Request, limit: number): Promise<Body> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const received = async () =>
    chunks.length === 1 ? chunks[0]! : new Uint8Array(await new Blob(chunks).arrayBuffer());
  try {
    const declared = request.headers.get("content-length");
    // Servers hold a body to the length that it declares, and to read it at once costs less than a stream.
    if (declared !== null && Number(declared) <= limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.length <= limit ? { ok: true, bytes } : { ok: false, problem: TOO_LARGE, start: bytes };
    }
    const reader = request.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return { ok: true, bytes: await received() };
      size += value.length;
      chunks.push(value);
      if (size <= limit) continue;
      reader?.cancel().catch(() => undefined);
      return { ok: false, problem: TOO_LARGE, start: await received() };
    }
  } catch {
    return { ok: false, problem: CUT_SHORT, start: await received() };
  }
}

/** A byte order mark is skipped. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A domain whose rules and registries are given as data. */
export interface GivenDomain {
  /** The spec package: the parsed JSON document. */
  readonly specPackage: unknown;
  /** What the product already has. Left out: nothing. */
  readonly registry?: GivenRegistry | undefined;
  /** The registries that the spec package declares, by name. */
  readonly registries?: Readonly<Record<string, GivenRegistry<object>>> | undefined;
  readonly submissionUrl: string;
  /** Where the spec package is published. Left out: the copy that this service serves. */
  readonly specPackageUrl?: string | undefined;
}

/** Throws a TypeError if a spec package cannot be used. */
function openDomains(domains: readonly GivenDomain[], baseUrl: string): Catalogue {
  const names = new Set<string>();
  const opened = domains.map(({ specPackage, registry, registries, submissionUrl, ...given }) => {
    const loaded = loadSpecPackage(specPackage);
    if (!loaded.ok) {
      const reasons = loaded.reasons.map(({ pointer, message }) => `${pointer || "it"}: ${message}`);
      throw new TypeError(`A spec package cannot be used.\n${reasons.join("\n")}`);
    }
    const { spec } = loaded;
    const domain = nameOf(spec);
    if (names.has(domain)) throw new TypeError(`The domain ${domain} is given twice.`);
    names.add(domain);
    const { specPackageUrl = `${baseUrl}/spec-packages/${domain}` } = given;
    readUrl(submissionUrl, "submissionUrl");
    readUrl(specPackageUrl, "specPackageUrl");
    const asked = spec.rules.registries.named;
    return {
      ...{ spec, submissionUrl, specPackageUrl },
      registry: registry && createRegistry(registry.entries, registry.asOf),
      registries: new Map(asked.map((name) => [name, named(spec, name, registries?.[name])])),
    };
  });
  return createGivenCatalogue(opened);
}

function named(spec: SpecPackage, name: string, given: GivenRegistry<object> | undefined): Registry {
  const registry = given && openNamedRegistry(spec, name, given);
  if (registry !== undefined) return registry;
  const { key = "id" } = spec.document.registries![name]!;
  throw new TypeError(
    `The rules of ${nameOf(spec)} ask the registry "${name}": give its entries, each with "${key}".`,
  );
}

/** A key of receipts for every runtime with Web Crypto. Throws a TypeError if it is no private key that can sign receipts. */
function openSigningKey(given: Readonly<Record<string, unknown>>): SigningKey {
  const { kty, crv, x, y, d } = given as { kty: string; crv: string; x: string; y?: string; d: string };
  try {
    if (typeof d !== "string") throw new Unusable("holds a public key; the private key is needed.");
    const described = describeKey(given, given);
    const algorithm =
      crv === "P-256" ? { name: "ECDSA", namedCurve: crv, hash: "SHA-256" } : { name: "Ed25519" };
    const jwk = { kty, crv, x, d, ...(y !== undefined && { y }) };
    let key: ReturnType<typeof crypto.subtle.importKey> | undefined;
    return {
      ...described,
      async sign(claims) {
        const encoder = new TextEncoder();
        const text = `${described.header}.${base64Url(encoder.encode(claims))}`;
        // Not before the first request: some runtimes allow no work before it.
        key ??= crypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"]);
        const bytes = await crypto.subtle.sign(algorithm, await key, encoder.encode(text));
        return `${text}.${base64Url(new Uint8Array(bytes))}`;
      },
    };
  } catch (error) {
    throw error instanceof Unusable ? new TypeError(`signingKeys ${error.message}`) : error;
  }
}
