/** Prometheus itself evaluates the alerts: each speaks when it should, and is silent before and afterwards. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { requireServer } from "../support/servers.ts";

const rulesFile = join(projectFolder, "deploy", "prometheus-rules.yaml");
const folder = mkdtempSync(join(tmpdir(), "preflight-alerts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const domain = 'target_product="p",domain_id="d"';
const validate = 'operation="validateProposal"';

/** Two hours of a replica that is well, a value a minute, in the notation of promtool. */
const healthy: Readonly<Record<string, string>> = {
  up: "1x120",
  [`preflight_domain_ready{${domain}}`]: "1x120",
  [`preflight_rules_age_seconds{${domain}}`]: "20x120",
  [`preflight_registry_age_seconds{${domain}}`]: "20x120",
  [`preflight_requests_total{${validate},status="200"}`]: "0+6000x120",
  [`preflight_request_duration_seconds_bucket{${validate},le="0.05"}`]: "0+6000x120",
  [`preflight_request_duration_seconds_bucket{${validate},le="+Inf"}`]: "0+6000x120",
  [`preflight_request_duration_seconds_count{${validate}}`]: "0+6000x120",
  preflight_limiter_shared: "1x120",
  preflight_event_loop_blocked: "0x120",
  'preflight_event_loop_delay_seconds_bucket{le="0.05"}': "0+600x120",
  'preflight_event_loop_delay_seconds_bucket{le="0.25"}': "0+600x120",
  'preflight_event_loop_delay_seconds_bucket{le="+Inf"}': "0+600x120",
  preflight_process_open_fds: "100x120",
  preflight_process_max_fds: "1000x120",
  preflight_log_lines_dropped_total: "0x120",
  preflight_process_start_time_seconds: "1000x120",
};

interface Case {
  readonly what: string;
  readonly series: Readonly<Record<string, string>>;
  /** At these minutes exactly these alerts speak. */
  readonly alerts: Readonly<Record<number, readonly string[]>>;
}

const failures = `preflight_requests_total{${validate},status="500"}`;
const fast = `preflight_request_duration_seconds_bucket{${validate},le="0.05"}`;

const cases: readonly Case[] = [
  { what: "all is well", series: {}, alerts: { 120: [] } },
  {
    what: "a replica cannot be scraped",
    series: { up: "1x30 0x10 1x79" },
    alerts: { 31: [], 34: ["Down"], 60: [] },
  },
  {
    what: "a domain cannot be checked",
    series: { [`preflight_domain_ready{${domain}}`]: "1x30 0x10 1x79" },
    alerts: { 34: ["DomainUnavailable"], 60: [] },
  },
  {
    what: "a product has not confirmed its rules",
    series: { [`preflight_rules_age_seconds{${domain}}`]: "20x30 20+60x20 20x68" },
    alerts: { 34: [], 40: ["RulesStale"], 60: [] },
  },
  {
    what: "a product has not confirmed its registry",
    series: { [`preflight_registry_age_seconds{${domain}}`]: "20x30 20+60x20 20x68" },
    alerts: { 34: [], 40: ["RegistryStale"], 60: [] },
  },
  {
    what: "one fault of the service, the first since it started",
    series: { [failures]: "_x60 1x60" },
    alerts: { 59: [], 62: ["Errors"], 80: [] },
  },
  {
    what: "calls are shed",
    series: {
      'preflight_problems_total{code="overloaded"}': "0x30 0+600x20 12000x69",
      [`preflight_requests_total{${validate},status="503"}`]: "0x30 0+600x20 12000x69",
    },
    alerts: { 45: ["Overloaded", "ErrorsBudgetBurnsFast"] },
  },
  {
    what: "Redis does not count",
    series: { preflight_limiter_shared: "1x30 0x10 1x79" },
    alerts: { 33: [], 37: ["BudgetNotShared"], 60: [] },
  },
  {
    what: "the event loop is blocked now",
    series: { preflight_event_loop_blocked: "0x30 1x1 0x89" },
    alerts: { 31: ["EventLoopBlocked"], 60: [] },
  },
  {
    what: "the event loop was blocked, for the first time",
    series: { 'preflight_events_total{source="event-loop",type="blocked"}': "_x30 1x90" },
    alerts: { 32: ["EventLoopBlocked"], 60: [] },
  },
  {
    what: "timers run late again and again",
    series: { 'preflight_event_loop_delay_seconds_bucket{le="0.05"}': "0+600x30 18060+500x30 33640+600x59" },
    alerts: { 33: [], 50: ["EventLoopLate"], 80: [] },
  },
  {
    what: "most files are open",
    series: { preflight_process_open_fds: "100x30 950x10 100x79" },
    alerts: { 34: ["Descriptors"], 60: [] },
  },
  {
    what: "connections are refused, for the first time",
    series: { 'preflight_events_total{source="listener",type="connection-refused"}': "_x30 150x90" },
    alerts: { 32: ["ConnectionsRefused"], 60: [] },
  },
  {
    what: "lines of the log are lost",
    series: { preflight_log_lines_dropped_total: "0x30 500x90" },
    alerts: { 33: ["LogLinesLost"], 60: [] },
  },
  {
    what: "replicas are restarted again and again",
    series: { preflight_process_start_time_seconds: "1000x30 2000+60x10 2600x79" },
    alerts: { 36: ["Restarts"], 80: [] },
  },
  {
    what: "half of the calls are slow",
    series: {
      [fast]: "0+6000x30 180000+3000x90",
      [`preflight_request_duration_seconds_bucket{${validate},le="1"}`]: "0+6000x120",
    },
    alerts: { 50: ["Slow", "SlowBudgetBurnsFast"] },
  },
  {
    what: "one call in 300 fails, for hours",
    series: { [failures]: "0+20x120" },
    alerts: { 119: ["Errors", "ErrorsBudgetBurnsSlowly"] },
  },
  {
    what: "one call in 50 is slow, for hours",
    series: { [fast]: "0+5880x120" },
    alerts: { 119: ["SlowBudgetBurnsSlowly"] },
  },
];

