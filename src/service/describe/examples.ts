/** Examples for the API description, made by running the service, so that they cannot be wrong. */
import { exampleRegistries } from "../../core/publishing/examples.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { neverText } from "../../core/reader/read-json.ts";
import { SPEC_PACKAGE_FORMAT } from "../../core/spec-package/format.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import { createGivenCatalogue } from "../catalogue/given.ts";
import { INTERNAL_ERROR } from "../http/call.ts";
import { MAX_BODY_BYTES, parseBody, refuseByHead } from "../http/media-type.ts";
import { EXPECTATION_FAILED, refusalOf, TRANSFER_CODING } from "../http/refusals.ts";
import { type Gate, readCredentials } from "../operations/gate.ts";
import type { Operation, OperationContext, Outcome } from "../operations/operation.ts";
import { OVERLOADED, type Problem, rateLimited, upstreamUnavailable } from "../operations/problems.ts";

/** Arguments that are valid for the first domain that can be checked now. */
export function exampleEnvelope({ catalogue }: OperationContext): object | undefined {
  const domain = catalogue.list().find((state) => state.status === "ready");
  const [valid] = domain?.spec.document.examples.valid ?? [];
  if (domain === undefined || valid === undefined) return undefined;
  const { targetProduct, domainId } = domain.spec;
  return { targetProduct, domainId, candidate: valid.candidate };
}

const CANDIDATE = { id: "harbour", title: "Harbour", mode: "dark" };
const REFUSED = { ...CANDIDATE, mode: "grey" };
const REASON = "A mode that does not exist";

/** A product of the description alone, so that it is the same whatever a service serves. */
const DOCUMENT = {
  format: SPEC_PACKAGE_FORMAT,
  targetProduct: "example-editor",
  domainId: "colour-theme",
  version: "1.0.0",
  title: "Colour theme",
  lists: { modes: { values: ["dark", "light"] } },
  schema: {
    type: "object",
    properties: {
      id: { type: "string", maxLength: 40, description: "The id in the registry." },
      title: { type: "string", maxLength: 80 },
      mode: { type: "string", maxLength: 10 },
    },
    required: ["id", "title", "mode"],
    additionalProperties: false,
  },
  rules: [
    { code: "id-taken", check: "not-in-registry", at: ["/id"], severity: "error" },
    { code: "mode-unknown", check: "in-list", at: ["/mode"], severity: "error", params: { list: "modes" } },
  ],
  docs: {
    "id-taken": { summary: "The id is taken.", fix: "Choose another one." },
    "mode-unknown": { summary: "There is no such mode.", fix: "Use dark or light." },
  },
  examples: {
    registry: [{ id: "forest", name: "Forest" }],
    valid: [{ title: "A dark theme", candidate: CANDIDATE }],
    invalid: [{ title: REASON, candidate: REFUSED, expect: [{ code: "mode-unknown", pointer: "/mode" }] }],
  },
};

export function exampleContext(baseUrl: string): OperationContext {
  const loaded = loadSpecPackage(DOCUMENT);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  const { spec } = loaded;
  const specPackageUrl = `${baseUrl}/spec-packages/${nameOf(spec)}`;
  const submissionUrl = "https://editor.example/api/proposals";
  const domain = { spec, specPackageUrl, submissionUrl, ...exampleRegistries(spec) };
  return { catalogue: createGivenCatalogue([domain]), rulesUrl: `${baseUrl}/rules`, now: () => 0 };
}

/** A refusal says most about a check, and a package about a build. */
export function exampleOf(operation: Operation, context: OperationContext) {
  const { targetProduct, domainId } = DOCUMENT;
  const isRefused = operation.id === "validateProposal";
  const [name, summary] = isRefused ? ["invalid", REASON] : ["valid", "A dark theme"];
  const candidate = isRefused ? REFUSED : CANDIDATE;
  const request = { targetProduct, domainId, ...(operation.method === "POST" && { candidate }) };
  const outcome = runAtOnce(operation, request, context);
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return { name, summary, request, response: outcome.body };
}

const runAtOnce = (operation: Operation, input: unknown, context: OperationContext) =>
  operation.run(neverText(input), context) as Outcome;

/** One real instance of every problem that an operation can answer with. */
export function problemExamples(operation: Operation, gate: Gate, context: OperationContext): Problem[] {
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
    const tooLong = ["Content-Type", "application/json", "Content-Length", String(MAX_BODY_BYTES + 1)];
    const unknown = { targetProduct: "unknown", domainId: "unknown" };
    found.push(refuseByHead([]), refuseByHead(tooLong));
    const inputs = [{}, unknown].map((input) => runAtOnce(operation, input, context));
    for (const answer of [parseBody('{ "targetProduct": '), ...inputs])
      found.push(answer.ok ? undefined : answer.problem);
  }
  return found.filter((refusal) => refusal !== undefined);
}

function credentialsProblem(rawHeaders: readonly string[]): Problem | undefined {
  const credentials = readCredentials({ method: "GET", target: "/", rawHeaders });
  return credentials.kind === "refused" ? credentials.problem : undefined;
}
