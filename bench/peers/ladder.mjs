/**
 * The service with a part of it only: `node ladder.mjs log` serves with everything up to the log. What a rung leaves out
 * is replaced by something that costs next to nothing. JavaScript, because it reads the build and not the sources.
 */
import { createEmbeddedCatalogue } from "../../dist/adapters/catalogue/embedded.js";
import { createEmbeddedKeyVerifier } from "../../dist/adapters/keys/embedded.js";
import { createMemoryLimiter } from "../../dist/adapters/limiter/memory.js";
import { createLog } from "../../dist/adapters/observe/log.js";
import { createMetrics } from "../../dist/adapters/observe/metrics.js";
import { createGate } from "../../dist/operations/gate/gate.js";
import { OPERATIONS } from "../../dist/operations/operations.js";
import { createListener, urlOf } from "../../dist/transports/http/listener.js";
import { createRequestIds } from "../../dist/transports/http/request-id.js";
import { createResponder } from "../../dist/transports/http/respond.js";
import { createTraceReader } from "../../dist/transports/http/trace.js";
import { createWorkQueue } from "../../dist/transports/http/work-queue.js";
import { createDispatch } from "../../dist/transports/rest/dispatch.js";
import { createRestHandler } from "../../dist/transports/rest/rest.js";

const RUNGS = ["transport", "check", "gate", "log", "metrics"];
const height = RUNGS.indexOf(process.argv[2]);
const has = (rung) => height >= RUNGS.indexOf(rung);

const listener = createListener({
  maxConnections: 1_000,
  onConnectionRefused: () => undefined,
  onAcceptFailed: () => undefined,
});
const url = urlOf(await listener.listen("127.0.0.1", 0));
const gate = createGate({
  keys: createEmbeddedKeyVerifier([process.env.PREFLIGHT_API_KEYS]),
  proxy: undefined,
  limiter: createMemoryLimiter({ limit: 1_000_000_000 }),
  context: {
    catalogue: createEmbeddedCatalogue(url, "generators"),
    rulesUrl: `${url}/rules`,
    now: Date.now,
  },
});
const admitted = {
  ok: true,
  caller: { kind: "key", id: "none" },
  decision: { allowed: true, limit: 60, remaining: 60, resetSeconds: 60 },
};
const constant = { ok: true, text: JSON.stringify({ valid: true, diagnostics: [] }) };
const recorders = [];
if (has("log")) recorders.push(createLog("info"));
if (has("metrics")) recorders.push(createMetrics("0.0.0"));

const lane = {
  gate: {
    ...gate,
    ...(!has("gate") && { admit: () => admitted, authorize: () => undefined }),
    ...(!has("check") && { run: () => constant }),
  },
  operations: OPERATIONS,
  recorder: {
    record(call) {
      for (const recorder of recorders) recorder.record(call);
    },
  },
  responder: createResponder(url),
  nextRequestId: createRequestIds(),
  clientAddressOf: (request) => request.socket.remoteAddress ?? "",
  traceOf: createTraceReader(undefined),
  work: createWorkQueue(),
  onFault(error) {
    throw error;
  },
};
const nowhere = (_, response) => response.writeHead(404).end();
listener.serve(
  createDispatch({
    ...lane,
    rest: createRestHandler(lane),
    mcp: nowhere,
    site: nowhere,
    isStopping: () => false,
  }),
);
console.log(url);
