/** Reads the variables of OpenTelemetry that say where traces go. They keep their usual names and meaning. */
import type { Fault, GetSetting } from "./environment.ts";

export interface OtlpConfig {
  /** Where spans are sent by POST. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of new traces that is sampled. A trace of the caller is sampled if the caller says so. */
  readonly ratio: number;
}

export function readOtlp(get: GetSetting, fault: Fault): OtlpConfig | undefined {
  const base = get("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (base === undefined) return undefined;
  const url = `${base.replace(/\/+$/, "")}/v1/traces`;
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ""))
    return fault("OTEL_EXPORTER_OTLP_ENDPOINT must be an absolute http or https URL.");
  return {
    url,
    headers: readPairs(get("OTEL_EXPORTER_OTLP_HEADERS")),
    serviceName: get("OTEL_SERVICE_NAME") ?? "preflight",
    ratio: readRatio(get, fault),
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
