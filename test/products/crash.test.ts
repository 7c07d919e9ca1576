/** Processes that die at the worst moment: nothing acknowledged is lost, nothing wrong is said meanwhile. */
import { readFileSync } from "node:fs";
import { type BuildResult, buildProposal, createRegistry, loadSpecPackage } from "proposal-preflight";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, call, type Stack, startStack } from "./stack.ts";

const specPackage = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);
const example = specPackage.examples.valid[0].candidate;
const envelope = { targetProduct: "datagen", domainId: "generator-option" };
const patience = { timeout: 120_000, interval: 100 };

let stack: Stack;
let key: string;
beforeAll(async () => {
  stack = await startStack();
  key = (await stack.identity.mintKey("ada")).key;
});
afterAll(() => stack?.close());

const validate = (url: string, candidate: unknown): Promise<Answer> =>
  call(`${url}/api/validate`, { key, body: { ...envelope, candidate } });

/** Packages as Preflight would build them, made here so that the product is the only one under load. */
function makePackages(count: number): BuildResult[] {
  const loaded = loadSpecPackage(specPackage);
  if (!loaded.ok) throw new Error("the package does not load");
  const registry = createRegistry([], "2027-01-01T00:00:00Z");
  return Array.from({ length: count }, (_, index) =>
    buildProposal(
      loaded.spec,
      { ...example, generatorId: `crash-${index}` },
      { registry, now: 0, submissionUrl: `${stack.product.url}/api/proposals` },
    ),
  );
}

async function listAll(): Promise<{ id: string; packageDigest: string; ballot: { url: string } }[]> {
  const all = [];
  for (let url = `${stack.product.url}/api/proposals`; url !== undefined; ) {
    const { body } = await call(url, { key });
    all.push(...body.proposals);
    url = body.next;
  }
  return all;
}

it("a product killed amid submissions keeps every acknowledged proposal, once, and Preflight stays right", async () => {
  const packages = makePackages(60);
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let kills = 0;
  let submitting = true;

  const submitAll = async (mine: BuildResult[]): Promise<void> => {
    for (const { submission, proposalPackage } of mine) {
      for (let answered = false; !answered; ) {
        const headers = { ...submission?.headers };
        const answer = await call(submission?.url ?? "", { key, body: { proposalPackage }, headers }).catch(
          () => undefined,
        );
        // While the product is down the same submission is simply made again.
        if (answer === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 25));
          continue;
        }
        statuses.add(answer.status);
        acknowledged.set(proposalPackage?.digest ?? "", answer.body.proposal.id);
        answered = true;
      }
    }
  };
  const killer = async (): Promise<void> => {
    for (const at of [15, 35]) {
      await expect.poll(() => acknowledged.size, { ...patience, interval: 2 }).toBeGreaterThanOrEqual(at);
      await stack.product.kill();
      kills++;
      await stack.product.start();
    }
  };
  const verdicts = { taken: new Set<string>(), free: new Set<string>() };
  const watcher = async (): Promise<void> => {
    while (submitting) {
      const taken = await validate(stack.preflight.url, { ...example, generatorId: "First-Name" });
      const free = await validate(stack.preflight.url, { ...example, generatorId: "still-free" });
      verdicts.taken.add(`${taken.status} ${taken.body.valid}`);
      verdicts.free.add(`${free.status} ${free.body.valid}`);
    }
  };

  const watching = watcher();
  const slices = [0, 1, 2, 3].map((slice) => packages.filter((_, index) => index % 4 === slice));
  await Promise.all([killer(), ...slices.map(submitAll)]);
  submitting = false;
  await watching;

  expect(kills).toBe(2);
  expect([...statuses].filter((status) => status !== 200 && status !== 201)).toEqual([]);
  expect(verdicts).toEqual({ taken: new Set(["200 false"]), free: new Set(["200 true"]) });
  const listed = await listAll();
  expect(listed).toHaveLength(packages.length);
  expect(new Map(listed.map(({ packageDigest, id }) => [packageDigest, id]))).toEqual(acknowledged);
  // Each has its one ballot at the voting service, also those whose opening the crash cut short.
  await expect
    .poll(async () => {
      const ballots = await Promise.all(listed.map(({ ballot }) => call(ballot.url)));
      return ballots.filter(({ status }) => status === 200).length;
    }, patience)
    .toBe(packages.length);
});

it("a Preflight that never had the rules answers 503, and serves as soon as it has them", async () => {
  await stack.product.kill();
  const late = await stack.startPreflight();
  const refused = await validate(late.url, example);
  expect([refused.status, refused.body.code]).toEqual([503, "upstream-unavailable"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  const unready = await call(`${late.url}/readyz`);
  expect(unready.status).toBe(503);
  // The one that had them goes on, and says before long that it rests on an older copy.
  const goesOn = async () => {
    const { status, body } = await validate(stack.preflight.url, { ...example, generatorId: "still-free" });
    return [status, body.valid, ...body.diagnostics.map(({ code }: { code: string }) => code)];
  };
  expect((await goesOn()).slice(0, 2)).toEqual([200, true]);
  await expect.poll(goesOn, patience).toEqual([200, true, "rules-stale"]);

  await stack.product.start();
  await expect.poll(async () => (await validate(late.url, example)).status, patience).toBe(200);
  expect((await call(`${late.url}/readyz`)).status).toBe(200);
  await expect.poll(goesOn, patience).toEqual([200, true]);
});
