import { describe, expect, test, vi } from "vitest";
import { reconnectPause, redisReason } from "../../src/service/budget/redis.ts";

describe("why Redis failed, in a word that is safe to log", () => {
  const withCode = (code: unknown) => Object.assign(new Error("connect to :hunter2@cache"), { code });
  test.each([
    [withCode("ECONNREFUSED"), "ECONNREFUSED"],
    [withCode(7), "otherwise"],
    [new Error("Socket timeout. Expecting data, but didn't receive any in 500ms."), "timeout"],
    [new Error("A Socket timeout"), "otherwise"],
    [new Error("WRONGPASS invalid username-password pair hunter2"), "WRONGPASS"],
    [new Error("OOM command not allowed"), "OOM"],
    [new Error("ERR unknown command"), "ERR"],
    [new Error("NO such"), "otherwise"],
    [new Error("WRONGPASS"), "otherwise"],
    [new Error("Command AUTH hunter2 failed"), "otherwise"],
    [new Error(`${"A".repeat(21)} x`), "otherwise"],
    [new Error("Command timed out"), "timeout"],
    [
      Object.assign(new Error("Failed to refresh slots cache."), { lastNodeError: withCode("ENOTFOUND") }),
      "ENOTFOUND",
    ],
    [
      new Error("failed to connect to sentinel one:26379 because connect ECONNREFUSED ::1:26379"),
      "ECONNREFUSED",
    ],
    [new Error("failed to connect to sentinel one:26379 because WRONGPASS invalid hunter2"), "WRONGPASS"],
    [
      new Error("connected to sentinel one:26379 successfully, but got an invalid reply: null"),
      "unknown-master",
    ],
    [new Error("All sentinels are unreachable. Retrying from scratch after 50ms."), "otherwise"],
    ["a text", "unknown"],
    [undefined, "unknown"],
  ])("%s", (error, reason) => {
    expect(redisReason(error, "otherwise")).toBe(reason);
  });
});

test("pauses between attempts grow up to two seconds, each with a random part", () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const pauses = [0, 1, 2, 3, 4, 5, 6, 10, 11, 100, 5_000].map(reconnectPause);
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000, 2_000, 2_000]);
  random.mockReturnValue(0.5);
  expect(reconnectPause(0)).toBe(75);
  expect(reconnectPause(50)).toBe(2_025);
  random.mockRestore();
});
