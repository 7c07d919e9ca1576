/** Examples for the API description, made by running the service, so that they cannot be wrong. */
import { sizeOf } from "../../core/json/size.ts";
import { neverText } from "../../core/reader/read-json.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import { INTERNAL_ERROR } from "../http/call.ts";
import { MAX_BODY_BYTES, parseBody, refuseByHead } from "../http/media-type.ts";
import { EXPECTATION_FAILED, refusalOf, TRANSFER_CODING } from "../http/refusals.ts";
import { readCredentials } from "../operations/gate/credentials.ts";
import type { Gate } from "../operations/gate/gate.ts";
import type { Operation, OperationContext } from "../operations/operation.ts";
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
  readonly request: object | undefined;
  readonly response: object;
}

/** The domain for examples: the first one that can be checked now. */
export function exampleDomain({ catalogue }: OperationContext): ReadyDomain | undefined {
  return catalogue.list().find((state) => state.status === "ready");
}

/** The first valid and the first invalid example of the spec package. */
export function exampleEnvelopes({ spec }: ReadyDomain) {
  const { targetProduct, domainId, document } = spec;
  const take = (name: string, example: { title: string; candidate: unknown } | undefined) =>
    example === undefined
      ? []
      : [
          {
            name,
            summary: example.title,
            envelope: { targetProduct, domainId, candidate: example.candidate },
          },
        ];
  return [...take("valid", document.examples.valid[0]), ...take("invalid", document.examples.invalid[0])];
}

/** Asks for the first member, which is enough of an example. */
function filterOf({ spec }: ReadyDomain): object {
  const { targetProduct, domainId } = spec;
  return { targetProduct, domainId, pointer: describeMembers(spec)[0]?.pointer ?? "" };
}

/** The description of the API stays short, however long the proposals of a product are. */
const MAX_EXAMPLE_LENGTH = 3_000;

export function examplesOf(operation: Operation, context: OperationContext): Example[] {
  const domain = exampleDomain(context);
  if (domain === undefined) return [];
  const inputs =
    operation.method === "GET"
      ? [{ name: "members", summary: "The members below a pointer", envelope: filterOf(domain) }]
      : exampleEnvelopes(domain);
  return inputs.flatMap(({ name, summary, envelope }) => {
    const outcome = operation.run(neverText(envelope), context);
    if (!outcome.ok || sizeOf([envelope, outcome.body], MAX_EXAMPLE_LENGTH) > MAX_EXAMPLE_LENGTH) return [];
    return [{ name, summary, request: envelope, response: outcome.body }];
  });
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
        const outcome = operation.run(neverText(input), { ...context, catalogue });
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
