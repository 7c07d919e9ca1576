/** Finds out what a file is a proposal for, and where in it the candidate is. */
import { isPlainObject } from "../../core/json/pointer.ts";
import type { Domain, Envelope } from "../../operations/operation-types.ts";
import type { DomainName } from "../../operations/ports.ts";
import { Failure } from "../terminal/failure.ts";

export interface Addressed extends Envelope {
  /** The way from the document to the candidate: not empty if the file holds the whole envelope. */
  readonly base: readonly string[];
}

/** `chosen`: the domain that the user named. */
export function addressOf(
  value: unknown,
  chosen: DomainName | undefined,
  domains: readonly Domain[],
): Addressed {
  const envelope = envelopeOf(value);
  const named = envelope ?? chosen;
  if (envelope !== undefined && chosen !== undefined && nameOf(envelope) !== nameOf(chosen))
    throw new Failure(
      `The file is a proposal for ${nameOf(envelope)}, but --domain says ${nameOf(chosen)}.`,
      "Leave --domain out, or change the file.",
    );
  const domain = named ?? onlyOne(domains);
  return envelope === undefined
    ? { ...pick(domain), candidate: value, base: [] }
    : { ...pick(domain), candidate: envelope.candidate, base: ["candidate"] };
}

/** Reads `product/domain`, or the domain alone where only one product has it. */
export function readDomain(text: string, domains: readonly Domain[]): DomainName {
  const found = domains.filter((domain) => nameOf(domain) === text || domain.domainId === text);
  const [only] = found;
  if (only !== undefined && found.length === 1) return pick(only);
  throw new Failure(`There is no domain ${JSON.stringify(text)}.`, listed(domains));
}

export function nameOf({ targetProduct, domainId }: DomainName): string {
  return `${targetProduct}/${domainId}`;
}

export function pick({ targetProduct, domainId }: DomainName): DomainName {
  return { targetProduct, domainId };
}

/** The envelope of a request, if a file holds one. */
export function envelopeOf(value: unknown): Envelope | undefined {
  if (!isPlainObject(value)) return undefined;
  const { targetProduct, domainId, candidate, repair: _, ...others } = value;
  if (typeof targetProduct !== "string" || typeof domainId !== "string") return undefined;
  // Without a candidate, anything else is a candidate that names its domain by mistake.
  const isEnvelope = candidate !== undefined || Object.keys(others).length === 0;
  return isEnvelope ? { targetProduct, domainId, candidate } : undefined;
}

function onlyOne(domains: readonly Domain[]): DomainName {
  const [only] = domains;
  if (only === undefined) throw new Failure("There is no domain to check against.");
  if (domains.length > 1)
    throw new Failure("It is not clear what this is a proposal for.", `Use --domain. ${listed(domains)}`);
  return only;
}

function listed(domains: readonly Domain[]): string {
  const names = domains.slice(0, 20).map(nameOf).join(", ");
  return `The domains are: ${names}${domains.length > 20 ? ", …" : ""}.`;
}
