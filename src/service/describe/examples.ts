/** Examples for the API description, made by running the service, so that they cannot be wrong. */
import { sizeOf } from "../../core/json/size.ts";
import { neverText } from "../../core/reader/read-json.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import { INTERNAL_ERROR } from "../http/call.ts";
import { MAX_BODY_BYTES, parseBody, refuseByHead } from "../http/media-type.ts";
import { EXPECTATION_FAILED, refusalOf, TRANSFER_CODING } from "../http/refusals.ts";
import { type Gate, readCredentials } from "../operations/gate.ts";
import type { Operation, OperationContext, Outcome } from "../operations/operation.ts";
import type { ReadyDomain } from "../operations/ports.ts";
import {
  OVERLOADED,
  type Problem,
  type ProblemCode,
  rateLimited,
  upstreamUnavailable,
} from "../operations/problems.ts";

interface Example {
  readonly name: string;
  readonly summary: string;
  readonly request: object;
  readonly response: object;
}

/** The domain for examples: the first one that can be checked now. */
export function exampleDomain({ catalogue }: OperationContext): ReadyDomain | undefined {
  return catalogue.list().find((state) => state.status === "ready");
}

/** Arguments that are valid by the spec package, or not. */
export function exampleEnvelopes({ spec }: ReadyDomain, kind: "valid" | "invalid") {
  const { targetProduct, domainId, document } = spec;
  return document.examples[kind].map(({ title, candidate }) => ({
    name: kind,
    summary: title,
    envelope: { targetProduct, domainId, candidate },
  }));
}

/** What is below the first member is enough of a domain. */
function filtersOf({ spec }: ReadyDomain) {
  const { targetProduct, domainId } = spec;
  const pointer = describeMembers(spec)[0]?.pointer ?? "";
  return [
    { name: "members", summary: "Members below a pointer", envelope: { targetProduct, domainId, pointer } },
  ];
}

/** Of a request with its answer. The description of the API stays short, however long the proposals of a product are. */
const MAX_EXAMPLE_LENGTH = 3_400;

/** The first one that is short. A refusal says most about a check, and a package about a build. */
export function exampleOf(operation: Operation, context: OperationContext): Example | undefined {
  const domain = exampleDomain(context);
  if (domain === undefined) return undefined;
  const inputs =
    operation.method === "GET"
      ? filtersOf(domain)
      : exampleEnvelopes(domain, operation.id === "validateProposal" ? "invalid" : "valid");
  for (const { name, summary, envelope } of inputs) {
    const outcome = runAtOnce(operation, envelope, context);
    if (!outcome.ok) continue;
    const example = { name, summary, request: envelope, response: outcome.body };
    if (sizeOf(example) <= MAX_EXAMPLE_LENGTH) return example;
  }
  return undefined;
}

/** Without a receipt, which would differ from one moment to the next. */
function runAtOnce(operation: Operation, input: unknown, context: OperationContext): Outcome {
  return operation.run(neverText(input), { ...context, receipts: undefined }) as Outcome;
}

/** One real instance of every problem that an operation can answer with. */
export function problemExamples(
  operation: Operation,
  gate: Gate,
  context: OperationContext,
): Map<ProblemCode, Problem> {
  const proxyHeader = ["x-adt-proxy-agent", "agent"];
  const found: (Problem | undefined)[] = [
    refusalOf({ code: "HPE_INVALID_METHOD" }),
    refusalOf({ code: "HPE_HEADER_OVERFLOW" }),
    refusalOf({ code: "ERR_HTTP_REQUEST_TIMEOUT" }),
    credentialsProblem(["Authorization", "Bearer ai_", ...proxyHeader]),
    credentialsProblem(["Authorization", "Bearer"]),
    gate.authorize(operation, { kind: "anonymous" }),
    gate.authorize(operation, { kind: "agent", agent: "", subject: "", capability: "", contentSha256: "" }),
    EXPECTATION_FAILED,
    TRANSFER_CODING,
    rateLimited({ allowed: false, limit: 20, remaining: 0, resetSeconds: 37 }),
    INTERNAL_ERROR,
    OVERLOADED,
    upstreamUnavailable("The identity service", 5),
  ];
  if (operation.method === "POST") {
    const json = ["Content-Type", "application/json"];
    const truncated = parseBody('{ "targetProduct": ');
    const unknown = { targetProduct: "unknown", domainId: "unknown" };
    found.push(
      refuseByHead([]),
      refuseByHead([...json, "Content-Length", String(MAX_BODY_BYTES + 1)]),
      truncated.ok ? undefined : truncated.problem,
      ...[{}, unknown].map((input) => {
        // One domain shows what `supported` is, however many there are.
        const catalogue = { ...context.catalogue, list: () => context.catalogue.list().slice(0, 1) };
        const outcome = runAtOnce(operation, input, { ...context, catalogue });
        return outcome.ok ? undefined : outcome.problem;
      }),
    );
  }
  return new Map(found.flatMap((refusal) => (refusal === undefined ? [] : [[refusal.code, refusal]])));
}

function credentialsProblem(rawHeaders: readonly string[]): Problem | undefined {
  const credentials = readCredentials({ method: "GET", target: "/", rawHeaders });
  return credentials.kind === "refused" ? credentials.problem : undefined;
}
