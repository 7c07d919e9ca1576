/** What Preflight says about a Redis that it cannot use. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startProcess } from "../support/processes.ts";
import { freePort, requireServer, startRedis } from "../support/servers.ts";
import { launchService, startService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-redis-kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every line on standard error. */
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: number; msg: string });

requireServer("redis-server")("a Redis that cannot be used", () => {
  async function startKind(kind: "cluster" | "sentinel"): Promise<string> {
    const port = String(await freePort());
    const own = mkdtempSync(join(folder, kind));
    const config = join(own, "server.conf");
    writeFileSync(config, "");
    const common = ["--bind", "127.0.0.1", "--port", port, "--dir", own, "--set-proc-title", "no"];
    const args =
      kind === "sentinel" ? [config, "--sentinel", ...common] : [...common, "--cluster-enabled", "yes"];
    const server = startProcess("redis-server", args);
    await server.said(/Ready to accept connections|Sentinel ID is/);
    return `redis://127.0.0.1:${port}`;
  }

  test.each([
    ["cluster", "Redis Cluster"],
    ["sentinel", "Redis Sentinel"],
  ] as const)("a %s is refused by name at start", async (kind, name) => {
    const url = await startKind(kind);
    const launched = launchService({ PORT: "0", PREFLIGHT_REDIS_URL: url });
    expect(await launched.exit).toBe(1);
    const refusals = linesOf(launched.errors()).filter(({ msg }) => msg.startsWith("Preflight cannot start"));
    expect(refusals[0]?.msg).toContain(`names a ${name}, which is not supported`);
  });

  test("a wrong password is not called unreachable", async () => {
    const redis = await startRedis({ password: "right" });
    const service = await startService({ PREFLIGHT_REDIS_URL: redis.url.replace("right", "wrong-one") });
    await expect.poll(() => service.logs().filter(({ msg }) => /Redis/.test(String(msg))).length).toBe(1);
    const [line] = service.logs().filter(({ msg }) => /Redis/.test(String(msg)));
    expect(line).toMatchObject({ level: 40, reason: "WRONGPASS" });
    expect(line!.msg).toBe("Redis refuses the user name or password: this process counts calls alone");
    expect(await service.stop()).toBe(0);
    await redis.stop();
  });

  test("a password that is changed while the service runs is told as well", async () => {
    const redis = await startRedis({ password: "right" });
    const service = await startService({ PREFLIGHT_REDIS_URL: redis.url });
    const admin = connect(Number(new URL(redis.url).port), "127.0.0.1");
    admin.write("AUTH right\r\nCONFIG SET requirepass other\r\nCLIENT KILL TYPE normal SKIPME yes\r\n");
    const told = () => service.logs().filter(({ msg }) => /Redis/.test(String(msg)));
    await expect.poll(() => told().at(-1)).toMatchObject({ level: 40, reason: "WRONGPASS" });
    expect(told().at(-1)!.msg).toMatch(/^Redis refuses the user name or password/);
    // It comes back by itself, and says so once.
    admin.write("CONFIG SET requirepass right\r\n");
    await expect.poll(() => told().at(-1)).toMatchObject({ level: 30 });
    expect(told().filter(({ reason }) => reason === "WRONGPASS")).toHaveLength(1);
    admin.destroy();
    expect(await service.stop()).toBe(0);
    await redis.stop();
  });
});
