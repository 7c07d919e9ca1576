/** Sends a span for each call to a collector, as JSON over HTTP (OTLP 1.x). Loaded only if variables of OpenTelemetry ask. */
import type { CallRecord, NeighbourEvent } from "../operations/record.ts";
import { fetchBytes } from "../shared/bounded-fetch.ts";

interface OtlpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly serviceName: string;
  readonly version: string;
  readonly onEvent: (event: NeighbourEvent) => void;
}

const SEND_EVERY_MS = 2_000;
const MAX_BATCH = 512;
/** Spans beyond this are dropped while the collector does not answer. */
const MAX_WAITING = 4_096;
const LIMITS = { totalMs: 10_000, maxBytes: 65_536 };
const SERVER_SPAN = 2;
const STATUS_ERROR = 2;

export function createOtlpExporter(options: OtlpOptions) {
  const { onEvent } = options;
  const resource = { attributes: attributesOf({ "service.name": options.serviceName }) };
  const scope = { name: "preflight", version: options.version };
  let spans: object[] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (spans.length > 0) {
      const batch = spans.slice(0, MAX_BATCH);
      spans = spans.slice(MAX_BATCH);
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: batch }] }] });
      const headers = { ...options.headers, "content-type": "application/json" };
      const answer = await fetchBytes({ url: new URL(options.url), limits: LIMITS, headers, body });
      if (answer.status !== "failed" || /^2/.test(String(answer.httpStatus))) continue;
      onEvent({ type: "traces-failed", reason: answer.problem.code, spans: batch.length });
      return;
    }
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }
  const timer = setInterval(send, SEND_EVERY_MS).unref();

  return {
    record(call: CallRecord): void {
      if (call.trace?.isSampled !== true || spans.length >= MAX_WAITING) return;
      spans.push(spanOf(call, call.trace));
      if (spans.length >= MAX_BATCH) void send();
    },
    /** Sends what is left. */
    async close(): Promise<void> {
      clearInterval(timer);
      await sending;
      await send();
    },
  };
}

function spanOf(call: CallRecord, trace: NonNullable<CallRecord["trace"]>): object {
  const end = BigInt(Date.now()) * 1_000_000n;
  const start = end - BigInt(Math.round(call.milliseconds * 1e6));
  const { operation, route, status, problem, verdict, domain } = call;
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    ...(trace.parentId !== undefined && { parentSpanId: trace.parentId }),
    name: operation ?? route ?? "request",
    kind: SERVER_SPAN,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: attributesOf({
      "http.response.status_code": status,
      "preflight.transport": call.transport,
      "preflight.request_id": call.requestId,
      "preflight.caller": call.caller,
      "preflight.caller_id": call.callerId,
      "error.type": problem,
      "preflight.target_product": domain?.targetProduct,
      "preflight.domain_id": domain?.domainId,
      "preflight.valid": verdict?.valid,
      "preflight.diagnostics": verdict && verdict.diagnostics.length + verdict.omitted,
    }),
    ...(status >= 500 && { status: { code: STATUS_ERROR } }),
  };
}

/** Those that are known. */
function attributesOf(values: Readonly<Record<string, string | number | boolean | undefined>>): object[] {
  return Object.entries(values).flatMap(([key, value]): object[] => {
    if (typeof value === "number") return [{ key, value: { intValue: String(value) } }];
    if (typeof value === "boolean") return [{ key, value: { boolValue: value } }];
    return value === undefined ? [] : [{ key, value: { stringValue: value } }];
  });
}
