/** The service as a process: how it starts, what it writes down, how it stops. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { altered, embedded, envelope } from "../support/envelopes.ts";
import { freePort } from "../support/free-port.ts";
import { createClient, openSocket, send } from "../support/http.ts";
import { outputOf, startProcess } from "../support/processes.ts";
import { launchService, startService } from "../support/service.ts";
import { startServiceHere } from "../support/service-here.ts";
import { sharedService } from "../support/shared-service.ts";

describe("npm start", () => {
  test("builds, serves, and prints an address, a key and a line that works when pasted", async () => {
    const environment = { PORT: "0" };
    const launched = startProcess("npm", ["--prefix", projectFolder, "start"], { environment });
    await launched.said(/^API reference: .*\n/m);
    const lines = launched.output().split("\n");
    const address = lines.find((line) => line.includes("http://"))!.match(/http:\/\/\S+/)![0];
    expect((await send(address, { path: "/healthz" })).status).toBe(200);
    expect(launched.output()).toMatch(/\bai_[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])/);
    const pasted = lines.find((line) => line.trim().startsWith("curl "))!;
    const answer = await outputOf("bash", ["-c", pasted]);
    expect(JSON.parse(answer)).toMatchObject({ valid: true, diagnostics: [] });
    // npm passes the signal on to the shell that runs the script: it must reach the service all the same.
    launched.process.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
    await expect(send(address, { path: "/healthz" })).rejects.toThrow(/ECONNREFUSED/);
  });

  test("stops although nobody reads its output any more", async () => {
    const service = await startService();
    service.process.stdout!.destroy();
    service.process.stderr!.destroy();
    expect(await service.stop()).toBe(0);
  });

  test("starts although nobody has ever read its output", async () => {
    const port = await freePort();
    const launched = launchService({ PORT: String(port) });
    launched.process.stdout!.destroy();
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        send(url, { path: "/healthz" }).then(
          ({ status }) => status,
          () => undefined,
        ),
      )
      .toBe(200);
    // The address is printed after that.
    await expect.poll(() => launched.errors()).toContain('"listening"');
    expect((await send(url, { path: "/healthz" })).status).toBe(200);
    launched.process.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
  });

  test("an address that it cannot listen on is said so, with the setting", async () => {
    const first = await startService();
    const { port } = new URL(first.url);
    const elsewhere = { PORT: "0", HOST: "192.0.2.1", PREFLIGHT_API_KEYS: "ai_0123456789abcdef" };
    for (const [environment, problem] of [
      [{ PORT: port }, "PORT: the port is already in use"],
      [{ PORT: "0", PREFLIGHT_ADMIN_PORT: port }, "PREFLIGHT_ADMIN_PORT: the port is already in use"],
      [elsewhere, "HOST is not an address of this machine"],
    ] as const) {
      const second = launchService(environment);
      expect(await second.exit).toBe(1);
      expect(second.errors()).toContain(`Preflight cannot start: ${problem}`);
    }
    expect(await first.stop("SIGINT")).toBe(0);
  });

  test("a process that cannot start says all of why and ends with a failure", async () => {
    const launched = launchService({ HOST: "0.0.0.0", PORT: "x", PREFLIGHT_REDIS: "1" });
    expect(await launched.exit).toBe(1);
    expect(launched.output()).toBe("");
    const lines = launched
      .errors()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ level, msg }) => [level, String(msg).slice(0, 40)])).toEqual([
      [40, "PREFLIGHT_REDIS is not a setting of Pref"],
      [40, "PREFLIGHT_BASE_URL is not set: links wil"],
      [50, "Preflight cannot start: PORT must be a w"],
      [50, "Preflight cannot start: HOST is not a lo"],
    ]);
    expect(lines[0].msg).toMatch(/did you mean PREFLIGHT_REDIS_URL\?/);
  });
});

describe("the log and the metrics", () => {
  test("tell of every call what an operator needs, and nothing that the caller sent", async () => {
    const service = await startService({ LOG_LEVEL: "debug" });
    const call = createClient(service.url);
    const { key } = service;
    const marker = "SENTINEL-8c1f";
    const secretKey = `ai_${marker}_0123456789`;
    const path = "/api/validate";
    const faulty = altered((candidate) => {
      candidate.owner.kind = marker;
      candidate.description = marker;
      candidate[marker] = 1;
    });
    const ids: Record<string, unknown> = {};
    const note = async (name: string, answer: ReturnType<typeof call>) => {
      ids[name] = (await answer).headers["x-request-id"];
    };
    await note("valid", call({ path, body: envelope(), key }));
    await note(
      "faulty",
      call({ path, body: faulty, key, headers: { "user-agent": marker, "x-request-id": marker } }),
    );
    await note("badKey", call({ path, body: faulty, key: secretKey }));
    await note("badJson", call({ path, body: `{"${marker}`, key }));
    await note("badDomain", call({ path, body: { targetProduct: marker, domainId: marker }, key }));
    await note("query", call(`/api/domains?token=${marker}`));
    await note("page", call(`/nowhere/${marker}`));
    const { version } = embedded;
    const of = `target_product="datagen",domain_id="generator-option",spec_version="${version}"`;
    // A service that is late answers with what it counted before.
    const metrics = async () => (await fetch(service.adminUrl)).text();
    for (const line of [
      'preflight_requests_total{transport="rest",operation="validateProposal",status="200"} 2',
      'preflight_requests_total{transport="rest",operation="validateProposal",status="401"} 1',
      'preflight_problems_total{code="malformed-json"} 1',
      `preflight_verdicts_total{operation="validateProposal",valid="true",${of}} 1`,
      `preflight_diagnostics_total{code="owner-kind-not-allowed",${of}} 1`,
      'preflight_limiter_decisions_total{decision="allowed"} 6',
      'preflight_request_duration_seconds_count{operation="validateProposal"} 5',
      'preflight_domain_ready{target_product="datagen",domain_id="generator-option"} 1',
    ])
      await expect.poll(metrics).toContain(line);
    const counted = await metrics();
    call.close();
    expect(await service.stop()).toBe(0);

    const lines = service.logs();
    const lineOf = (name: string) => {
      const found = lines.filter(({ requestId }) => requestId === ids[name]);
      expect(found.length, name).toBe(1);
      return found[0];
    };
    const common = { transport: "rest", operation: "validateProposal" };
    const domain = { targetProduct: "datagen", domainId: "generator-option", specVersion: version };
    expect(lineOf("valid")).toMatchObject({
      ...common,
      ...domain,
      status: 200,
      caller: "key",
      valid: true,
      diagnostics: 0,
      remaining: 19,
      ms: expect.any(Number),
      time: expect.any(Number),
    });
    expect(lineOf("faulty")).toMatchObject({ ...common, ...domain, status: 200, valid: false });
    expect(lineOf("badKey")).toMatchObject({ ...common, status: 401, problem: "invalid-credentials" });
    expect(lineOf("badJson")).toMatchObject({ ...common, status: 400, problem: "malformed-json" });
    expect(lineOf("badDomain")).toMatchObject({ ...common, status: 422, problem: "unsupported-domain" });
    expect(lineOf("query")).toMatchObject({ operation: "listDomains", caller: "anonymous", status: 200 });
    expect(lineOf("page")).toMatchObject({ transport: "site", route: "unmatched", status: 404 });

    const everything = JSON.stringify(lines) + counted;
    expect(everything).not.toContain(marker);
    expect(everything).not.toContain(key);
  });

  test("request ids are the service's own, and never twice the same", async () => {
    const call = createClient(sharedService().url);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call("/api/domains")));
    expect(new Set(answers.map(({ headers }) => headers["x-request-id"])).size).toBe(100);
    call.close();
  });

  test("metrics are on the admin port only, and that has nothing else", async () => {
    const service = await startService();
    expect((await send(service.url, { path: "/metrics" })).status).toBe(404);
    expect((await fetch(new URL("/api/domains", service.adminUrl))).status).toBe(404);
    expect((await fetch(service.adminUrl, { method: "POST" })).status).toBe(405);
    await service.stop();
  });
});

describe("signals", () => {
  test("a reader of the log that has stopped reading does not keep the process alive", async () => {
    const service = await startService({ LOG_LEVEL: "debug", PREFLIGHT_RATE_LIMIT: "1000000" });
    // The pipe fills up: nobody reads it from now on.
    service.process.stderr!.removeAllListeners("data").pause();
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    for (let round = 0; round < 10; round++)
      await Promise.all(
        Array.from({ length: 200 }, () => send(service.url, { path: "/api/domains" }, agent)),
      );
    agent.destroy();
    const gone = once(service.process, "exit");
    service.process.kill("SIGTERM");
    expect((await gone)[0]).toBe(0);
    service.process.stderr!.destroy();
  });

  test("SIGHUP reads the keys again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "preflight-keys-"));
    const file = join(folder, "keys");
    const [first, second] = ["ai_first_0123456789abcdef", "ai_second_0123456789abcdef"];
    writeFileSync(file, `${first}\n`);
    const service = await startService({ PREFLIGHT_API_KEYS_FILE: file });
    const statusOf = async (key: string) =>
      (await send(service.url, { path: "/api/validate", body: envelope(), key })).status;
    const hasLogged = (text: RegExp) => service.logs().some(({ msg }) => text.test(String(msg)));
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
    writeFileSync(file, `${second}\n`);
    service.process.kill("SIGHUP");
    await expect.poll(() => hasLogged(/read again/)).toBe(true);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    // A file that makes no sense changes nothing.
    writeFileSync(file, "nonsense\n");
    service.process.kill("SIGHUP");
    await expect.poll(() => hasLogged(/nothing was changed/)).toBe(true);
    expect(await statusOf(second)).toBe(200);
    expect(await service.stop()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  test("during the drain delay everything is served, readiness says no, and answers ask to close", async () => {
    const service = await startService({ PREFLIGHT_DRAIN_SECONDS: "600" });
    const admin = (path: string) => fetch(new URL(path, service.adminUrl)).then(({ status }) => status);
    await expect.poll(() => admin("/readyz")).toBe(200);
    expect(await admin("/healthz")).toBe(200);
    service.process.kill("SIGTERM");
    await expect.poll(async () => (await send(service.url, { path: "/readyz" })).status).toBe(503);
    await expect.poll(() => admin("/readyz")).toBe(503);
    const answer = await send(service.url, { path: "/api/validate", body: envelope(), key: service.key });
    expect([answer.status, answer.headers.connection]).toEqual([200, "close"]);
    expect(await admin("/healthz")).toBe(200);
    service.process.kill("SIGKILL");
  });

  test("under load every accepted request is answered, none is cut, and the exit code is 0", async () => {
    const service = await startService({ PREFLIGHT_RATE_LIMIT: "1000000" });
    const call = createClient(service.url);
    let answered = 0;
    let stopped = false;
    const failures: unknown[] = [];
    const body = envelope();
    // Clients that go on as long as they may: a new connection is refused once it stops, anything else must not fail.
    const client = async (): Promise<void> => {
      for (;;) {
        try {
          const answer = await call({ path: "/api/validate", body, key: service.key });
          // A machine that is busy with other things as well is told to slow down.
          if (answer.status === 503) continue;
          expect(answer.json().valid).toBe(true);
          answered += 1;
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          if (!(stopped && code === "ECONNREFUSED")) failures.push(error);
          return;
        }
      }
    };
    const clients = Array.from({ length: 16 }, client);
    await expect.poll(() => answered).toBeGreaterThan(200);
    stopped = true;
    expect(await service.stop()).toBe(0);
    await Promise.all(clients);
    expect(failures).toEqual([]);
    const logged = service
      .logs()
      .filter(({ operation, status }) => operation === "validateProposal" && status !== 503);
    expect(logged.length).toBe(answered);
    call.close();
  });

  test("a request that is half sent may finish, while readiness says no and new connections are refused", async () => {
    const service = await startService();
    const body = JSON.stringify(envelope());
    const { port, hostname: host } = new URL(service.url);
    const headers = {
      authorization: `Bearer ${service.key}`,
      "content-type": "application/json",
      "content-length": String(body.length),
    };
    const slow = request({ port, host, path: "/api/validate", method: "POST", headers });
    slow.write(body.slice(0, 10));
    // A second connection, opened before the stop, asks for readiness during it. It has begun to, so it is not idle.
    const probe = openSocket(service.url);
    await once(probe, "connect");
    probe.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(probe, "data");
    probe.write("GET /readyz HTTP/1.1\r\n");
    const exit = service.stop();
    await expect.poll(() => service.logs().some(({ msg }) => msg === "stopping")).toBe(true);
    probe.write("Host: x\r\n\r\n");
    const [readiness] = await once(probe, "data");
    expect(String(readiness)).toMatch(/^HTTP\/1\.1 503[\s\S]*connection: close[\s\S]*"stopping"/i);
    const fresh = () =>
      send(service.url, { path: "/healthz" }).then(
        () => "answered",
        ({ code }) => code,
      );
    await expect.poll(fresh).toBe("ECONNREFUSED");
    slow.end(body.slice(10));
    const [answer] = await once(slow, "response");
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await exit).toBe(0);
  });
});

describe("PREFLIGHT_PROXY_JWKS", () => {
  test("a file that makes no sense is noticed at start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "preflight-jwks-"));
    const file = join(folder, "jwks.json");
    const environment = { PORT: "0", PREFLIGHT_PROXY_JWKS: file };
    for (const [content, reason] of [
      [undefined, "the file cannot be read"],
      ["{}", "the file is not a JWK set"],
      ['{"keys":[{"kty":"RSA"}]}', "the file has no public Ed25519 or P-256 key"],
      ["{", "the file is not JSON"],
    ] as const) {
      if (content !== undefined) writeFileSync(file, content);
      await expect(startServiceHere({ environment })).rejects.toThrow(`PREFLIGHT_PROXY_JWKS: ${reason}`);
    }
    const launched = launchService(environment);
    expect(await launched.exit).toBe(1);
    expect(launched.errors()).toContain("Preflight cannot start: PREFLIGHT_PROXY_JWKS: the file is not JSON");
    rmSync(folder, { recursive: true });
  });

  test("a URL that does not answer is logged at start, and the service runs", async () => {
    const service = await startService({ PREFLIGHT_PROXY_JWKS: "http://127.0.0.1:9/jwks" });
    await expect.poll(() => service.logs().find(({ msg }) => msg === "key-set-failed")).toBeDefined();
    expect(await service.stop()).toBe(0);
  });
});
