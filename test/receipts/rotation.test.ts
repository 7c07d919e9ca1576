/** Keys of receipts that change while packages are built: every receipt can be verified. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { envelope } from "../support/envelopes.ts";
import { startService } from "../support/service.ts";
import { ecKey, edKey, keyFile, pemOf } from "../support/signing-keys.ts";

test("a new key is published, signs, and replaces the old one, under load and without a restart", async () => {
  const [old, next, last] = [pemOf(ecKey()), pemOf(edKey()), pemOf(ecKey())];
  const [first, second] = [keyFile(old), keyFile(next)];
  const service = await startService({
    PREFLIGHT_SIGNING_KEY_FILE: `${first},${second}`,
    PREFLIGHT_RATE_LIMIT: "1000000",
  });
  const client = createClient({ baseUrl: service.url, key: service.key });
  const kids = new Set<string>();
  let isOver = false;
  let made = 0;
  const refused: unknown[] = [];
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { receipt, proposalPackage } = await client.buildProposal(envelope());
      const verdict = await client.verifyReceipt(receipt, proposalPackage);
      if (!verdict.valid) refused.push(verdict.code);
      kids.add(JSON.parse(Buffer.from(receipt!.split(".")[0]!, "base64url").toString()).kid);
      made++;
    }
  });
  const reloads = () => service.logs().filter(({ msg }) => /read again/.test(String(msg))).length;
  for (const [round, contents] of [
    [next, old],
    [next, last],
  ].entries()) {
    const before = made;
    await expect.poll(() => made - before).toBeGreaterThan(20);
    writeFileSync(first, contents[0]!);
    writeFileSync(second, contents[1]!);
    service.process.kill("SIGHUP");
    await expect.poll(reloads).toBe(round + 1);
  }
  const before = made;
  await expect.poll(() => made - before).toBeGreaterThan(20);
  isOver = true;
  await Promise.all(load);
  expect(refused).toEqual([]);
  expect(kids.size).toBe(2);
  const { keys } = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: object[] };
  expect(keys).toMatchObject([{ alg: "EdDSA" }, { alg: "ES256" }]);
  expect(await service.stop()).toBe(0);
});
