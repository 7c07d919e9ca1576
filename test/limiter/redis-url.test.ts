import { describe, expect, test } from "vitest";
import { parseRedisUrl } from "../../src/adapters/shared/redis-url.ts";

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
  ])("%s", (url, address) => {
    expect(parseRedisUrl(url)).toEqual({ ok: true, address });
  });

  test.each([
    ["", "is not a URL"],
    ["cache:6379", "is not a URL"],
    ["http://:hunter2@cache", "is not a URL"],
    ["redis://:hunter2@", "is not a URL"],
    ["redis:///0", "has no host"],
    ["redis://cache/100000", "has a path that is not a database number such as /0"],
    ["redis://cache/0x", "has a path that is not a database number such as /0"],
    ["redis://cache/x0", "has a path that is not a database number such as /0"],
    ["redis://%zz@cache", "has a user name or password with a % sign that is not encoded as %25"],
    ["x", "is not a URL of the form redis://host:port or rediss://host:port"],
    ["redis://:hunter2@cache:70000", "is not a URL"],
    ["redis://:hunter2@cache/main", "not a database number"],
    ["redis://:hunter2@cache/1/2", "not a database number"],
    ["redis://:hunter2%zz@cache", "not encoded as %25"],
  ])("%j is refused without repeating it", (url, fault) => {
    const parsed = parseRedisUrl(url);
    expect(parsed.ok ? "" : parsed.fault).toContain(fault);
    expect(JSON.stringify(parsed)).not.toContain("hunter2");
  });
});
