/** Compares the model with what real processes do, at two small sizes. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Constants, loadOf, type Size, USUAL } from "./model.ts";
import { short } from "./tables.ts";
import { keyOf, startWorld } from "./world.ts";

const POINTS: readonly Size[] = [
  { ...USUAL, callers: 5, domains: 2, replicas: 1, callsPerMinute: 10, refreshSeconds: 1 },
  { ...USUAL, callers: 20, domains: 6, replicas: 2, callsPerMinute: 10, refreshSeconds: 1 },
];
const SECONDS = 10;
/** The intervals of a refresh vary by a fifth, and a busy machine delays them. */
const TOLERANCE = 0.25;

export async function checkModel(constants: Constants, print: (line: string) => void): Promise<boolean> {
  let isGood = true;
  for (const size of POINTS) {
    const { callers, domains, replicas } = size;
    print(`${callers} callers, ${domains} domains, ${replicas} replicas: model, and what was counted`);
    const expected = loadOf(size, constants);
    const counted = await count(size);
    const rows: [string, number, number][] = [
      ["requests to each product, a second", expected.productRequestsPerSecond, counted.questions],
      ["Redis commands, a call", constants.redisCommandsPerCall, counted.commandsPerCall],
      ["Redis connections", expected.redisConnections, counted.connections],
      ["introspections, in a minute", expected.introspectionsPerSecond * 60, counted.introspections],
    ];
    for (const [name, model, real] of rows) {
      const isNear = Math.abs(real - model) <= TOLERANCE * model;
      print(`  ${isNear ? "as expected" : "DIFFERENT"}: ${name}: ${short(model)}, counted ${short(real)}`);
      isGood &&= isNear;
    }
  }
  return isGood;
}

/** The calls of one minute are made at once: nothing that is counted depends on when they are made within it. */
async function count({ callers, domains, replicas, callsPerMinute, refreshSeconds }: Size) {
  const world = await startWorld({ replicas, domains, refreshSeconds });
  try {
    const total = () => [...world.questions.values()].reduce((sum, one) => sum + one, 0);
    const before = { ...(await world.redis()), questions: total(), at: performance.now() };
    const calls = callers * callsPerMinute;
    for (let call = 0; call < calls; call++) {
      const replica = Math.floor(Math.random() * replicas);
      await world.call(replica, "/api/domains", { key: keyOf(call % callers) });
    }
    const after = await world.redis();
    await sleep(SECONDS * 1_000 - (performance.now() - before.at));
    const seconds = (performance.now() - before.at) / 1_000;
    return {
      questions: (total() - before.questions) / seconds / domains,
      commandsPerCall: (after.commands - before.commands) / calls,
      connections: after.connections,
      introspections: world.introspections(),
    };
  } finally {
    await world.close();
  }
}
