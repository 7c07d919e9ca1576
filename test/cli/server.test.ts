/** `--server`: a service that is there, one that is not, and all that it may answer. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, FAULTY_YAML, VALID, VALID_YAML } from "./files.ts";

const folder = makeFolder();
folder.write("faulty.json", FAULTY);
folder.write("valid.json", VALID);

describe("a service", () => {
  let service: InProcessService;
  beforeAll(async () => {
    service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
  });
  afterAll(() => service?.stop());
  const run = (args: string[], key = service.key) =>
    preflight([...args, "--server", service.url], {
      cwd: folder.path,
      environment: { PREFLIGHT_API_KEY: key },
    });

  test("gives the same report as this machine, with links to its own pages", async () => {
    const there = await run(["validate", "faulty.json"]);
    const here = await preflight(["validate", "faulty.json"], { cwd: folder.path });
    expect(there.code).toBe(1);
    const plain = (text: string) => text.replace(` --server ${service.url}`, "").replace(/\s+/g, " ");
    expect(plain(there.stdout)).toBe(
      plain(here.stdout)
        .replace(/preflight explain (\S+)/g, `${service.url}/rules/datagen/generator-option/$1`)
        .replace("registry 66 entries as of", "registry as of"),
    );
  });

  test("is told how long numbers are written", async () => {
    folder.write("long-number.json", VALID.replace(/\}\s*$/, ', "weight": { "kg": 0.12345678901234567 } }'));
    folder.write("long-number.yaml", `${VALID_YAML}weight: { kg: 0.12345678901234567 }\n`);
    for (const name of ["long-number.json", "long-number.yaml"]) {
      const there = await run(["validate", name]);
      const here = await preflight(["validate", name], { cwd: folder.path });
      for (const { stdout } of [there, here])
        expect(stdout.replace(/\s+/g, " "), name).toContain("0.12345678901234567 has more digits");
    }
  });

  test.each([
    ["hex.yaml", "0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"],
    ["octal.yaml", "0o7777777777777777777777777", "37778931862957161709567"],
    ["plus.yaml", "+0012345678901234567890.", "12345678901234567890"],
    ["point.yaml", "-.12345678901234567890", "-0.12345678901234567890"],
    ["minus.json5", "-0XFFFFFFFFFFFFFFFFFF", "-4722366482869645213695"],
  ])("is sent numbers that JSON writes otherwise: %s", async (name, number, found) => {
    const draft = name.endsWith("5") ? VALID.replace(/\}\s*$/, "") : VALID_YAML;
    folder.write(
      name,
      name.endsWith("5")
        ? `${draft}, "weight": { "kg": ${number} } }`
        : `${draft}weight: { kg: ${number} }\n`,
    );
    const { code, stdout } = await run(["validate", name]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(found)]);
  });

  test("repairs", async () => {
    folder.write("fix.yaml", FAULTY_YAML);
    expect(await run(["validate", "fix.yaml", "--fix=suggested"])).toMatchObject({ code: 0 });
    expect(folder.read("fix.yaml")).toContain("type: integer # sic");
  });

  test("does not write over what was changed while it was asked", async () => {
    folder.write("late.json", FAULTY);
    const later = `${FAULTY}\n`;
    const slow = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (request.method === "POST") folder.write("late.json", later);
      const answer = await fetch(service.url + request.url, {
        method: request.method!,
        headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
        ...(request.method === "POST" && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
    await new Promise<void>((done) => slow.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const { code, stdout } = await preflight(["validate", "late.json", "--fix=suggested", "--server", url], {
      cwd: folder.path,
      environment: { PREFLIGHT_API_KEY: service.key },
    });
    await new Promise((done) => slow.close(done));
    expect(stdout).toContain("late.json has changed meanwhile and was not written.");
    expect(code).toBe(2);
    expect(folder.read("late.json")).toBe(later);
  });

  test.each([
    ["validate", "--at", "2027-01-01"],
    ["validate", "--simulate"],
    ["build", "--at", "2027-01-01"],
  ])("is asked about now only: %s %s", async (command, ...options) => {
    expect(await run([command, "valid.json", ...options])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/a service judges\s+by its own clock/) as string,
    });
  });

  test("builds the same bytes", async () => {
    const there = await run(["build", "valid.json", "-o", "-"]);
    const here = await preflight(["build", "valid.json", "-o", "-"], { cwd: folder.path });
    expect(there.stdout).toBe(here.stdout);
  });

  test("gets no proposal that it would not accept", async () => {
    folder.write("long.json", VALID.replace("Retail teams", "Retail ".repeat(10_000)));
    const { code, stdout } = await run(["validate", "long.json"]);
    expect(code).toBe(2);
    expect(stdout).toContain("a service accepts 65,536");
  });

  test("lists domains without a key", async () => {
    expect(await preflight(["domains", "--server", service.url])).toMatchObject({ code: 0 });
  });

  test("no key: says where to put it", async () => {
    const { code, stdout } = await preflight(["validate", "valid.json", "--server", service.url], {
      cwd: folder.path,
    });
    expect(code).toBe(2);
    expect(stdout).toContain("Set PREFLIGHT_API_KEY, or name a file with --key-file.");
  });

  test("an expired key", async () => {
    const { code, stdout, stderr } = await run(["validate", "valid.json"], "ai_expired0123456789abcd");
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown,\s+expired\s+or\s+revoked/);
    expect(stdout + stderr).not.toContain("ai_expired");
  });

  test("a key from a file; malformed ones are refused without being shown", async () => {
    folder.write("key.txt", `${service.key}\n`);
    const args = ["validate", "valid.json", "--server", service.url, "--key-file"];
    expect(await preflight([...args, "key.txt"], { cwd: folder.path })).toMatchObject({ code: 0 });
    folder.write("bad.txt", "secret words");
    const { code, stderr } = await preflight([...args, "bad.txt"], { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toContain("The key in bad.txt is malformed: a key is `ai_`");
    expect(stderr).not.toContain("secret");
  });

  test("a key cannot be an argument", async () => {
    const { code, stderr } = await run(["validate", "valid.json", "--key", "ai_0123456789abcdef0123"]);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown option '--key'");
  });
});

describe("a service that limits calls", () => {
  test("gets no call that it would refuse", async () => {
    let calls = 0;
    let early = 0;
    let emptyUntil = 0;
    const server = await listen((url, response) => {
      if (url.startsWith("/api/domains")) return json(response, 200, { domains: [DOMAIN] }, "r=3;t=1");
      if (url.startsWith("/spec-packages/")) return json(response, 404, {});
      if (Date.now() < emptyUntil) early++;
      // Two calls, then nothing is left for a second.
      const isLast = ++calls % 2 === 0;
      if (isLast) emptyUntil = Date.now() + 1_000;
      json(response, 200, VERDICT, isLast ? "r=0;t=1" : "r=1;t=1");
    });
    for (const name of ["a", "b", "c", "d", "e"]) folder.write(`limited/${name}.json`, VALID);
    const { code } = await preflight(["validate", "limited", "--server", server.url], {
      cwd: folder.path,
      environment: KEY,
    });
    expect({ code, calls, early }).toEqual({ code: 0, calls: 5, early: 0 });
    server.close();
  });

  test.each([429, 503])("%i with Retry-After is waited for", async (status) => {
    let calls = 0;
    const server = await listen((url, response) => {
      if (url.startsWith("/api/domains")) return json(response, 200, { domains: [DOMAIN] });
      if (++calls === 1) {
        response.setHeader("retry-after", "1");
        return problem(response, status, status === 429 ? "rate-limited" : "overloaded");
      }
      json(response, 200, VERDICT);
    });
    const { code } = await preflight(["validate", "valid.json", "--server", server.url], {
      cwd: folder.path,
      environment: KEY,
    });
    expect({ code, calls }).toEqual({ code: 0, calls: 2 });
    server.close();
  });

  test("a wait of an hour is not worth it", async () => {
    const server = await listen((url, response) => {
      if (url.startsWith("/api/domains")) return json(response, 200, { domains: [DOMAIN] });
      response.setHeader("retry-after", "3600");
      problem(response, 503, "upstream-unavailable");
    });
    const { code, stdout } = await preflight(["validate", "valid.json", "--server", server.url], {
      cwd: folder.path,
      environment: KEY,
    });
    expect(code).toBe(2);
    expect(stdout).toContain("Try again later.");
    server.close();
  });
});

describe("no service", () => {
  test("a server that is down", async () => {
    const server = await listen(() => {});
    server.close();
    const { code, stderr } = await preflight(["validate", "valid.json", "--server", server.url], {
      cwd: folder.path,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("cannot be reached.");
  });

  test("another server", async () => {
    const server = await listen(
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
    );
    const { code, stderr } = await preflight(["validate", "valid.json", "--server", server.url], {
      cwd: folder.path,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error {2}/);
    server.close();
  });

  test.each(["localhost:8080", "ftp://example.org", "nonsense"])("%s is not an address", async (address) => {
    const { code, stderr } = await preflight(["validate", "valid.json", "--server", address], {
      cwd: folder.path,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("--server must be an http or https URL");
  });
});

const KEY = { PREFLIGHT_API_KEY: "ai_0123456789abcdef0123" };
const DOMAIN = {
  targetProduct: "datagen",
  domainId: "generator-option",
  title: "Generator option",
  specPackageVersion: "1.1.0",
  specPackageUrl: "http://127.0.0.1/x",
  submissionUrl: "http://127.0.0.1/y",
};
const VERDICT = {
  valid: true,
  diagnostics: [],
  omitted: 0,
  specPackage: { version: "1.1.0", digest: "sha256:00" },
  registry: { digest: "sha256:00", asOf: "2026-11-01T00:00:00Z" },
};

async function listen(answer: (url: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request.url ?? "", response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

function json(response: ServerResponse, status: number, body: object, limit?: string): void {
  if (limit !== undefined) response.setHeader("ratelimit", `"default";${limit}`);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, code: string): void {
  const document = { type: "about:blank", title: code, status, code, detail: "Later.", requestId: "r1" };
  response.writeHead(status, { "content-type": "application/problem+json" }).end(JSON.stringify(document));
}
