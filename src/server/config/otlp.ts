/** Reads the variables of OpenTelemetry that concern traces. They keep their usual names and meaning. */
import type { Fault, GetSetting } from "./environment.ts";

export interface OtlpConfig {
  /** Where spans are sent by POST. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  /** The share of new traces that is sampled. A trace of the caller is sampled if the caller says so. */
  readonly ratio: number;
  readonly timeoutMs: number;
}

export function readOtlp(get: GetSetting, fault: Fault, warnings: string[]): OtlpConfig | undefined {
  const traces = get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const base = get("OTEL_EXPORTER_OTLP_ENDPOINT");
  const exporter = get("OTEL_TRACES_EXPORTER") ?? "otlp";
  if (get("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || exporter === "none") return undefined;
  if (traces === undefined && base === undefined) return undefined;
  if (exporter !== "otlp") return fault("OTEL_TRACES_EXPORTER must be otlp or none.");
  const name = traces === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  const url = traces ?? `${base!.replace(/\/+$/, "")}/v1/traces`;
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    return fault(`${name} must be an absolute http or https URL.`);
  const protocol = get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? get("OTEL_EXPORTER_OTLP_PROTOCOL");
  if (protocol !== undefined && protocol !== "http/json")
    warnings.push("Traces are sent as http/json; other values of OTEL_EXPORTER_OTLP_PROTOCOL are ignored.");
  const headers = get("OTEL_EXPORTER_OTLP_TRACES_HEADERS") ?? get("OTEL_EXPORTER_OTLP_HEADERS");
  const timeout = get("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT") ?? get("OTEL_EXPORTER_OTLP_TIMEOUT") ?? "10000";
  return {
    url,
    headers: readPairs(headers),
    resource: {
      ...readPairs(get("OTEL_RESOURCE_ATTRIBUTES")),
      "service.name":
        get("OTEL_SERVICE_NAME") ?? readPairs(get("OTEL_RESOURCE_ATTRIBUTES"))["service.name"] ?? "preflight",
    },
    ratio: readRatio(get, fault),
    timeoutMs: /^\d{1,6}$/.test(timeout) ? Number(timeout) : 10_000,
  };
}

/** `name=value,name=value`, percent-encoded. */
function readPairs(text = ""): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of text.split(",")) {
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    const value = pair.slice(equals + 1).trim();
    try {
      pairs[pair.slice(0, equals).trim()] = decodeURIComponent(value);
    } catch {
      pairs[pair.slice(0, equals).trim()] = value;
    }
  }
  return pairs;
}

function readRatio(get: GetSetting, fault: Fault): number {
  const sampler = (get("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on").replace(/^parentbased_/, "");
  if (sampler === "always_on") return 1;
  if (sampler === "always_off") return 0;
  const ratio = Number(get("OTEL_TRACES_SAMPLER_ARG") ?? "1");
  if (sampler === "traceidratio" && ratio >= 0 && ratio <= 1) return ratio;
  fault("OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with or without parentbased_.");
  return 1;
}
