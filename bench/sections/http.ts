/**
 * `POST /api/validate` over HTTP: Preflight with keys, limit, log and metrics enabled, compared with a lower bound that
 * only parses, with bare Fastify that only checks, and with what a team would build from the usual parts. And
 * `POST /api/build`, with receipts and without.
 */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CandidateName, candidates, faultCount } from "../candidates.ts";
import { type Contest, type Contestant, type Event, hold, steadiness } from "../contest.ts";
import { key, serviceEnvironment } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const floor: Contestant = {
  name: "lower bound: node:http, JSON.parse",
  args: [path("dist-dev/bench/peers/floor.js")],
};
const bare: Contestant = {
  name: "bare Fastify 5 + Ajv",
  args: [path("dist-dev/bench/peers/fastify-ajv.js")],
};
const usual: Contestant = {
  name: "the usual parts",
  args: [path("bench/peers/usual-parts.mjs")],
  environment: serviceEnvironment,
};
const preflight: Contestant = {
  name: "Preflight, everything enabled",
  args: [path("dist/service/server/main.js")],
  environment: serviceEnvironment,
};
const contestants = [floor, bare, usual, preflight];

const sizes = Object.keys(candidates) as CandidateName[];
const TITLES: Record<CandidateName, string> = {
  small: "1.5 KB",
  medium: "16 KB",
  large: "60 KB",
  faulty: `${faultCount} problems`,
};
/** Throughput of Preflight relative to a peer. */
const TARGETS = new Map<Contestant, Record<CandidateName, number>>([
  [usual, { small: 1.4, medium: 1.6, large: 1.6, faulty: 0.35 }],
  [bare, { small: 0.95, medium: 1.2, large: 1.4, faulty: 0.3 }],
]);

const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };

export function envelopeOf(size: CandidateName): string {
  const candidate = candidates[size]();
  return JSON.stringify({ targetProduct: "datagen", domainId: "generator-option", candidate });
}

export function validateEvent(size: CandidateName): Event<Contestant> & { size: CandidateName } {
  const body = envelopeOf(size);
  return {
    size,
    name: TITLES[size],
    request: (_, url) => ({ url: `${url}/api/validate`, headers, body }),
    verify(one, _, text) {
      if (one === floor) return;
      const { diagnostics } = JSON.parse(text) as { diagnostics: { severity?: string }[] };
      const errors = diagnostics.filter(({ severity = "error" }) => severity === "error").length;
      const expected = size === "faulty" ? faultCount : 0;
      if (errors !== expected)
        throw new Error(`${one.name} reports ${errors} problems, not ${expected}: ${text}`);
    },
  };
}

export const title = "HTTP";

export const parts = { validate, build };

export async function run(report: Report): Promise<void> {
  await validate(report);
  await build(report);
}

async function validate(report: Report): Promise<void> {
  const events = sizes.map(validateEvent);
  print(report, events, await hold(contestants, events));
}

/** A signature takes longer than to check a small candidate, so this is what a receipt costs at most. */
const MAX_RECEIPT_COST = 1.5;

async function build(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-bench-key-"));
  try {
    const file = join(folder, "key.pem");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
    const signing: Contestant = {
      ...preflight,
      name: "Preflight, with receipts (ES256)",
      environment: { ...serviceEnvironment, PREFLIGHT_SIGNING_KEY_FILE: file },
    };
    const event: Event<Contestant> = {
      name: "POST /api/build, 1.5 KB",
      request: (_, url) => ({ url: `${url}/api/build`, headers, body: envelopeOf("small") }),
      verify(one, _, text) {
        if (text.includes('"receipt":"') !== (one === signing)) throw new Error(`${one.name}: ${text}`);
      },
    };
    const contest = await hold([preflight, signing], [event]);
    const cost = ratios(contest.samples(signing, event).cpu, contest.samples(preflight, event).cpu);
    report.table(
      `${event.name}, µs of processor time per request: medians of ${rounds} starts × ${seconds} s; with receipts as a multiple`,
      ["", "µs", "multiple"],
      [preflight, signing].map((one) => {
        const { cpu } = contest.samples(one, event);
        return [one.name, `${median(cpu).toFixed(0)}${steadiness(cpu)}`, one === signing ? spread(cost) : ""];
      }),
    );
    report.figure("HTTP, build with a receipt, of one without", "x", cost, { atMost: MAX_RECEIPT_COST });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A server that has its core to itself is busy all the time, so both times are the same. If the machine has other work,
 * only the processor time is comparable, so that is what is kept.
 */
function print(
  report: Report,
  events: ReturnType<typeof validateEvent>[],
  contest: Contest<Contestant>,
): void {
  const head = ["", ...events.map(({ name }) => name)];
  const rows = (list: readonly Contestant[], cell: (one: Contestant, event: (typeof events)[0]) => string) =>
    list.map((one) => [one.name, ...events.map((event) => cell(one, event))]);
  report.table(
    `POST /api/validate, µs per request, wall / processor: medians of ${rounds} starts × ${seconds} s, ${connections} connections; ~ where starts differ by more than 15 %`,
    head,
    rows(contestants, (one, event) => {
      const { wall, cpu } = contest.samples(one, event);
      return `${median(wall).toFixed(0)} / ${median(cpu).toFixed(0)}${steadiness(cpu)}`;
    }),
  );
  const peers = contestants.filter((one) => one !== preflight);
  for (const by of ["cpu", "wall"] as const) {
    const relative = (one: Contestant, event: (typeof events)[0]) =>
      ratios(contest.samples(one, event)[by], contest.samples(preflight, event)[by]);
    report.table(
      `Throughput of Preflight by ${by === "cpu" ? "processor" : "wall"} time, relative to`,
      head,
      rows(peers, (one, event) => spread(relative(one, event))),
    );
    if (by === "wall") continue;
    for (const one of peers) {
      for (const event of events) {
        const target = TARGETS.get(one)?.[event.size];
        report.figure(
          `HTTP, ${event.name}, of ${one.name}`,
          "x",
          relative(one, event),
          target === undefined ? undefined : { atLeast: target },
        );
      }
    }
  }
  report.note(
    `In its slowest minute the machine took ${contest.unrest.toFixed(2)} times as long for a fixed loop as in its fastest.`,
  );
}
