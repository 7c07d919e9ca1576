/** The package as users get it: packed from a clean clone, installed into an empty project, and used there. */
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPage } from "../docs/markdown.ts";
import { json, startUpstream, tinyPackage, type Upstream } from "../products/support.ts";
import { COMPILER, projectFolder } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { freePort } from "../support/free-port.ts";
import {
  type Environment,
  outputOf,
  runProcess,
  type StartedProcess,
  startProcess,
} from "../support/processes.ts";
import { programPath } from "../support/programs.ts";
import { type RedisServer, requireServer, startRedis } from "../support/servers.ts";
import { PATIENT } from "../support/service.ts";
import { installWithNpm, type Packed, packagesIn, packClone, withRegistry } from "./packed.ts";

const manifest = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));
const ALL_PACKAGES = ["@eslint-community/regexpp", "@noble/hashes", "proposal-preflight", "re2js"];
const KEY = "ai_package_0123456789abcdef";

withRegistry("the package", () => {
  let packed: Packed;
  let project: string;
  beforeAll(async () => {
    packed = await packClone();
    project = await installWithNpm(packed);
  });
  afterAll(() => packed?.remove());

  const installed = (path: string) => join(project, "node_modules", "proposal-preflight", path);
  const command = () => join(project, "node_modules", ".bin", "preflight");

  describe("the tarball", () => {
    test("has the programs, the library with its types, the rules and the licences", () => {
      expect(packed.files).toEqual(
        expect.arrayContaining([
          "CHANGELOG.md",
          "LICENSE",
          "README.md",
          "THIRD-PARTY-LICENSES.txt",
          "bin/preflight.mjs",
          "deploy/nginx/preflight.conf",
          "deploy/prometheus-rules.yaml",
          "dist/bundle/preflight.js",
          "dist/bundle/service.js",
          "dist/client/index.d.ts",
          "dist/client/index.js",
          "dist/core/index.d.ts",
          "dist/core/index.js",
          "dist/sbom.cdx.json",
          "dist/web/manifest.json",
          "docs/operating.md",
          "package.json",
          "spec-packages/datagen/generator-option.json",
        ]),
      );
    });

    test("has nothing else", () => {
      const expected =
        /^(bin\/|deploy\/[\w.@/-]+\.(cfg|conf|json|service|yaml)$|docs\/[\w-]+\.md$|(schemas|spec-packages)\/|dist\/(bundle|web)\/|dist\/(core|client|authoring\/importing|service\/(fetch|http|operations|pages|identity|budget|catalogue))\/.*\.(js|d\.ts)$|dist\/sbom\.cdx\.json$|[A-Z-]+(\.(md|txt))?$|package\.json$)/;
      expect(packed.files.filter((path) => !expected.test(path))).toEqual([]);
      expect(packed.files.filter((path) => /\.tsbuildinfo$|\.map$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
      const namesMap = (path: string) => readFileSync(installed(path), "utf8").includes("sourceMappingURL=");
      expect(packed.files.filter((path) => path.endsWith(".js") && namesMap(path))).toEqual([]);
    });

    test("names every bundled library, with its licence", () => {
      const sbom = JSON.parse(readFileSync(installed("dist/sbom.cdx.json"), "utf8"));
      const licences = readFileSync(installed("THIRD-PARTY-LICENSES.txt"), "utf8");
      expect(sbom).toMatchObject({
        bomFormat: "CycloneDX",
        metadata: { component: { name: "proposal-preflight" } },
      });
      const components: { name: string; version: string; purl: string; licenses: unknown[] }[] =
        sbom.components;
      expect(components.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["ioredis", "jose", "prom-client", "@modelcontextprotocol/server", "re2js"]),
      );
      for (const { name, version, purl, licenses } of components) {
        expect(licences, name).toContain(`${name} ${version} (`);
        expect(purl, name).toMatch(/^pkg:npm\//);
        expect(licenses, name).not.toEqual([]);
      }
      expect(components.map(({ name }) => name)).not.toContain("vitest");
    });
  });

  describe("an empty project", () => {
    test("gets three small libraries with it, also where engines are checked", () => {
      expect(packagesIn(project)).toEqual(ALL_PACKAGES);
      expect(Object.keys(manifest.dependencies).sort()).toEqual([
        "@eslint-community/regexpp",
        "@noble/hashes",
        "re2js",
      ]);
    });

    test("can use core, client, signing and rules as modules", async () => {
      writeFileSync(
        join(project, "use.mjs"),
        `import { buildProposal, createRegistry, loadSpecPackage } from "proposal-preflight";
import { createClient } from "proposal-preflight/client";
import { signProxyCall } from "proposal-preflight/proxy-signing";
import rules from "proposal-preflight/spec-packages/datagen/generator-option.json" with { type: "json" };

const { spec } = loadSpecPackage(rules);
const built = buildProposal(spec, rules.examples.valid[0].candidate, {
  registry: createRegistry([], "2026-11-01T00:00:00Z"), now: 0, rulesUrl: "/rules", submissionUrl: "https://example.org",
});
console.log(built.valid, Object.keys(createClient({ baseUrl: "https://example.org" })).length, typeof signProxyCall);
`,
      );
      expect(await outputOf(process.execPath, ["use.mjs"], { cwd: project })).toBe("true 5 function\n");
    });

    test.each([
      ["a browser", { lib: ["ES2023", "DOM"], types: [] }],
      ["Node", { lib: ["ES2023"], types: ["node"] }],
    ])("has types that hold without skipLibCheck, for %s", async (name, options) => {
      const file = `${name.replace(" ", "-")}.ts`;
      writeFileSync(
        join(project, file),
        `import { applyFixes, checkCandidate, loadSpecPackage, type Registry } from "proposal-preflight";
import { createClient, isProblem, type Diagnostic, type Domain } from "proposal-preflight/client";
import { type ProxyHeaders, signProxyCall } from "proposal-preflight/proxy-signing";

export async function use(registry: Registry, candidate: unknown): Promise<string> {
  const client = createClient({ baseUrl: "https://example.org", key: async () => "ai_" });
  const { domains } = await client.listDomains({}, { signal: new AbortController().signal });
  const { targetProduct, domainId } = domains[0] as Domain;
  const { diagnostics } = await client.validateProposal({ targetProduct, domainId, candidate, repair: "safe" });
  // What the client gets is what the core takes.
  const fixed = applyFixes(candidate, diagnostics, "safe").candidate;
  const built = await client.buildProposal({ targetProduct, domainId, candidate: fixed });
  const receipt = await client.submit<{ proposal: { id: string } }>(built);
  const loaded = loadSpecPackage({});
  const own: Diagnostic[] = loaded.ok ? checkCandidate(loaded.spec, candidate, { registry, now: 0, rulesUrl: "" }).diagnostics : [];
  // @ts-expect-error: there is no such level.
  await client.validateProposal({ targetProduct, domainId, candidate, repair: "everything" });
  return receipt.body.proposal.id + own.length;
}

export function explain(error: unknown): string {
  if (isProblem(error, "unsupported-domain")) return error.supported.map(({ domainId }) => domainId).join();
  return isProblem(error) ? error.detail : "";
}

export const sign: (...args: Parameters<typeof signProxyCall>) => Promise<ProxyHeaders> = signProxyCall;
`,
      );
      const config = join(project, `${file}.tsconfig.json`);
      const compilerOptions = {
        ...options,
        ...{
          module: "NodeNext",
          target: "ES2023",
          strict: true,
          noEmit: true,
          exactOptionalPropertyTypes: true,
        },
        ...{ skipLibCheck: false, typeRoots: [join(projectFolder, "node_modules", "@types")] },
      };
      writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
      const { stdout } = await runProcess(process.execPath, [COMPILER, "-p", config], { cwd: project });
      expect(stdout).toBe("");
    });
  });

  /** There is no container runtime where tests run, so the steps of the Dockerfile are done one by one. */
  describe("the image", () => {
    const dockerfile = readFileSync(join(projectFolder, "deploy", "Dockerfile"), "utf8").replaceAll(
      "\\\n",
      " ",
    );
    const step = (pattern: RegExp) => pattern.exec(dockerfile)?.[1] ?? `no ${pattern} in the Dockerfile`;
    let app: string;
    beforeAll(async () => {
      app = packed.newFolder("app");
      // Another user has to get there.
      chmodSync(dirname(app), 0o755);
      const options = step(/npm install --prefix \/app (.*) \/tmp\//)
        .trim()
        .split(/ +/);
      const install = ["install", "--prefix", app, "--prefer-offline", ...options];
      await outputOf("npm", [...install, packed.tarball], { cwd: app });
    });

    test("serves as a user who owns nothing there, is healthy, and stops", async () => {
      const [port, adminPort] = [await freePort(), await freePort()];
      const environment: Record<string, string> = Object.fromEntries(
        [...step(/^ENV (NODE_ENV.*)$/m).matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
      );
      expect(environment).toMatchObject({ HOST: "0.0.0.0", PORT: "8080", PREFLIGHT_ADMIN_PORT: "9090" });
      const here = (words: string[]) =>
        words.map((word) =>
          word
            .replace(/^\/usr\/local\/bin\/node$/, process.execPath)
            .replace(/^\/app\//, `${app}/`)
            .replace(":9090/", `:${adminPort}/`),
        );
      const [uid = "", gid = ""] = step(/^USER (10001:10001)$/m).split(":");
      const asUser =
        process.getuid?.() === 0 ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"] : [];
      const [program = "", ...args] = [...asUser, ...here(JSON.parse(step(/^ENTRYPOINT (\["\/usr.*\])$/m)))];
      const service = startProcess(program, args, {
        cwd: app,
        environment: {
          ...environment,
          PORT: String(port),
          PREFLIGHT_ADMIN_PORT: String(adminPort),
          PREFLIGHT_API_KEYS: KEY,
        },
      });
      await service.said(/^Metrics: /m);
      if (asUser.length > 0)
        expect(readFileSync(`/proc/${service.process.pid}/status`, "utf8")).toMatch(/^Uid:\t10001\t10001\t/m);
      const check: string[] = here(JSON.parse(step(/HEALTHCHECK .*CMD (\[.*\])$/m)));
      expect(await runProcess(check[0]!, check.slice(1))).toMatchObject({ code: 0 });
      const answer = await fetch(`http://127.0.0.1:${port}/api/validate`, {
        method: "POST",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify(envelope()),
      });
      expect(await answer.json()).toMatchObject({ valid: true });
      service.process.kill(step(/^STOPSIGNAL (\w+)$/m) as NodeJS.Signals);
      expect(await service.exit).toBe(0);
      expect(await runProcess(check[0]!, check.slice(1))).toMatchObject({ code: 1 });
    });

    test("has in it what its list of parts says, in the same versions", () => {
      const own = join(app, "node_modules", "proposal-preflight", "dist", "sbom.cdx.json");
      const { components } = JSON.parse(readFileSync(own, "utf8"));
      const listed = new Set<string>(
        components.map(
          ({ group, name, version }: Record<string, string>) =>
            `${group ? `${group}/` : ""}${name}@${version}`,
        ),
      );
      const installedThere = packagesIn(app)
        .filter((name) => name !== "proposal-preflight")
        .map((name) => {
          const { version } = JSON.parse(
            readFileSync(join(app, "node_modules", name, "package.json"), "utf8"),
          );
          return `${name}@${version}`;
        });
      expect(installedThere.filter((part) => !listed.has(part))).toEqual([]);
      expect(installedThere).toHaveLength(Object.keys(manifest.dependencies).length);
    });
  });

  requireServer(
    "redis-server",
    "nginx",
    "promtool",
  )("the page for operators", () => {
    test("leads from nothing to two replicas with Redis, metrics and alerts", async () => {
      const commands = readPage("operating.md").parts.flatMap((part) =>
        part.kind === "block" && part.role === "operator" && part.name !== "install" ? [part.text] : [],
      );
      expect(commands.length).toBeGreaterThan(6);
      const ports = new Map<string, string>();
      for (const port of ["6379", "8080", "8081", "8082", "9081", "9082", "9090"])
        ports.set(port, String(await freePort()));
      const withOwnPorts = (text: string) =>
        text.replace(/(?<![\d.])\d{4}(?!\d)/g, (port) => ports.get(port) ?? port);
      const site = installed("deploy/nginx/preflight.conf");
      writeFileSync(site, withOwnPorts(readFileSync(site, "utf8")));
      const script = [
        "set -eu",
        ...commands.map(withOwnPorts),
        // At the end, the replica that was started again serves as well.
        `until curl -fs localhost:${ports.get("8081")}/readyz >/dev/null; do sleep 0.1; done`,
        `curl -fs localhost:${ports.get("9090")}/api/v1/rules`,
        "kill $(jobs -p)",
        "wait",
      ].join("\n");
      const { code, stdout, stderr } = await runProcess("bash", ["-c", script], {
        cwd: project,
        environment: PATIENT,
      });
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(stdout.match(/^RateLimit: "default";r=1[89];/gm)).toHaveLength(2);
      expect(stdout.match(/"valid":false/g)).toHaveLength(2);
      expect(stdout).toContain("is valid prometheus config file syntax");
      expect(stdout.match(/"preflight_limiter_shared"[^}]*\},"value":\[[\d.]+,"1"\]/g)).toHaveLength(2);
      expect(stdout).toContain('"name":"PreflightBudgetNotShared"');
    });
  });

  describe("the installed command", () => {
    test("knows its version, also through npx", async () => {
      const version = await outputOf("npx", ["--no-install", "preflight", "--version"], { cwd: project });
      expect(version).toBe(`${manifest.version}\n`);
    });

    test("serves the embedded product", async () => {
      const { launched, url } = await serve({});
      const client = await installedClient(url);
      const { domains } = await client.listDomains();
      expect(domains.map(({ domainId }) => domainId)).toEqual(["generator-option"]);
      expect((await client.buildProposal(envelope())).valid).toBe(true);
      for (const path of ["/", "/docs", "/rules", "/openapi.json", "/spec-packages/datagen/generator-option"])
        expect((await fetch(`${url}${path}`)).status, path).toBe(200);
      const page = await (await fetch(`${url}/`)).text();
      const [, asset] = /"((?:\.\/|\/)?assets\/[^"]+\.js)"/.exec(page) ?? [];
      expect((await fetch(new URL(asset!, `${url}/`))).status).toBe(200);
      await expectMcp(url);
      launched.process.kill("SIGTERM");
      expect(await launched.exit).toBe(0);
    });

    describe("with everything that can be configured", () => {
      let product: Upstream;
      let redis: RedisServer | undefined;
      beforeAll(async () => {
        product = await startUpstream({
          "/spec": json(tinyPackage()),
          "/registry": json({ generators: [{ id: "bolt", name: "Bolt" }] }),
        });
        redis = programPath("redis-server") === undefined ? undefined : await startRedis();
      });
      afterAll(async () => {
        await product?.close();
        await redis?.stop();
      });

      test("follows a product in threads, shares its budget, verifies signatures and counts", async () => {
        const domains = join(project, "domains.json");
        const names = { targetProduct: "acme", domainId: "widget" };
        const at = (path: string) => `${product.url}${path}`;
        const urls = { specPackageUrl: at("/spec"), registryUrl: at("/registry"), submissionUrl: at("/") };
        writeFileSync(domains, JSON.stringify({ domains: [{ ...names, ...urls }] }));
        const { publicKey, privateKey } = generateKeyPairSync("ed25519");
        const jwks = join(project, "jwks.json");
        writeFileSync(
          jwks,
          JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] }),
        );
        const { launched, url } = await serve({
          PREFLIGHT_DOMAINS: domains,
          PREFLIGHT_PROXY_JWKS: jwks,
          PREFLIGHT_ADMIN_PORT: "0",
          ...(redis && { PREFLIGHT_REDIS_URL: redis.url }),
        });
        const client = await installedClient(url);
        await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
        const taken = await client.validateProposal({ ...names, candidate: { id: "bolt" } });
        expect(taken.diagnostics.map(({ code }) => code)).toEqual(["id-taken"]);

        const { signProxyCall } = await import(installed("dist/service/identity/signing.js"));
        const body = JSON.stringify({ ...names, candidate: { id: "nut" } });
        const headers = await signProxyCall({
          privateKey: { ...privateKey.export({ format: "jwk" }), kid: "k1" },
          ...{ audience: url, method: "POST", target: "/api/validate", agent: "a1", subject: "u1", body },
          capability: "preflight.validateProposal",
        });
        const sent = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
        const answer = await fetch(`${url}/api/validate`, sent);
        expect([answer.status, await answer.json()]).toMatchObject([200, { valid: true }]);

        const [, metrics] = await launched.said(/^Metrics: (\S+)$/m);
        expect(await (await fetch(metrics!)).text()).toContain("preflight_");
        launched.process.kill("SIGTERM");
        expect(await launched.exit).toBe(0);
      });
    });

    async function serve(environment: Environment): Promise<{ launched: StartedProcess; url: string }> {
      const launched = startProcess(command(), ["serve"], {
        cwd: project,
        environment: { ...PATIENT, PORT: "0", PREFLIGHT_API_KEYS: KEY, ...environment },
      });
      const [url] = await launched.said(/http:\/\/\S+/);
      return { launched, url };
    }

    async function installedClient(baseUrl: string) {
      const module: typeof import("../../src/client/index.ts") = await import(
        installed("dist/client/index.js")
      );
      return module.createClient({ baseUrl, key: KEY });
    }

    async function expectMcp(url: string): Promise<void> {
      const clientInfo = { name: "test", version: "0" };
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
      const answer = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
      });
      expect(await answer.json()).toMatchObject({ result: { serverInfo: { name: "preflight" } } });
    }
  });
});

describe("a clone", () => {
  test("without development dependencies says what to do", async () => {
    const clone = mkdtempSync(join(tmpdir(), "preflight-clone-"));
    for (const name of ["package.json", "scripts"]) symlinkSync(join(projectFolder, name), join(clone, name));
    const args = ["--preserve-symlinks", "--preserve-symlinks-main", join(clone, "scripts", "start.mjs")];
    const { code, stderr } = await runProcess(process.execPath, args, { cwd: clone });
    rmSync(clone, { recursive: true });
    expect(code).toBe(1);
    expect(stderr).toContain("Run npm ci, without --omit=dev");
    expect(stderr).toContain("npm install proposal-preflight && npx preflight serve");
  });
});
