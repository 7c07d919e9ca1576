/** The files under deploy/: they parse, they set only settings that exist, and alerts use only metrics that exist. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/service/settings/config.ts";
import { readDomainsFile } from "../../src/service/settings/domains-file.ts";
import type { Config } from "../../src/service/settings/settings.ts";
import { projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { startService } from "../support/service.ts";

const read = (path: string) => readFileSync(join(projectFolder, path), "utf8");

/** The configuration of these settings, which must not be refused or warned about. */
function configOf(environment: Record<string, string>): Config {
  const reading = readConfig({ ...environment, PREFLIGHT_DOMAINS: "" });
  expect(reading).toMatchObject({ ok: true, warnings: [expect.stringContaining("not https")] });
  return (reading as { config: Config }).config;
}

/** Warnings about settings that do not exist. */
const unknownIn = (names: readonly string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, ""]))).warnings;

test("alerts and docs name only metrics that the service has", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-deploy-"));
  const domains = join(folder, "domains.json");
  const url = "http://127.0.0.1:9/x";
  const domain = {
    targetProduct: "a",
    domainId: "b",
    specPackageUrl: url,
    registryUrl: url,
    submissionUrl: url,
  };
  writeFileSync(domains, JSON.stringify({ domains: [domain] }));
  const service = await startService({
    PREFLIGHT_DOMAINS: domains,
    PREFLIGHT_REDIS_URL: "redis://127.0.0.1:9",
  });
  const metrics = await (await fetch(service.adminUrl)).text();
  await service.stop();
  rmSync(folder, { recursive: true });
  const known = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const { groups } = parse(read("deploy/prometheus-rules.yaml"));
  const rules = groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules);
  expect(rules.length).toBeGreaterThan(5);
  const used = rules.flatMap(({ expr }: { expr: string }) => expr.match(/\bpreflight_\w+/g) ?? []);
  const shown = read("deploy/grafana-dashboard.json").match(/\bpreflight_\w+/g) ?? [];
  const documented =
    `${read("docs/operating.md")}${read("docs/runbook.md")}`.match(
      /\bpreflight_(?!process_|nodejs_)[a-z_]+[a-z]\b/g,
    ) ?? [];
  const scaling = read("deploy/kubernetes/preflight.yaml").match(/\bpreflight_[a-z_]+/g) ?? [];
  expect(scaling).toContain("preflight_in_flight_calls");
  expect(
    [...new Set([...used, ...shown, ...documented, ...scaling])].filter((name) => !known.includes(name)),
  ).toEqual([]);
});

describe("Kubernetes", () => {
  const documentsIn = (path: string) =>
    parseAllDocuments(read(path)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    });
  const documents = documentsIn("deploy/kubernetes/preflight.yaml");
  const one = (kind: string) => documents.find((document) => document.kind === kind);
  const pod = one("Deployment").spec.template.spec;
  const [container] = pod.containers;

  test("has what an operator expects", () => {
    expect(documents.map(({ kind }) => kind)).toEqual([
      "ServiceAccount",
      "Secret",
      "ConfigMap",
      "Deployment",
      "Service",
      "Ingress",
      "PodDisruptionBudget",
      "HorizontalPodAutoscaler",
      "NetworkPolicy",
    ]);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(one("Deployment").spec.replicas).toBeGreaterThan(1);
  });

  test("sends no call a second time that was sent already: it may be signed", () => {
    const { annotations } = one("Ingress").metadata;
    expect(annotations["nginx.ingress.kubernetes.io/proxy-next-upstream"]).toBe("error timeout");
    expect(one("Ingress").spec.rules[0].http.paths[0].backend.service.name).toBe(
      one("Service").metadata.name,
    );
  });

  test("has the Redis that the replicas are told of, with the same password", () => {
    const redis = documentsIn("deploy/kubernetes/redis.yaml");
    const { stringData: secret, metadata } = one("Secret");
    const url = new URL(secret["redis-url"]);
    const service = redis.find(({ kind }) => kind === "Service");
    expect([url.hostname, Number(url.port), url.password]).toEqual([
      service.metadata.name,
      service.spec.ports[0].port,
      secret["redis-password"],
    ]);
    const [server] = redis.find(({ kind }) => kind === "Deployment").spec.template.spec.containers;
    expect(server.env[0].valueFrom.secretKeyRef).toEqual({ name: metadata.name, key: "redis-password" });
  });

  test("sets settings that exist, to values that are accepted", () => {
    const environment: Record<string, string> = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    const folder = mkdtempSync(join(tmpdir(), "preflight-kubernetes-"));
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const secret = one("Secret").stringData;
    environment.PREFLIGHT_API_KEYS_FILE = put("api-keys", secret["api-keys"]);
    environment.PREFLIGHT_REDIS_URL_FILE = put("redis-url", secret["redis-url"]);
    environment.PREFLIGHT_DOMAINS = put("domains.json", one("ConfigMap").data["domains.json"]);
    const reading = readConfig(environment);
    expect([reading.ok ? [] : reading.faults, reading.warnings]).toEqual([[], []]);
    expect(reading.ok && reading.config.drainSeconds + 10).toBeLessThan(pod.terminationGracePeriodSeconds);
    rmSync(folder, { recursive: true });
  });

  test("probes ports and paths that exist", () => {
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      expect(container[probe].httpGet.port).toBe("admin");
      expect(["/healthz", "/readyz"]).toContain(container[probe].httpGet.path);
    }
  });
});

