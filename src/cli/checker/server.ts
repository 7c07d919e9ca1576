/**
 * A service elsewhere, through the typed client, which repeats what is safe and stays below the call rate. What the client
 * reports is said in words that tell what to do on a command line.
 */
import { FILE_CODES } from "../../authoring/documents/codes.ts";
import type { KnownRules } from "../../authoring/help.ts";
import {
  ConnectionError,
  createClient,
  isProblem,
  PreflightError,
  TimeoutError,
  UnexpectedAnswerError,
  type Wait,
} from "../../client/index.ts";
import { writeJson } from "../../core/json/values.ts";
import { compileSpecPackage } from "../../core/publishing/load.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { BUILT_IN_CODES } from "../../core/spec-package/codes.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { BuildResult, Json, ValidationResult } from "../../core/types.ts";
import { MAX_BODY_BYTES } from "../../service/http/media-type.ts";
import { ENVELOPE_CODES } from "../../service/operations/diagnostic-codes.ts";
import { isWellFormedKey, KEY_RULE } from "../../service/operations/gate.ts";
import type { RepairableEnvelope } from "../../service/operations/operation-types.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import { fetchText, readOther } from "../files/read.ts";
import { Failure, type Session, type Terminal } from "../terminal/terminal.ts";
import { grouped } from "../terminal/text.ts";
import type { Checker, CheckerOptions } from "./checker.ts";

type ServerOptions = CheckerOptions & { readonly server: string };

export function createServerChecker(options: ServerOptions, session: Session): Checker {
  const { spec = [], registry = [], at, simulate } = options;
  if (spec.length + registry.length > 0)
    throw new Failure("--server goes with neither --spec nor --registry: the service has its own rules.");
  if (at !== undefined || simulate)
    throw new Failure("--server goes with neither --at nor --simulate: a service judges by its own clock.");
  const client = openClient(options, session);
  let lasting: Failure | undefined;
  /** Once the service is known to be out of reach, or the key to be wrong, the rest of the files need not find out too. */
  async function ask<Body>(call: () => Promise<Body>): Promise<Body> {
    if (lasting !== undefined) throw lasting;
    try {
      return await call();
    } catch (error) {
      const failure = failureAt(options.server, error);
      if (isLasting(error)) lasting = failure;
      throw failure;
    }
  }
  const rules = new Map<string, KnownRules | undefined>();
  const domains = async () => (await ask(() => client.listDomains())).domains;
  return {
    codes: () => [...FILE_CODES, ...ENVELOPE_CODES, ...BUILT_IN_CODES],
    here: undefined,
    domains,
    names: domains,
    validate: (request) => ask<ValidationResult>(() => client.validateProposal(envelopeOf(request))),
    build: (request) => ask<BuildResult>(() => client.buildProposal(envelopeOf(request))),
    async rulesOf(domain) {
      const name = nameOf(domain);
      if (!rules.has(name)) rules.set(name, await fetchRules(options.server, domain));
      return rules.get(name);
    },
    registrySize: () => undefined,
  };
}

/** The text of the copy that a service itself uses; the product's own one may be newer. Undefined if it is not sent. */
export async function fetchSpecPackage(server: string, { targetProduct, domainId }: DomainName) {
  const name = [targetProduct, domainId].map(encodeURIComponent).join("/");
  const fetched = await fetchText(`${server.replace(/(?<!\/)\/+$/, "")}/spec-packages/${name}`);
  return "text" in fetched ? fetched.text : undefined;
}

/** A service sends its rules, but not what is registered. */
async function fetchRules(server: string, domain: DomainName): Promise<KnownRules | undefined> {
  const sent = readJson((await fetchSpecPackage(server, domain)) ?? "");
  const loaded = sent.ok ? compileSpecPackage(sent.value) : undefined;
  return loaded?.ok ? { spec: loaded.spec, entriesOf: () => [] } : undefined;
}

export function openClient({ server, keyFile }: ServerOptions, { terminal, environment, version }: Session) {
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server))
    throw new Failure("--server must be an http or https URL, such as https://preflight.example.");
  try {
    const key = readKey(keyFile, environment);
    const onWait = (wait: Wait) => announce(wait, terminal);
    const headers = { "User-Agent": `preflight/${version}` };
    return createClient({ baseUrl: server, key, onWait, headers, stringify: writeJson });
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(`--server: ${error.message}`);
    throw error;
  }
}

/** Short waits are not worth a word. */
const MIN_ANNOUNCED_MS = 2_000;

/** Tells a person why nothing happens. */
function announce({ reason, waitMs }: Wait, { note, noteStyle }: Terminal): void {
  const why = reason === "budget" ? "the calls of this minute are used up" : "the service says so";
  const text = `Waiting ${Math.ceil(waitMs / 1_000)} s: ${why}.`;
  if (waitMs >= MIN_ANNOUNCED_MS) note(`${noteStyle.dim(text)}\n`);
}

/** What to say of a call to a service that failed. */
export function failureAt(server: string, error: unknown): Failure {
  const hint =
    "Check the address and whether it is running. Without --server the check runs on this machine.";
  return toFailure(error, { name: `The service at ${server}`, hint });
}

/** A call with a body that is too large would be refused, and count as well. */
function envelopeOf({ targetProduct, domainId, candidate, repair }: RepairableEnvelope) {
  const envelope = { targetProduct, domainId, candidate: candidate as Json, ...(repair && { repair }) };
  const bytes = Buffer.byteLength(JSON.stringify(envelope));
  if (bytes > MAX_BODY_BYTES)
    throw new Failure(
      `The proposal has ${grouped(bytes)} bytes of JSON; a service accepts ${grouped(MAX_BODY_BYTES)}.`,
    );
  return envelope;
}

const LATER = "Try again later.";
const REFUSED = "The key of PREFLIGHT_API_KEY or --key-file is unknown, expired or revoked. Get a new one.";

const HINTS = new Map([
  ["unauthenticated", "Set PREFLIGHT_API_KEY, or name a file with --key-file."],
  ["invalid-credentials", REFUSED],
  ["rate-limited", LATER],
  ["overloaded", LATER],
  ["upstream-unavailable", LATER],
]);

/** `name`: of whom was called; `hint`: what to do if nobody is there. Anything that is not an error of the client is thrown again. */
export function toFailure(error: unknown, { name, hint }: Record<"name" | "hint", string>): Failure {
  if (error instanceof ConnectionError) return new Failure(`${name} cannot be reached.`, hint);
  if (error instanceof TimeoutError) return new Failure(`${name} did not answer in time.`, LATER);
  if (isProblem(error)) return new Failure(error.message, HINTS.get(error.code));
  if (error instanceof PreflightError || error instanceof TypeError) return new Failure(error.message);
  throw error;
}

function isLasting(error: unknown): boolean {
  const codes = ["unauthenticated", "invalid-credentials", "capability-mismatch"];
  if (isProblem(error)) return codes.includes(error.code);
  return error instanceof ConnectionError || error instanceof UnexpectedAnswerError;
}

/**
 * From the environment or from a file, never from an argument, which other users of the machine could see. Undefined if there is
 * none. Throws a Failure if it is malformed, without quoting it.
 */
export function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const text = (file === undefined ? environment.PREFLIGHT_API_KEY : readOther(file))?.trim();
  if (text === "" && file !== undefined) throw new Failure(`The key file ${file} is empty.`);
  if (text && !isWellFormedKey(text))
    throw new Failure(`The key in ${file ?? "PREFLIGHT_API_KEY"} is malformed: ${KEY_RULE}`);
  return text || undefined;
}