/** With the labels that Prometheus adds. */
function labelled(series: string): string {
  const [, name, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(series)!;
  return `${name}{${['job="preflight"', 'instance="a"', ...(labels ? [labels] : [])].join()}}`;
}

requireServer("promtool")("alerts", () => {
  test("speak when they should, and are silent otherwise", async () => {
    const tests = cases.map(({ series, alerts }) => ({
      interval: "1m",
      input_series: Object.entries({ ...healthy, ...series }).map(([name, values]) => ({
        series: labelled(name),
        values,
      })),
      promql_expr_test: Object.entries(alerts).map(([minute, names]) => ({
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${minute}m`,
        exp_samples: names.map((name) => ({ labels: `{alertname="Preflight${name}"}`, value: 1 })),
      })),
    }));
    const file = join(folder, "alerts.yaml");
    writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: "1m", tests }));
    const { code, stdout, stderr } = await runProcess("promtool", ["test", "rules", file]);
    expect(code, stdout + stderr).toBe(0);
  });

  test("the dashboard asks what Prometheus understands, and each panel has a place of its own", async () => {
    const dashboard = JSON.parse(
      readFileSync(join(projectFolder, "deploy", "grafana-dashboard.json"), "utf8"),
    );
    const panels: Panel[] = dashboard.panels;
    const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(exprs.length).toBeGreaterThan(15);
    const rules = exprs.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
    }));
    const file = join(folder, "panels.yaml");
    writeFileSync(file, stringify({ groups: [{ name: "panels", rules }] }));
    const { code, stdout, stderr } = await runProcess("promtool", ["check", "rules", file]);
    expect(code, stdout + stderr).toBe(0);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const one of panels) {
      expect(one.gridPos.x + one.gridPos.w).toBeLessThanOrEqual(24);
      expect(panels.filter((other) => other !== one && overlap(one.gridPos, other.gridPos))).toEqual([]);
    }
  });
});

interface Panel {
  readonly id: number;
  readonly gridPos: Place;
  readonly targets?: readonly { readonly expr: string }[];
}
type Place = Record<"x" | "y" | "w" | "h", number>;

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

test("every alert is tested, and has its paragraphs in the runbook", () => {
  const { groups } = parse(readFileSync(rulesFile, "utf8"));
  const rules: { alert?: string; annotations?: { runbook: string } }[] = groups.flatMap(
    ({ rules }: { rules: object[] }) => rules,
  );
  const alerts = rules.flatMap(({ alert }) => alert ?? []);
  const tested = new Set(cases.flatMap(({ alerts }) => Object.values(alerts).flat()));
  expect([...tested].map((name) => `Preflight${name}`).sort()).toEqual(alerts.toSorted());
  const runbook = readFileSync(join(projectFolder, "docs", "runbook.md"), "utf8");
  const sections = runbook.split(/^## /m).slice(1);
  expect(
    sections
      .map((section) => section.split("\n", 1)[0])
      .filter((title) => title?.startsWith("Preflight"))
      .sort(),
  ).toEqual(alerts.toSorted());
  for (const section of sections.filter((text) => text.startsWith("Preflight")))
    expect(section.match(/^\*\*(What you see|Why|What to do)\.\*\* /gm)?.length, section).toBe(3);
  for (const { alert, annotations } of rules)
    if (alert !== undefined) expect(annotations?.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});

test("the lines of the log that the runbook names are lines that the service writes", () => {
  const folder = join(projectFolder, "src", "service", "server");
  const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join();
  const runbook = readFileSync(join(projectFolder, "docs", "runbook.md"), "utf8");
  const rows = runbook.match(/^\| `.*\|$/gm) ?? [];
  const lines = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, line]) => line!));
  expect(lines.length).toBeGreaterThan(14);
  const parts = lines.flatMap((line) => line.split(": ")).filter((part) => part !== "…");
  expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});
