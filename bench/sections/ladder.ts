/** Where the time of a small request goes: servers that each do one thing more than the one before. */
import { fileURLToPath } from "node:url";
import { type Contestant, hold, steadiness } from "../contest.ts";
import { serviceEnvironment as environment } from "../pinned-server.ts";
import { median, type Report } from "../report.ts";
import { rounds, seconds } from "../rounds.ts";
import { validateEvent } from "./http.ts";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const rung = (name: string, argument: string): Contestant => ({
  name,
  args: [path("bench/peers/ladder.mjs"), argument],
  environment,
});

const rungs: readonly Contestant[] = [
  { name: "lower bound: node:http, JSON.parse", args: [path("dist-dev/bench/peers/floor.js")] },
  rung("+ listener, queue, body, headers, request id", "transport"),
  rung("+ the check and its answer", "check"),
  rung("+ key and limit", "gate"),
  rung("+ log", "log"),
  rung("+ metrics", "metrics"),
  { name: "the service", args: [path("dist/service/server/main.js")], environment },
];

export const title = "Ladder";

export async function run(report: Report): Promise<void> {
  const event = { ...validateEvent("small"), verify: () => undefined };
  const contest = await hold(rungs, [event]);
  const micros = rungs.map((one) => contest.samples(one, event).cpu);
  report.table(
    `POST /api/validate, 1.5 KB, µs of processor time per request: medians of ${rounds} starts × ${seconds} s; ~ where starts differ by more than 15 %`,
    ["", "µs", "more than the one above"],
    rungs.map(({ name }, index) => [
      name,
      `${median(micros[index]!).toFixed(1)}${steadiness(micros[index]!)}`,
      index === 0 ? "" : (median(micros[index]!) - median(micros[index - 1]!)).toFixed(1),
    ]),
  );
  report.note(
    `In its slowest minute the machine took ${contest.unrest.toFixed(2)} times as long for a fixed loop as in its fastest.`,
  );
}
