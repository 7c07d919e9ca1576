/** Reading a registry page by page, without the thread that does it in the service: every answer and every refusal. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openRegistry } from "../../src/core/registry/registry.ts";
import {
  checkRegistryEntries,
  type RegistryJob,
  type RegistryTrace,
  readRegistry,
} from "../../src/service/catalogue/registries.ts";
import { bolts, type Handler, json, startUpstream, type Upstream } from "./support.ts";

const limits = {
  headMs: 20_000,
  totalMs: 20_000,
  stallMs: 20_000,
  stallBytes: 1,
  maxBytes: 10_000,
  maxPages: 3,
  maxEntries: 5,
};

let upstream: Upstream;
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(() => upstream.close());

const read = (more: Partial<RegistryJob> = {}) =>
  readRegistry({ url: `${upstream.url}/registry`, member: "generators", limits, ...more });

/** Answers under the tag `"v1"`, or as the handler says. */
const page = (value: unknown, headers: Record<string, string> = {}): Handler =>
  json(value, { etag: '"v1"', ...headers });

async function loaded(more: Partial<RegistryJob> = {}) {
  const answer = await read(more);
  if (answer.status !== "loaded") throw new Error(JSON.stringify(answer));
  return { registry: openRegistry(answer.data), trace: answer.trace };
}

