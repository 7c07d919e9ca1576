/** The client answers as REST does: the same body, or the same problem. */
import { afterAll, beforeAll, expect, test } from "vitest";
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

const sendRest = (path: string, sent: object) =>
  send(service.url, { method: "POST", path, key: service.key, body: JSON.stringify(sent) });

test.each([
  ["validateProposal", "/api/validate"],
  ["buildProposal", "/api/build"],
] as const)("every answer to %s is that of REST", async (id, path) => {
  for (const [name, sent] of Object.entries(envelopes))
    expect(await client[id](sent as RepairableEnvelope), name).toEqual((await sendRest(path, sent)).json());
});

test("every problem is that of REST", async () => {
  for (const [name, sent] of Object.entries(unusable)) {
    const { code, detail, title, status, type } = (await sendRest("/api/validate", sent)).json();
    const error = await failureOf(client.validateProposal(sent as RepairableEnvelope));
    expect(error, name).toBeInstanceOf(ProblemError);
    expect(error, name).toMatchObject({ code, detail, title, status, type, name: "ProblemError" });
    expect((error as Error).message, name).toBe(`${title}. ${detail}`);
  }
});
