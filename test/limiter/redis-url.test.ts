import { describe, expect, test } from "vitest";
import { parseRedisUrl } from "../../src/service/shared/redis-url.ts";
import { faultsOf } from "../support/faults.ts";

const at = (host: string, port: number) => ({ host, port });

describe("the address of Redis", () => {
  test.each([
    ["redis://cache", { host: "cache", port: 6379, tls: false, db: 0 }],
    ["redis://cache/99999", { host: "cache", port: 6379, tls: false, db: 99_999 }],
    ["redis://app@cache", { host: "cache", port: 6379, tls: false, username: "app", db: 0 }],
    ["redis://127.0.0.1:7000/", { host: "127.0.0.1", port: 7000, tls: false, db: 0 }],
    ["rediss://cache:6380/2", { host: "cache", port: 6380, tls: true, db: 2 }],
    ["redis://:s%40crt@cache", { host: "cache", port: 6379, tls: false, password: "s@crt", db: 0 }],
    [
      "rediss://app:a%25b@[2001:db8::1]:6380/15?family=6",
      { host: "2001:db8::1", port: 6380, tls: true, username: "app", password: "a%b", db: 15 },
    ],
    ["redis://:p@ss@cache", { host: "cache", port: 6379, tls: false, password: "p@ss", db: 0 }],
    [
      "redis+sentinel://one,two:26380,[::1]:26381/budget",
      {
        sentinels: [at("one", 26379), at("two", 26380), at("::1", 26381)],
        master: "budget",
        tls: false,
        db: 0,
      },
    ],
    [
      "rediss+sentinel://app:a%25b@one/my%20master/3?sentinelUsername=watch&sentinelPassword=c%3Dd=",
      {
        ...{ sentinels: [at("one", 26379)], master: "my master", tls: true, db: 3 },
        ...{ username: "app", password: "a%b", sentinelUsername: "watch", sentinelPassword: "c=d=" },
      },
    ],
    ["redis+cluster://one", { nodes: [at("one", 6379)], tls: false, db: 0 }],
    [
      "rediss+cluster://:secret@one:7000,two:7001/0",
      { nodes: [at("one", 7000), at("two", 7001)], tls: true, password: "secret", db: 0 },
    ],
  ])("%s", (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  test.each([
    ["", "is not a URL"],
    ["cache:6379", "is not a URL"],
    ["http://:hunter2@cache", "is not a URL"],
    ["redis://:hunter2@", "has no host"],
    ["redis:///0", "has no host"],
    ["redis://cache/100000", "has a path that is not a database number such as /0"],
    ["redis://cache/0x", "has a path that is not a database number such as /0"],
    ["redis://cache/x0", "has a path that is not a database number such as /0"],
    ["redis://%zz@cache", "has a user name, password or master name with a % sign"],
    ["x", "is not a URL of the form redis://host:port, redis+sentinel://"],
    ["redis://:hunter2@cache:70000", "is not a URL"],
    ["redis://:hunter2@cache/main", "not a database number"],
    ["redis://:hunter2@cache/1/2", "not a database number"],
    ["redis://:hunter2%zz@cache", "not encoded as %25"],
    ["redis://:hunter2@one,two", "has several hosts; write redis+sentinel:// or redis+cluster://"],
    ["redis+sentinel://:hunter2@one,two", "has no path of the form /master"],
    ["redis+sentinel://:hunter2@one/", "has no path of the form /master"],
    ["redis+sentinel://:hunter2@one/a/b", "not a database number"],
    ["redis+sentinel://:hunter2@one/a/0/1", "has no path of the form /master"],
    ["redis+sentinel://:hunter2@one,/a", "has no host, or an empty one"],
    ["redis+sentinel://one:99999/a?sentinelPassword=hunter2", "is not a URL of the form"],
    ["redis+sentinel://one/a?sentinelPasswd=hunter2", "something else than sentinelUsername and"],
    ["redis+sentinel://one/a?sentinelPassword=hunter2%", "not encoded as %25"],
    ["redis+cluster://:hunter2@one/1", "a Redis Cluster has database 0 only"],
    ["redis+cluster://one?password=hunter2", "has a query, which has no meaning"],
    ["redis+socket://:hunter2@one", "is not a URL of the form"],
  ])("%j is refused without repeating it", (url, fault) => {
    const faults = faultsOf(() => parseRedisUrl(url));
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults.join()).not.toContain("hunter2");
  });
});
