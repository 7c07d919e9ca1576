/** What Preflight says about a Redis that it cannot use. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startProcess } from "../support/processes.ts";
import { type RedisGroup, startCluster, startSentinels } from "../support/redis-groups.ts";
import { requireServer, startRedis } from "../support/servers.ts";
import { launchService, PATIENT, startService } from "../support/service.ts";

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

  async function refusalOf(url: string): Promise<string | undefined> {
    const launched = launchService({ ...PATIENT, PORT: "0", PREFLIGHT_REDIS_URL: url });
    expect(await launched.exit).toBe(1);
    return linesOf(launched.errors()).find(({ msg }) => msg.startsWith("Preflight cannot start"))?.msg;
  }

  test.each([
    ["cluster", "a Redis Cluster; write redis+cluster://"],
    ["sentinel", "a Redis Sentinel; write redis+sentinel://"],
  ] as const)("a %s that is taken for a single server is refused at start", async (kind, name) => {
    expect(await refusalOf(await startKind(kind))).toContain(`names ${name}`);
  });

  test("a single server that is taken for more is refused at start", async () => {
    const { url } = await startRedis();
    const [cluster, sentinel] = await Promise.all([
      refusalOf(url.replace("redis:", "redis+cluster:")),
      refusalOf(`${url.replace("redis:", "redis+sentinel:")}/master`),
    ]);
    expect(cluster).toContain("names a Redis server that is not part of a Cluster; write redis://");
    expect(sentinel).toContain("names a Redis server that is not a Sentinel; write redis://");
  });

  test("a master that no Sentinel knows is told", async () => {
    const { url } = await startSentinels({ replicas: 0, sentinels: 1 });
    const service = await startService({
      ...PATIENT,
      PREFLIGHT_REDIS_URL: url.replace(/[^/]*$/, "another"),
    });
    await expect
      .poll(() => service.logs().filter(({ msg }) => /Redis/.test(String(msg))))
      .toMatchObject([
        {
          level: 40,
          msg: "no Redis Sentinel knows the master that PREFLIGHT_REDIS_URL names: this process counts calls alone",
          reason: "unknown-master",
        },
      ]);
    expect(await service.stop()).toBe(0);
  });

  test("SIGHUP leads from Sentinels to a cluster, and not to what cannot count", async () => {
    const [sentinels, cluster] = await Promise.all([
      startSentinels({ replicas: 0, sentinels: 1, password: "p4ssw0rd" }),
      startCluster({ masters: 1, replicas: false }),
    ]);
    const single = await startRedis();
    const file = join(folder, "redis-url");
    writeFileSync(file, sentinels.url);
    const service = await startService({ ...PATIENT, PREFLIGHT_REDIS_URL_FILE: file });
    const lines = (pattern: RegExp) => service.logs().filter(({ msg }) => pattern.test(String(msg)));
    const reload = async (url: string, pattern: RegExp) => {
      const before = lines(pattern).length;
      writeFileSync(file, url);
      service.process.kill("SIGHUP");
      await expect.poll(() => lines(pattern).length).toBe(before + 1);
    };
    const keysOf = async ({ servers }: RedisGroup) => {
      await servers[0]!.ask("FLUSHALL");
      expect((await fetch(`${service.url}/api/domains`)).status).toBe(200);
      return await servers[0]!.ask("DBSIZE");
    };
    expect(await keysOf(sentinels)).toBe(1);
    await reload(cluster.url, /were read again/);
    expect([await keysOf(sentinels), await keysOf(cluster)]).toEqual([0, 1]);
    // Twice, since what was refused must not be taken as known.
    for (let time = 0; time < 2; time++)
      await reload(single.url.replace("redis:", "redis+cluster:"), /could not be read|not everything/);
    await reload("redis+cluster://:p4ssw0rd@", /nothing was changed/);
    expect(await keysOf(cluster)).toBe(1);
    expect(lines(/alone/)).toEqual([]);
    expect(JSON.stringify(service.logs())).not.toContain("p4ssw0rd");
    expect(await service.stop()).toBe(0);
  });

  test("a wrong password is not called unreachable", async () => {
    const redis = await startRedis({ password: "right" });
    const service = await startService({
      ...PATIENT,
      PREFLIGHT_REDIS_URL: redis.url.replace("right", "wrong-one"),
    });
    await expect.poll(() => service.logs().filter(({ msg }) => /Redis/.test(String(msg))).length).toBe(1);
    const [line] = service.logs().filter(({ msg }) => /Redis/.test(String(msg)));
    expect(line).toMatchObject({ level: 40, reason: "WRONGPASS" });
    expect(line!.msg).toBe("Redis refuses the user name or password: this process counts calls alone");
    expect(await service.stop()).toBe(0);
    await redis.stop();
  });

  test("a password that is changed while the service runs is told as well", async () => {
    const redis = await startRedis({ password: "right" });
    const service = await startService({ ...PATIENT, PREFLIGHT_REDIS_URL: redis.url });
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
