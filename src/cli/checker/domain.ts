/** Finds out what a file is a proposal for, and where in it the candidate is. */

import { child, isPlainObject } from "../../core/json/values.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import { ENVELOPE_MEMBERS } from "../../service/operations/envelope.ts";
import type { Envelope } from "../../service/operations/operation-types.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import { Failure, type Session } from "../terminal/terminal.ts";
import type { Checker, CheckerOptions } from "./checker.ts";

export interface Addressed extends Envelope {
  /** The way from the document to the candidate: not empty if the file holds the whole envelope. */
  readonly base: readonly string[];
  /** The id of the registered entry that the file is itself. */
  own: string | undefined;
}

export function addressOf(value: unknown, chosen: DomainName | undefined, domains: readonly DomainName[]) {
  const envelope = envelopeOf(value);
  if (envelope !== undefined && chosen !== undefined && nameOf(envelope) !== nameOf(chosen)) {
    const both = `${nameOf(envelope)}, but --domain says ${nameOf(chosen)}`;
    throw new Failure(`The file is a proposal for ${both}.`, "Leave --domain out, or change the file.");
  }
  if (envelope !== undefined) return { ...envelope, base: ["candidate"], own: undefined };
  // Called for each of many records, for which copying members takes too long.
  const { targetProduct, domainId } = chosen ?? chooseDomain(undefined, domains);
  return { targetProduct, domainId, candidate: value, base: [], own: undefined };
}

/** By `product/domain`, or by the domain alone where only one product has it. Without a name, the only one there is. */
export function chooseDomain<Known extends DomainName>(name: string | undefined, domains: readonly Known[]) {
  if (domains.length === 0) throw new Failure("There is no domain to check against.");
  const isNamed = (domain: DomainName) =>
    name === undefined || nameOf(domain) === name || domain.domainId === name;
  const named = domains.filter(isNamed);
  if (named.length === 1) return named[0]!;
  if (name !== undefined) throw new Failure(`There is no domain ${JSON.stringify(name)}.`, listed(domains));
  throw new Failure("It is not clear what this is a proposal for.", `Use --domain. ${listed(domains)}`);
}

/** The envelope of a request, if a file holds one. */
export function envelopeOf(value: unknown): Envelope | undefined {
  if (!isPlainObject(value)) return undefined;
  const { targetProduct, domainId, candidate } = value;
  if (typeof targetProduct !== "string" || typeof domainId !== "string") return undefined;
  // Without a candidate, anything else is a candidate that names its domain by mistake.
  const isEnvelope =
    candidate !== undefined || Object.keys(value).every((key) => ENVELOPE_MEMBERS.includes(key));
  return isEnvelope ? { targetProduct, domainId, candidate } : undefined;
}

/** A file may hold the whole envelope of a request, or a built package; the candidate is in it. */
export function candidateOf(value: unknown): unknown {
  const envelope = envelopeOf(child(value, "proposalPackage") ?? value);
  return envelope === undefined ? value : envelope.candidate;
}

function listed(domains: readonly DomainName[]): string {
  const names = domains.slice(0, 20).map(nameOf).join(", ");
  return `The domains are: ${names}${domains.length > 20 ? ", …" : ""}.`;
}

export async function chooseChecker(options: CheckerOptions, session: Session): Promise<Checker> {
  const { server } = options;
  if (server === undefined) return (await import("./offline.ts")).createOfflineChecker(options);
  return (await import("./server.ts")).createServerChecker({ ...options, server }, session);
}
