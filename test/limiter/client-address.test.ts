import { describe, expect, test } from "vitest";
import { trustedProxies } from "../../src/service/budget/client-address.ts";
import { faultsOf } from "../support/faults.ts";

describe("the client's address behind proxies", () => {
  test("without trusted proxies the header is not believed", () => {
    expect(trustedProxies("")("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  });

  test("nor is it from an address that is not a trusted proxy", () => {
    expect(trustedProxies("10.0.0.1")("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  });

  test.each([
    ["a proxy's one entry", "10.0.0.1", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["what the client invented stays out", "10.0.0.1", "10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["proxies in a row are walked", "10.0.0.0/8", "10.0.0.1", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["all of them trusted: the left-most", "private", "10.0.0.1", "192.168.1.1,172.16.0.9", "192.168.1.1"],
    [
      "no more than ten of them",
      "private",
      "10.0.0.1",
      `1.1.1.1${",10.0.0.2".repeat(2_000)},10.0.0.9${",10.0.0.3".repeat(9)}`,
      "10.0.0.9",
    ],
    ["an entry with a port", "loopback", "127.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    ["a zone, which says nothing of the client", "loopback", "::1%lo", "fe80::1%eth0", "fe80::1"],
    ["IPv6 in brackets", "loopback", "::1", "[2001:db8::5]", "2001:db8::5"],
    ["a mapped address in capitals", "loopback", "::1", "::FFFF:198.51.100.1", "198.51.100.1"],
    ["ten hops", "10", "203.0.113.7", "198.51.100.1", "198.51.100.1"],
    ["a hop count that is not alone", "10.0.0.1, 127.0.0.1", "127.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["blanks and empty words", " ,10.0.0.1 ,, 127.0.0.1", "127.0.0.1", "1.1.1.1, 10.0.0.1", "1.1.1.1"],
    ["a range of one", "10.0.0.1/32", "10.0.0.1", "1.1.1.1", "1.1.1.1"],
    ["an IPv6 range of one", "::1/128", "::1", "1.1.1.1", "1.1.1.1"],
    ["what only starts like an address with a port", "10.0.0.1", "10.0.0.1", "1.1.1.1:80x", "10.0.0.1"],
    ["what only ends like one", "10.0.0.1", "10.0.0.1", "x1.1.1.1:80", "10.0.0.1"],
    ["brackets with something behind", "::1", "::1", "[2001:db8::5]x", "::1"],
    ["brackets with something in front", "::1", "::1", "x[2001:db8::5]", "::1"],
    ["all private ranges", "private", "fd00::1", "1.1.1.1,172.31.9.9,192.168.9.9,10.9.9.9", "1.1.1.1"],
    ["IPv6 in brackets with a port", "loopback", "::1", "[2001:db8::5]:443", "2001:db8::5"],
    ["an IPv6 range", "2001:db8:f::/48", "2001:db8:f:1::2", "2001:db8::5", "2001:db8::5"],
    [
      "a dual-stack socket's view of a proxy",
      "127.0.0.1",
      "::ffff:127.0.0.1",
      "198.51.100.1",
      "198.51.100.1",
    ],
    ["a mapped range", "::ffff:10.0.0.0/104", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["words in any case", "Loopback", "127.8.8.8", "198.51.100.1", "198.51.100.1"],
    ["a hop count", "1", "203.0.113.7", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["two hops", "2", "203.0.113.7", "1.1.1.1, 198.51.100.1, 203.0.113.9", "198.51.100.1"],
    ["more hops than entries", "5", "203.0.113.7", "198.51.100.1", "198.51.100.1"],
  ])("%s", (_what, setting, remote, header, client) => {
    expect(trustedProxies(setting)(remote, header)).toBe(client);
  });

  test.each([
    ["no header", undefined, "10.0.0.1"],
    ["an empty one", "", "10.0.0.1"],
    ["only commas", ",,,", "10.0.0.1"],
    ["rubbish", "unknown", "10.0.0.1"],
    ["rubbish behind a good proxy", "198.51.100.1, <script>, 10.0.0.2", "10.0.0.2"],
    ["rubbish in front of the client", "<script>, 198.51.100.1", "198.51.100.1"],
    ["an octet too large", "198.51.100.256", "10.0.0.1"],
  ])("%s falls back to the last address that can be believed", (_what, header, client) => {
    expect(trustedProxies("10.0.0.0/8")("10.0.0.1", header)).toBe(client);
  });

  test("a socket that is gone has no address, and that is no fault", () => {
    expect(trustedProxies("")(undefined, "198.51.100.1")).toBe("");
    expect(trustedProxies("private")(undefined, "198.51.100.1")).toBe("");
  });

  test("one reader serves many calls", () => {
    const read = trustedProxies("1");
    for (let call = 0; call < 3; call++) expect(read("10.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
  });
});

describe("faults of the setting", () => {
  test("all are named, and the good words are not", () => {
    const faults = faultsOf(() =>
      trustedProxies(
        "loopback, 10.0.0.0/33, proxy.internal, constructor, ::1/129, 10.0.0.1/8/9, 10.0.0.1/x, 10.0.0.1/-1, 10.0.0.1/0008",
      ),
    );
    expect(faults).toEqual([
      expect.stringContaining('"10.0.0.0/33" must have a prefix length from 1 to 32'),
      expect.stringContaining('"proxy.internal" is not an IP address'),
      expect.stringContaining('"constructor" is not an IP address'),
      expect.stringContaining('"::1/129" must have a prefix length from 1 to 128'),
      '"10.0.0.1/8/9" is not an IP address, a CIDR range, `loopback` or `private`.',
      '"10.0.0.1/x" must have a prefix length from 1 to 32.',
      '"10.0.0.1/-1" must have a prefix length from 1 to 32.',
      '"10.0.0.1/0008" must have a prefix length from 1 to 32.',
    ]);
  });

  test.each(["0.0.0.0/0", "::/0"])("%s would trust anyone", (range) => {
    const faults = faultsOf(() => trustedProxies(range));
    expect(faults).toEqual([
      `"${range}" would let every caller choose its own address; list your proxies, or give their number.`,
    ]);
  });

  test.each(["0", "11", "999999999999999999999"])("%s is no sensible number of proxies", (hops) => {
    const faults = faultsOf(() => trustedProxies(hops));
    expect(faults).toEqual([`the number of proxies must be from 1 to 10, not ${Number(hops)}.`]);
  });

  test("a long word is shown by its start", () => {
    const faults = faultsOf(() => trustedProxies(`${"x".repeat(90)},10.0.0.0/${"9".repeat(90)}`));
    expect(faults.map((fault) => fault.slice(0, 64))).toEqual([
      `"${"x".repeat(60)}" i`,
      `"10.0.0.0/${"9".repeat(51)}" m`,
    ]);
  });

  test("a number among addresses is not a number of proxies", () => {
    expect(faultsOf(() => trustedProxies("1, 10.0.0.1"))).toHaveLength(1);
  });
});
