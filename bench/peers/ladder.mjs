/**
 * The service with a part of it only: `node ladder.mjs log` serves with everything up to the log. What a rung leaves out
 * is replaced by something that costs next to nothing. JavaScript, because it reads the build and not the sources.
 */

import { createMemoryLimiter } from "../../dist/service/budget/memory.js";
import { createEmbeddedCatalogue } from "../../dist/service/catalogue/embedded.js";
import { createRequestIds, createRest } from "../../dist/service/endpoint/endpoint.js";
import { createListener, urlOf } from "../../dist/service/http/listener.js";
import { createNodeHandler, createTraceReader, decodeUtf8 } from "../../dist/service/http/node.js";
import { createWorkQueue } from "../../dist/service/http/work-queue.js";
import { createKeyList } from "../../dist/service/identity/key-list.js";
import { createLog } from "../../dist/service/observe/log.js";
import { createMetrics } from "../../dist/service/observe/metrics.js";
import { createGate } from "../../dist/service/operations/gate.js";
import { OPERATIONS } from "../../dist/service/operations/operations.js";

const RUNGS = ["transport", "check", "gate", "log", "metrics"];
const height = RUNGS.indexOf(process.argv[2]);
const has = (rung) => height >= RUNGS.indexOf(rung);

const listener = createListener({
  maxConnections: 1_000,
  onTrouble: () => undefined,
});
const url = urlOf(await listener.listen("127.0.0.1", 0));
const gate = createGate({
  keys: createKeyList([process.env.PREFLIGHT_API_KEYS]),
  proxy: undefined,
  limiter: createMemoryLimiter({ limit: 1_000_000_000 }),
  context: {
    catalogue: createEmbeddedCatalogue(url),
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

const work = createWorkQueue();
const onFault = (error) => {
  throw error;
};
const rest = createRest({
  gate: {
    ...gate,
    ...(!has("gate") && { admit: () => admitted, authorize: () => undefined }),
    ...(!has("check") && { run: () => constant }),
  },
  recorder: {
    record(call) {
      for (const recorder of recorders) recorder.record(call);
    },
  },
  baseUrl: url,
  nextRequestId: createRequestIds(),
  isOverloaded: work.isOverloaded,
  decode: decodeUtf8,
  onFault,
});
const routes = new Map(OPERATIONS.map((operation) => [operation.path, operation]));
listener.serve(
  createNodeHandler({
    open: (head) => rest(routes.get(head.target), head),
    work,
    traceOf: createTraceReader(undefined),
    clientAddressOf: (request) => request.socket.remoteAddress ?? "",
    isStopping: () => false,
    onFault,
  }),
);
console.log(url);
