/** The client answers as REST does: the same body, or the same problem. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createClient,
  type PreflightClient,
  ProblemError,
  type RepairableEnvelope,
} from "../../src/client/index.ts";
import { envelopes, unusable } from "../mcp/candidates.ts";
import { send } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let client: PreflightClient;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
  client = createClient({ baseUrl: service.url, key: service.key });
});
afterAll(() => service.stop());

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("answers are those of REST", () => {
  test.each(Object.entries(envelopes))("%s", async (_, sent) => {
    for (const [id, path] of [
      ["validateProposal", "/api/validate"],
      ["buildProposal", "/api/build"],
    ] as const) {
      const rest = await send(service.url, {
        method: "POST",
        path,
        key: service.key,
        body: JSON.stringify(sent),
      });
      expect(await client[id](sent as RepairableEnvelope)).toEqual(rest.json());
    }
  });

  test.each(Object.entries(unusable))("%s", async (_, sent) => {
    const path = "/api/validate";
    const rest = await send(service.url, {
      method: "POST",
      path,
      key: service.key,
      body: JSON.stringify(sent),
    });
    const error = await failureOf(client.validateProposal(sent as RepairableEnvelope));
    const { code, detail, title, status, type } = rest.json();
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code, detail, title, status, type, name: "ProblemError" });
    expect((error as Error).message).toBe(`${title}. ${detail}`);
  });
});