test("compose sets settings that exist, its domains are accepted, and its replicas can be scaled", () => {
  const { services, configs } = parse(read("deploy/compose.yaml"), { merge: true });
  expect(Object.keys(services)).toEqual(["preflight", "balancer", "redis", "identity", "product", "voting"]);
  // Two replicas cannot have the same port of the host.
  expect(services.preflight.ports).toBeUndefined();
  expect(services.balancer.volumes[0]).toMatch(/^\.\/haproxy\.cfg:/);
  const { drainSeconds, baseUrl, clientAddress } = configOf(services.preflight.environment);
  expect(drainSeconds + 14).toBeLessThan(Number.parseInt(services.preflight.stop_grace_period, 10));
  // The identity service reaches Preflight by another name than the one that it signs for.
  expect(services.identity.environment.PREFLIGHT_PUBLIC_URL).toBe(baseUrl);
  // Callers have an address of Docker, as HAProxy does, and must not be able to choose another one.
  expect(clientAddress("172.18.0.3", "198.51.100.1, 172.18.0.1")).toBe("172.18.0.1");
  const folder = mkdtempSync(join(tmpdir(), "preflight-compose-"));
  const path = join(folder, "domains.json");
  writeFileSync(path, configs.domains.content);
  expect(readDomainsFile(path)).not.toHaveLength(0);
  rmSync(folder, { recursive: true });
});

test("the image installs its dependencies before anything else of the project is there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [, before, options] = /^FROM .* AS build\n([\s\S]*?)^RUN npm ci (.*)$/m.exec(
    read("deploy/Dockerfile"),
  )!;
  expect(before).toContain("COPY package.json package-lock.json ./");
  expect(before).not.toContain("COPY . ");
  // What it depends on makes no difference here: it would only have to be fetched.
  const { name, version, scripts } = JSON.parse(read("package.json"));
  const lock = { name, version, lockfileVersion: 3, packages: { "": { name, version } } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, scripts }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const { code } = await runProcess("npm", ["ci", ...options!.split(" "), "--offline"], { cwd: folder });
  expect(code).toBe(0);
});

test("the unit's replicas are those of the file for nginx", () => {
  const unit = read("deploy/preflight@.service");
  const portOf = (instance: number) => /^Environment=PORT=(\d+)%i$/m.exec(unit)![1]! + instance;
  const servers = read("deploy/nginx/preflight.conf").match(/(?<=server 127\.0\.0\.1:)\d+/g);
  expect(servers).toEqual([portOf(1), portOf(2), portOf(1), portOf(2)]);
});

test("the unit and the image set settings that exist", () => {
  const unit = [...read("deploy/preflight@.service").matchAll(/^Environment=(\w+)=/gm)].map(
    ([, name]) => name!,
  );
  const image = read("deploy/Dockerfile").match(/\b(PREFLIGHT_\w+)(?==)/g) ?? [];
  expect(unit.length).toBeGreaterThan(1);
  expect(image.length).toBeGreaterThan(0);
  expect(unknownIn([...unit, ...image])).toEqual([]);
});