describe("a registry", () => {
  test("of several pages is read as one, and remembers the tag of each", async () => {
    upstream.on("/registry", page({ generators: bolts, next: "/registry?page=2#top" }));
    upstream.on("/registry?page=2", page({ generators: [{ id: "nut", name: "Nut" }] }, { etag: "none" }));
    const { registry, trace } = await loaded();
    expect(registry.size).toBe(3);
    expect(["bolt", "SCREW", "nut"].map((id) => registry.findById(id) !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    expect(trace).toEqual({
      pages: [
        { url: `${upstream.url}/registry`, etag: '"v1"' },
        { url: `${upstream.url}/registry?page=2`, etag: undefined },
      ],
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  test("of a spec package is looked up by its own key, and in its own case", async () => {
    upstream.on("/registry", page({ chains: [{ chainId: 10, name: "OP" }, "Eth"] }));
    const { registry } = await loaded({ member: "chains", key: "chainId", case: "exact" });
    expect(["10", "Eth", "eth"].map((id) => registry.findById(id) !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("is as old as the product says: its last change, or its clock, but never the future", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-15T12:00:00Z") });
    try {
      const asOf = async (...heads: Record<string, string>[]) => {
        for (const [at, headers] of heads.entries())
          upstream.on(
            at === 0 ? "/registry" : `/registry?${at}`,
            page(
              { generators: [{ id: `n${at}`, name: "" }], ...(heads[at + 1] && { next: `?${at + 1}` }) },
              headers,
            ),
          );
        return (await loaded()).registry.asOf;
      };
      const changed = (day: string) => ({ "last-modified": `${day} Nov 2026 00:00:00 GMT` });
      const told = (day: string) => ({ date: `${day} Nov 2026 06:00:00 GMT` });
      expect(await asOf(changed("Sun, 01"))).toBe("2026-11-01T00:00:00.000Z");
      expect(await asOf(changed("Sun, 01"), changed("Mon, 02"))).toBe("2026-11-02T00:00:00.000Z");
      expect(await asOf({ ...changed("Sun, 01"), ...told("Tue, 10") }, told("Wed, 11"))).toBe(
        "2026-11-10T06:00:00.000Z",
      );
      expect(await asOf(changed("Mon, 30"))).toBe("2026-11-15T12:00:00.000Z");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a list of more than a million characters", () => {
  const roomy = { ...limits, maxBytes: 10_000_000, maxEntries: 1_000_000 };
  const answer = (text: string) => {
    upstream.on("/registry", page(text));
    return read({ limits: roomy });
  };
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      JSON.stringify({ id: `g${at}`, name: 'a [name] of \\ "{many', at }),
    );

  test("is read whole, whatever its texts and names look like", async () => {
    upstream.on(
      "/registry",
      page(`{ "x": ["generators"], "g\\u0065nerators" : [ ${many(25_000).join(" , ")} ] }`),
    );
    const { registry } = await loaded({ limits: roomy });
    expect(registry.size).toBe(25_000);
    for (const id of ["g0", "g12000", "g24999"]) expect(registry.findById(id)).toMatchObject({ id });
  });

  test.each([
    ["a comma too many at its end", `${many(25_000).join()},`],
    ["a comma too many at its start", `,${many(25_000).join()}`],
    ["one in the middle", `${many(25_000).join()},,${many(1).join()}`],
    ["an entry that is not closed", `${many(25_000).join()},{`],
    ["a text that is not closed", `${many(25_000).join()},"`],
  ])("is no JSON with %s", async (_, list) => {
    expect(await answer(`{"generators":[${list}]}`)).toMatchObject({ problem: { code: "invalid-json" } });
  });

  test("is refused with its twentieth bad entry, and the rest is not even parsed", async () => {
    const list = `${"[],".repeat(400_000)}and so on`;
    const { problem } = (await answer(`{"generators":[${list}]}`)) as { problem?: object };
    expect(problem).toMatchObject({ code: "invalid-entries" });
    expect(problem).toHaveProperty("reasons.length", 20);
  });

  test.each([
    ["an entry", `{"generators":[{"id":"a","name":"a","more":"${"x".repeat(2_100_000)}"}]}`],
    ["what is beside it", `{"generators":[],"more":[${"[],".repeat(400_000)}[]]}`],
    ["a second one", `{"generators":[],"generators":[${"[],".repeat(400_000)}[]]}`],
  ])("is refused where %s is that long", async (_, text) => {
    expect(await answer(text)).toMatchObject({ problem: { code: "too-large" } });
  });
});

describe("a registry that changes while its pages are read", () => {
  const idsOf = (registry: ReturnType<typeof openRegistry>) =>
    ["bolt", "screw", "nut", "pin"].filter((id) => registry.findById(id) !== undefined);
  /** Pages of two entries. `change` is made after a first page was sent. */
  const serve = (ids: string[], change: (ids: string[]) => void, headers: Record<string, string> = {}) => {
    const send = (from: number): Handler => {
      return (request, response) => {
        const generators = ids.slice(from, from + 2).map((id) => ({ id, name: id }));
        json({ generators, ...(from === 0 && { next: "/p1" }) }, headers)(request, response);
        if (from === 0 && response.statusCode === 200) change(ids);
      };
    };
    upstream.on("/registry", send(0));
    upstream.on("/p1", send(2));
  };

  test.each<[string, Record<string, string>]>([
    ["with tags", {}],
    ["without tags", { etag: "none" }],
  ])("has every entry, also one that moved to a page that was read before, %s", async (_, headers) => {
    serve(
      ["bolt", "screw", "nut", "pin"],
      (ids) => {
        if (ids[0] === "bolt") ids.shift();
      },
      headers,
    );
    expect(idsOf((await loaded()).registry)).toEqual(["screw", "nut", "pin"]);
  });

  test("is taken if only its tags change, and not if it is never still", async () => {
    let tag = 0;
    const headers = { etag: "" };
    serve(["bolt", "screw", "nut"], () => (headers.etag = `"${tag++}"`), headers);
    expect(idsOf((await loaded()).registry)).toEqual(["bolt", "screw", "nut"]);
    serve(["bolt", "screw", "nut", "pin"], (ids) => ids.unshift(`new${tag++}`) && ids.splice(1, 1));
    expect(await read()).toMatchObject({ status: "failed", problem: { code: "pages-changed" } });
  });
});

describe("a registry that was read before", () => {
  async function readOnce(...pages: unknown[]): Promise<RegistryTrace> {
    for (const [at, value] of pages.entries()) upstream.on(at === 0 ? "/registry" : `/p${at}`, page(value));
    const { trace } = await loaded();
    upstream.asked.length = 0;
    return trace;
  }
  const two = [{ generators: bolts, next: "/p1" }, { generators: [] }] as const;
  const asked = () => upstream.asked.map(({ path, ifNoneMatch }) => `${path} ${ifNoneMatch ?? "-"}`);

  test("is unchanged if every page says so", async () => {
    const previous = await readOnce(...two);
    expect(await read({ previous })).toMatchObject({ status: "unchanged", trace: previous });
    expect(asked()).toEqual(['/registry "v1"', '/p1 "v1"']);
  });

  test("is read again if one page has changed, and all of it", async () => {
    const previous = await readOnce(...two);
    upstream.on("/p1", json({ generators: [{ id: "nut", name: "Nut" }] }, { etag: '"v2"' }));
    const { registry, trace } = await loaded({ previous });
    expect(registry.size).toBe(3);
    expect(trace.pages[1]).toEqual({ url: `${upstream.url}/p1`, etag: '"v2"' });
    expect(asked()).toEqual(['/registry "v1"', '/p1 "v1"', "/registry -", "/p1 -", '/registry "v1"']);
  });

  test("is unchanged if its bytes are, whatever its tags say", async () => {
    const previous = await readOnce(...two);
    upstream.on("/registry", json(two[0], { etag: '"v9"' }));
    const answer = await read({ previous });
    expect(answer).toMatchObject({ status: "unchanged", trace: { bodyHash: previous.bodyHash } });
    expect(answer).toHaveProperty("trace.pages.0.etag", '"v9"');
  });

  test("an empty body under a new tag is a change too", async () => {
    const previous = await readOnce(...two);
    upstream.on("/registry", (_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-length": "0" }).end(),
    );
    expect(await read({ previous })).toMatchObject({ status: "failed", problem: { code: "invalid-json" } });
    expect(asked()).toEqual(['/registry "v1"', "/registry -"]);
  });

  test("is read without tags where that was asked for, or where a page had none", async () => {
    const previous = await readOnce(...two);
    expect(await read({ previous, unconditional: true })).toMatchObject({ status: "unchanged" });
    expect(asked()).toEqual(["/registry -", "/p1 -"]);
    upstream.asked.length = 0;
    const [first] = previous.pages;
    await read({ previous: { ...previous, pages: [{ url: first!.url, etag: undefined }] } });
    expect(asked()).toEqual(["/registry -", "/p1 -", '/registry "v1"']);
  });

  test("a 304 for another tag confirms nothing; one for the same tag, weak or strong, does", async () => {
    const previous = await readOnce(...two);
    const confirm = (etag: string): Handler => {
      const content = page(two[0]);
      return (request, response) => {
        if (request.headers["if-none-match"] === undefined) content(request, response);
        else response.writeHead(304, etag === "" ? {} : { etag }).end();
      };
    };
    for (const [etag, count] of [
      ['W/"v1"', 2],
      ["", 2],
      ['"v2"', 3],
    ] as const) {
      upstream.asked.length = 0;
      upstream.on("/registry", confirm(etag));
      expect(await read({ previous })).toMatchObject({ status: "unchanged" });
      expect(asked()).toHaveLength(count);
    }
  });

  test("a page that fails to answer is a failure, not a change", async () => {
    const previous = await readOnce(...two);
    upstream.on("/registry", (_, response) => void response.writeHead(503).end());
    expect(await read({ previous })).toMatchObject({
      status: "failed",
      problem: { code: "status", message: "answered 503" },
    });
    expect(asked()).toHaveLength(1);
  });
});

describe("a registry is refused", () => {
  test.each([
    ["nothing", "", "invalid-json"],
    ["a web page", "<!doctype html><title>Not here</title>", "invalid-json"],
    ["an array", "[]", "invalid-shape"],
    ["null", "null", "invalid-shape"],
    ["entries that are no list", '{"generators":{}}', "invalid-shape"],
    ["a comma too many", '{"generators":[{"id":"a","name":"A"},]}', "invalid-json"],
    ["an end in the middle", '{"generators":[{"id":"a","name":"A"},{"id', "invalid-json"],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "invalid-json"],
    ["next that is a number", '{"generators":[],"next":2}', "invalid-shape"],
  ])("for %s", async (_name, body, code) => {
    upstream.on("/registry", (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    expect(await read()).toMatchObject({ status: "failed", problem: { code } });
  });

  const entry = (at: number) => ({ id: `id-${at}`, name: "" });
  const list = (count: number, from = 0) => Array.from({ length: count }, (_, at) => entry(from + at));
  const refused = async (more: Partial<RegistryJob> = {}) => {
    const answer = await read(more);
    return answer.status === "failed" ? answer.problem : answer.status;
  };

  test.each([
    ["an id", '{"generators":[{"id":"bolt","id":"nut","name":"1.50"}]}'],
    ["its list", '{"generators":[{"id":"bolt","name":""}],"generators":[]}'],
    ["a member that nobody asks for, beside a long number", '{"generators":[],"x":{"a":1.50,"a":-0}}'],
  ])("that has %s twice, of which one would be lost", async (_, body) => {
    upstream.on("/registry", (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    const message = "an object in the response has the same name twice";
    expect(await refused()).toEqual({ code: "invalid-shape", message });
  });

  test("for next to something else that holds its origin", async () => {
    upstream.on("/registry", page({ generators: [], next: `blob:${upstream.url}/registry` }));
    expect(await refused()).toMatchObject({ code: "foreign-next" });
  });

  test.each([
    [
      "next to itself",
      { "/registry": { generators: [], next: "/registry" } },
      "next-loop",
      "next leads back to a page already read",
    ],
    [
      "next to itself, in another spelling",
      { "/registry": { generators: [], next: "/x/../registry#here" } },
      "next-loop",
      "next leads back to a page already read",
    ],
    [
      "next to another origin",
      { "/registry": { generators: [], next: "http://localhost:1/registry" } },
      "foreign-next",
      "next leads to another origin than that of the registry",
    ],
    [
      "next to no URL",
      { "/registry": { generators: [], next: "http://[" } },
      "invalid-shape",
      "next is not a URL",
    ],
    [
      "a page too many",
      {
        "/registry": { generators: [], next: "?1" },
        "/registry?1": { generators: [], next: "?2" },
        "/registry?2": { generators: [], next: "?3" },
      },
      "too-many-pages",
      "more than 3 pages",
    ],
    ["an entry too many", { "/registry": { generators: list(6) } }, "too-large", "more than 5 entries"],
    [
      "an entry too many in all",
      { "/registry": { generators: list(4), next: "?1" }, "/registry?1": { generators: list(2, 4) } },
      "too-large",
      "more than 5 entries",
    ],
    ["a page that is not there", {}, "status", "answered 404"],
    [
      "no list",
      { "/registry": { widgets: [] } },
      "invalid-shape",
      'the response has no list named "generators"',
    ],
    [
      "an id given twice",
      { "/registry": { generators: [entry(1), { id: "ID-1", name: "" }] } },
      "duplicate-ids",
      "the registry has 1 invalid entry",
    ],
  ])("for %s", async (_name, pages, code, message) => {
    for (const [path, value] of Object.entries(pages)) upstream.on(path, page(value));
    expect(await refused()).toMatchObject({ code, message });
  });

  test("for its size as a whole, not that of each page", async () => {
    const filled = (next?: string) => ({ generators: [], next, filler: "x".repeat(4_960) });
    upstream.on("/registry", page(filled("?1")));
    upstream.on("/registry?1", page(filled()));
    const size = JSON.stringify(filled("?1")).length + JSON.stringify(filled()).length;
    expect(await refused({ limits: { ...limits, maxBytes: size } })).toBe("loaded");
    expect(await refused({ limits: { ...limits, maxBytes: size - 1 } })).toMatchObject({ code: "too-large" });
  });

  test("when all of it takes too long, not each page", async () => {
    upstream.on("/registry", () => {});
    expect(await refused({ limits: { ...limits, totalMs: 40 } })).toMatchObject({ code: "timeout" });
  });

  test("as many pages and entries as allowed are read", async () => {
    upstream.on("/registry", page({ generators: list(2), next: "?1" }));
    upstream.on("/registry?1", page({ generators: list(2, 2), next: "?2" }));
    upstream.on("/registry?2", page({ generators: list(1, 4), next: null }));
    expect((await loaded()).registry.size).toBe(5);
  });
});

describe("an entry", () => {
  function check(values: unknown[], key?: string, member = "generators") {
    const added: unknown[] = [];
    const ids = new Set<string>();
    const add = (entry: { id: string; name: string }) => {
      added.push(entry);
      const isNew = !ids.has(entry.id.toLowerCase());
      ids.add(entry.id.toLowerCase());
      return isNew;
    };
    const entries = checkRegistryEntries(member, 1_000, { add }, key);
    return { problem: (entries.add(values) ?? entries.finish())?.problem, added };
  }
  const good = { id: "a", name: "A" };
  const ID = "id must be a string of 1 to 256 characters";
  const NAME = "name must be a string of at most 1000 characters";

  test.each([
    [null, "", "entry-type", "an entry must be an object with id and name"],
    [["a"], "", "entry-type", "an entry must be an object with id and name"],
    ["a", "", "entry-type", "an entry must be an object with id and name"],
    [{ name: "A" }, "/id", "entry-id", ID],
    [{ id: 7, name: "A" }, "/id", "entry-id", ID],
    [{ id: "", name: "A" }, "/id", "entry-id", ID],
    [{ id: "x".repeat(257), name: "A" }, "/id", "entry-id", ID],
    [{ id: "\ud800", name: "A" }, "/id", "entry-id", ID],
    [{ id: "b" }, "/name", "entry-name", NAME],
    [{ id: "b", name: null }, "/name", "entry-name", NAME],
    [{ id: "b", name: "x".repeat(1001) }, "/name", "entry-name", NAME],
    [{ id: "b", name: "\udc00" }, "/name", "entry-name", NAME],
    [{ id: "A", name: "again" }, "/id", "duplicate-id", "an earlier entry has the same id (case is ignored)"],
  ])("%j is refused", (value, at, code, message) => {
    const { problem } = check([good, value]);
    expect(problem).toEqual({
      code: code === "duplicate-id" ? "duplicate-ids" : "invalid-entries",
      message: "the registry has 1 invalid entry",
      reasons: [{ pointer: `/generators/1${at}`, code, message }],
    });
  });

  test("at the longest is accepted", () => {
    const longest = { id: "x".repeat(256), name: "x".repeat(1000) };
    expect(check([longest, { ...good, extra: 1 }, { id: "empty", name: "" }])).toEqual({
      problem: undefined,
      added: [longest, good, { id: "empty", name: "" }],
    });
  });

  test("of a registry with a key needs only that, and may share it", () => {
    expect(check([{ "a/b": 1 }, { "a/b": "1", name: "One" }, 1, "x"], "a/b")).toEqual({
      problem: undefined,
      added: [
        { id: "1", name: "1" },
        { id: "1", name: "One" },
        { id: "1", name: "1" },
        { id: "x", name: "x" },
      ],
    });
    const { problem } = check([{ name: "no key" }, null], "a/b", "m~n");
    const message =
      "an entry must have a text of 1 to 256 characters or a number in the member that is looked up";
    expect(problem).toEqual({
      code: "invalid-entries",
      message: "the registry has 2 invalid entries",
      reasons: [
        { pointer: "/m~0n/0/a~1b", code: "entry-key", message },
        { pointer: "/m~0n/1", code: "entry-key", message },
      ],
    });
  });

  test("reading ends with the twentieth that is refused", () => {
    const bad = (count: number) => Array.from({ length: count }, () => 0);
    expect(check(bad(19)).problem).toMatchObject({ message: "the registry has 19 invalid entries" });
    const { problem, added } = check([...bad(20), good]);
    expect(problem).toMatchObject({
      code: "invalid-entries",
      message: "the registry has 20 or more invalid entries",
    });
    expect(problem?.reasons).toHaveLength(20);
    expect(added).toEqual([]);
    expect(check([...bad(1), good, good]).problem).toMatchObject({ code: "invalid-entries" });
  });
});
