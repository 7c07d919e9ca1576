import { isPlainObject } from "../../core/json/values.ts";
import { exampleToShow } from "../../core/publishing/examples.ts";
import { describeMembers, type MemberDescription } from "../../core/spec-package/members.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import { cut } from "../../core/unicode/unicode.ts";
import type { Operation } from "./operation.ts";
import type { Domain, DomainList } from "./operation-types.ts";
import type { Catalogue, DomainDescription, DomainName, ReadyDomain } from "./ports.ts";
import { upstreamUnavailable } from "./problems.ts";
import { DOMAIN_FILTER, DOMAIN_LIST } from "./schemas.ts";

/** Of an answer with the details of several domains, and of what is said about one; its example comes on top. */
const MAX_LENGTH = 8_000;

export const listDomains: Operation = {
  id: "listDomains",
  capability: "preflight.listDomains",
  method: "GET",
  path: "/api/domains",
  title: "List proposal domains",
  summary: "List the kinds of proposal that can be checked and built",
  description:
    "Lists the proposal domains. Call it first, with `targetProduct` and `domainId` if you know them: the answer about one domain has its members and an example, enough to write a candidate. With `detailsOmitted`, call again for one domain; with `membersOmitted`, for the members below a `pointer`. Needs no credentials.",
  input: DOMAIN_FILTER,
  output: DOMAIN_LIST,
  credentials: "optional",

  run(input, { catalogue }) {
    const filter: Record<string, unknown> = isPlainObject(input) ? input : {};
    const states = catalogue.list().filter(({ description }) => matches(filter, description));
    if (states.length === 0)
      return { ok: true, body: { domains: [], supported: supportedDomains(catalogue) } satisfies DomainList };
    const ready = states.filter((state) => state.status === "ready");
    const { pointer } = filter;
    const asked =
      typeof pointer === "string" ? pointer.split("/").filter((token) => token !== "") : undefined;
    if (ready.length > 0) return { ok: true, body: listOf(ready, asked) };
    // An empty list would mean that nothing is supported, which is not true.
    const waits = states.map((state) => (state.status === "ready" ? 0 : state.retryAfterSeconds));
    const problem = upstreamUnavailable("Every target product asked for", Math.min(...waits));
    return { ok: false, problem };
  },
};

/** Details as far as they fit; of one domain always. */
function listOf(ready: readonly ReadyDomain[], asked: readonly string[] | undefined): DomainList {
  const domains: Domain[] = [];
  // One comma less than domains, and what is around them.
  let length = JSON.stringify({ domains }).length - 1;
  for (const state of ready) {
    const domain = describeDomain(state, asked);
    length += JSON.stringify(domain).length + 1;
    if (ready.length > 1 && length > MAX_LENGTH) return { domains: ready.map(indexOf), detailsOmitted: true };
    domains.push(domain);
  }
  return { domains };
}

function indexOf(state: ReadyDomain): Domain {
  return { ...nameDomain(state), required: [...(state.spec.schema.root.shape.object?.required ?? [])] };
}

function nameDomain({ description, spec }: ReadyDomain) {
  const { targetProduct, domainId, title, specPackageUrl, submissionUrl } = description;
  const [summary = title] = (spec.document.description ?? title).split("\n");
  return {
    ...{ targetProduct, domainId, title, summary: cut(summary, 200) },
    ...{ specPackageVersion: spec.version, specPackageUrl, submissionUrl },
  };
}

/** `asked`: the tokens of the pointer, however it is written. Where nothing stands there, the nearest that it leads to is shown. */
function describeDomain(state: ReadyDomain, asked: readonly string[] | undefined): Domain {
  const { spec } = state;
  const reached = describeMembers(spec).map((member) => ({
    member,
    depth: commonDepth(member, asked ?? []),
  }));
  const deepest = reached.reduce((most, { depth }) => Math.max(most, depth), 0);
  const all = reached.flatMap(({ member, depth }) => (depth === deepest ? [member] : []));
  const named = nameDomain(state);
  let room = MAX_LENGTH - JSON.stringify({ ...named, members: [], membersOmitted: all.length }).length;
  const past = all.findIndex((member) => {
    room -= JSON.stringify(member).length + 1;
    return room < 0;
  });
  return {
    ...named,
    members: past < 0 ? all : all.slice(0, past),
    ...(past >= 0 && { membersOmitted: all.length - past }),
    ...(asked !== undefined && deepest < asked.length && { pointerUnknown: true }),
    // Whoever asks for more members has seen it.
    ...(asked === undefined && { example: exampleOf(spec) }),
  };
}

/** How far a pointer leads towards a member; * stands for every item and every name. */
function commonDepth({ pointer }: MemberDescription, asked: readonly string[]): number {
  const tokens = pointer.split("/").slice(1);
  const other = tokens.findIndex((token, index) => token !== "*" && token !== asked[index]);
  return Math.min(asked.length, other < 0 ? tokens.length : other);
}

function matches(filter: Readonly<Record<string, unknown>>, domain: DomainDescription): boolean {
  return (["targetProduct", "domainId"] as const).every(
    // Some callers send null for what they leave out.
    (name) => (filter[name] ?? domain[name]) === domain[name],
  );
}

/** All there is to choose from, for whoever asked for something else. */
export const supportedDomains = (catalogue: Catalogue): DomainName[] =>
  catalogue.list().map(({ description: { targetProduct, domainId } }) => ({ targetProduct, domainId }));

const MAX_NAMED_DOMAINS = 20;
const MAX_NAMES_LENGTH = 700;

/** The first of the domains, as far as their names take at most `maxLength` characters, and how to find the others. */
export function nameDomains(
  catalogue: Catalogue,
  inWords: (domain: DomainDescription) => string,
  maxLength = MAX_NAMES_LENGTH,
): string[] {
  const all = catalogue.list().map(({ description }) => description);
  let length = 0;
  const named = all.slice(0, MAX_NAMED_DOMAINS).filter(({ targetProduct, domainId }, at) => {
    length += targetProduct.length + domainId.length + 4;
    return at === 0 || length <= Math.min(maxLength, MAX_NAMES_LENGTH);
  });
  const left = all.length - named.length;
  const others = `and ${left} more: listDomains names them all, or those of a targetProduct`;
  return [...named.map(inWords), ...(left === 0 ? [] : [others])];
}

/** Tells what is listed and read now: the same list as before while all of it is the same. */
export function watchRules({ list }: Pick<Catalogue, "list">): () => readonly unknown[] {
  let rules: readonly unknown[] = [];
  return () => {
    const current = list().flatMap((state) => {
      const { description } = state;
      return [state.status === "ready" ? state.spec : nameOf(description), description.submissionUrl];
    });
    if (current.length !== rules.length || current.some((each, at) => each !== rules[at])) rules = current;
    return rules;
  };
}

/** A candidate that is valid in every registry, an empty one included. */
export const exampleOf = (spec: SpecPackage): unknown =>
  exampleToShow(spec) ?? spec.document.examples.valid[0]?.candidate;
