import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientBucket, UNKNOWN_CLIENT } from "../../src/service/operations/gate.ts";

describe("the bucket of a client address", () => {
  test.each([
    ["IPv4 as it is", "203.0.113.7", "ip:203.0.113.7"],
    ["IPv4 at its ends", "255.255.255.255", "ip:255.255.255.255"],
    ["IPv4 seen by a dual-stack socket", "::ffff:203.0.113.7", "ip:203.0.113.7"],
    ["the same in capitals and groups", "::FFFF:CB00:7107", "ip:203.0.113.7"],
    ["the same written out", "0:0:0:0:0:ffff:203.0.113.7", "ip:203.0.113.7"],
    ["IPv6 by its /64", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", "ip:2001:db8:1:2::/64"],
    ["another host of that /64", "2001:0DB8:0001:0002::1", "ip:2001:db8:1:2::/64"],
    ["zeros inside the network part", "2001:0:0:1::9", "ip:2001:0:0:1::/64"],
    ["zeros at its end", "2001:db8::1", "ip:2001:db8::/64"],
    ["a dotted quad that is not mapped", "2001:db8:1:2:3:4:203.0.113.7", "ip:2001:db8:1:2::/64"],
    ["zeros at its start", "::1:2:3:4:5:6", "ip:0:0:1:2::/64"],
    ["zeros that end inside it", "1::2:3:4:5:6", "ip:1:0:0:2::/64"],
    ["what only ends like a mapped address", "1::ffff:cb00:7107", "ip:1::/64"],
    ["what only starts like a mapped address", "::ffff:cb00:7107:1", "ip:::/64"],
    ["loopback", "::1", "ip:::/64"],
    ["nothing but zeros", "::", "ip:::/64"],
    ["a link-local address with its zone", "fe80::1%eth0", "ip:fe80::/64"],
  ])("%s", (_what, address, bucket) => {
    expect(clientBucket(address)).toBe(bucket);
  });

  test.each([
    "",
    "unknown",
    "localhost",
    "203.0.113",
    "203.0.113.7.",
    "203.0.113.256",
    "203.0.113.07",
    "203.0.113.7:80",
    "203.0.113.7\n",
    "[::1]",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "12345::",
    "g::",
    "203.0.113.7::",
    "::203.0.113.7:1",
    `::${"0".repeat(100_000)}`,
  ])("%j is no address and shares one bucket", (address) => {
    expect(clientBucket(address)).toBe(UNKNOWN_CLIENT);
  });

  test("agrees with Node on what an address is", () => {
    const group = fc.constantFrom("", "0", "1", "ffff", "2001", "abcd1", "203.0.113.7");
    const scribble = fc.array(group, { maxLength: 9 }).map((groups) => groups.join(":"));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), scribble, fc.string()), (address) => {
        fc.pre(!address.includes("%"));
        expect(clientBucket(address) === UNKNOWN_CLIENT).toBe(isIP(address) === 0);
      }),
      { numRuns: 1000 },
    );
  });
});
