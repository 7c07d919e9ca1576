/** What the page keeps of submitted proposals, whatever a product answers. */
import { afterEach, expect, test, vi } from "vitest";
import { createProposals, type Proposal } from "../../web/state/proposals.ts";

const URL = "https://product.example/api/proposals";
const proposal = (digest: string, more = {}): Proposal => ({
  digest,
  title: digest,
  submittedAt: "",
  seenAt: 1,
  ...more,
});

function kept() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
  };
  return createProposals(storage, () => 2);
}

const answer = (body: unknown) =>
  vi.stubGlobal("fetch", async () => new Response(typeof body === "string" ? body : JSON.stringify(body)));
afterEach(() => vi.unstubAllGlobals());

test("a product that tells neither id nor digest changes none of those that are known", async () => {
  const proposals = kept();
  proposals.keep("p/d", proposal("sha256:a"));
  answer({ proposals: [{ status: "accepted" }, null, 5, { packageDigest: "sha256:b", status: "open" }] });
  await proposals.ask("p/d", URL, "ai_key");
  const list = await proposals.ask("p/d", URL, "ai_key");
  expect(list).toHaveLength(2);
  expect(list?.find(({ digest }) => digest === "sha256:a")).toEqual(proposal("sha256:a"));
  expect(list?.find(({ digest }) => digest === "sha256:b")).toMatchObject({ status: "open", seenAt: 2 });
});

test.each(["not JSON", { proposals: "none" }, [], 5, null])(
  "keeps what is known if the answer is %j",
  async (body) => {
    const proposals = kept();
    proposals.keep("p/d", proposal("sha256:a"));
    answer(body);
    expect(await proposals.ask("p/d", URL, "ai_key")).toBeUndefined();
    expect(proposals.list("p/d")).toEqual([proposal("sha256:a")]);
  },
);

test("a proposal that is known by its id keeps the digest that the product does not tell", async () => {
  const proposals = kept();
  proposals.keep("p/d", proposal("sha256:a", { id: "p1" }));
  answer({ proposals: [{ id: "p1", state: "accepted" }] });
  expect(await proposals.ask("p/d", URL, "ai_key")).toMatchObject([
    { digest: "sha256:a", status: "accepted" },
  ]);
});

test("only links that a browser may open are kept", async () => {
  const proposals = kept();
  const ballot = { url: "javascript:alert(1)", status: "open" };
  answer({ proposals: [{ packageDigest: "sha256:a", url: "/proposals/1", ballot }] });
  const [only] = (await proposals.ask("p/d", URL, "ai_key")) ?? [];
  expect(only).toMatchObject({ link: "https://product.example/proposals/1", ballot: { status: "open" } });
  expect(only?.ballot?.url).toBeUndefined();
});
