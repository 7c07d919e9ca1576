/** Measures the constants of the model on a replica with Redis and an identity service. */
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { candidates } from "../../bench/candidates.ts";
import generatorOption from "../../spec-packages/datagen/generator-option.json" with { type: "json" };
import { loadSpecPackage } from "../../src/core/publishing/load.ts";
import { createRegistryBuilder, registryBuffers } from "../../src/core/registry/registry.ts";
import type { Constants } from "./model.ts";
import { type CallOptions, cpuMicros, keyOf, residentMegabytes, startWorld, type World } from "./world.ts";

const CONNECTIONS = 4;
const WARM_UP_MS = 1_500;
const MEASURED_MS = 3_000;
const KEYS = 20;
const MANY_DOMAINS = 51;

export async function measure(): Promise<Constants> {
  const few = await startWorld({ replicas: 1, domains: 1, refreshSeconds: 1 });
  const replicaMegabytes = residentMegabytes(few.replicas[0]!.pid());
  const idle = await measureQuestions(few);
  const callMicros = await measureCalls(few);
  const perCall = await measureNeighbours(few);
  await few.close();
  const many = await startWorld({ replicas: 1, domains: MANY_DOMAINS, refreshSeconds: 1 });
  const busy = await measureQuestions(many);
  const questionsPerDomain = many.questions.size / MANY_DOMAINS;
  await many.close();
  return {
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}`,
    callMicros,
    questionMicros: (busy.micros - idle.micros) / (busy.questions - idle.questions),
    replicaMegabytes,
    ruleSetKilobytes: measureRuleSet(),
    ...measureRegistry(),
    ...perCall,
    questionsPerDomain,
    questionBytes: (busy.bytes - idle.bytes) / (busy.questions - idle.questions),
  };
}

/** What questions about documents cost while nobody calls. */
async function measureQuestions(world: World) {
  const { replicas, questions, bytes } = world;
  const pid = replicas[0]!.pid();
  await sleep(2 * WARM_UP_MS);
  const now = () => ({
    micros: cpuMicros(pid),
    questions: [...questions.values()].reduce((sum, one) => sum + one, 0),
    bytes: bytes(),
  });
  const before = now();
  await sleep(MEASURED_MS);
  const after = now();
  return {
    micros: after.micros - before.micros,
    questions: after.questions - before.questions,
    bytes: after.bytes - before.bytes,
  };
}

async function measureCalls(world: World): Promise<Constants["callMicros"]> {
  const envelopeOf = (candidate: unknown) =>
    JSON.stringify({ targetProduct: "datagen", domainId: "generator-option", candidate });
  const measured: Record<string, number> = {};
  const key = keyOf(0);
  measured.domains = await cpuOf(world, "/api/domains", { key });
  for (const [name, candidate] of Object.entries(candidates))
    measured[name] = await cpuOf(world, "/api/validate", { key, body: envelopeOf(candidate()) });
  return measured as unknown as Constants["callMicros"];
}

/** Processor time of a call, in microseconds. */
async function cpuOf(world: World, path: string, options: CallOptions, expected = 200): Promise<number> {
  const pid = world.replicas[0]!.pid();
  let calls = 0;
  let isOver = false;
  const client = async (): Promise<void> => {
    while (!isOver) {
      const status = await world.call(0, path, options);
      // On a busy machine some calls are refused because of load, which costs next to nothing.
      if (status === expected) calls++;
      else if (status !== 503) throw new Error(`${path} answered ${status}`);
    }
  };
  const clients = Array.from({ length: CONNECTIONS }, client);
  await sleep(WARM_UP_MS);
  const [cpuBefore, callsBefore] = [cpuMicros(pid), calls];
  await sleep(MEASURED_MS);
  const micros = (cpuMicros(pid) - cpuBefore) / (calls - callsBefore);
  isOver = true;
  await Promise.all(clients);
  return micros;
}

/** What calls cost Redis and the identity service. It takes less than a minute, so no key is asked about again. */
async function measureNeighbours(world: World) {
  const before = { ...(await world.redis()), introspections: world.introspections() };
  const calls = 10 * KEYS;
  for (let call = 0; call < calls; call++)
    await world.call(0, "/api/domains", { key: keyOf(1 + (call % KEYS)) });
  const after = await world.redis();
  return {
    redisCommandsPerCall: (after.commands - before.commands) / calls,
    redisConnectionsPerReplica: after.connections,
    introspectionsPerKeyAndMinute: (world.introspections() - before.introspections) / KEYS,
  };
}

/** The heap that a compiled spec package of the usual size takes, in kilobytes. */
function measureRuleSet(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const text = JSON.stringify(generatorOption);
  const load = () => {
    const loaded = loadSpecPackage(JSON.parse(text));
    if (!loaded.ok) throw new Error("the spec package does not load");
    return loaded.spec;
  };
  const kept = Array.from({ length: 5 }, load);
  collect();
  const before = process.memoryUsage().heapUsed;
  const count = 50;
  for (let index = 0; index < count; index++) kept.push(load());
  collect();
  return (process.memoryUsage().heapUsed - before) / count / 1_024;
}

function measureRegistry() {
  const words = "annual basket carrier delivery estate freight garden harbour invoice journal".split(" ");
  const wordAt = (index: number) => words[index % words.length]!;
  const builder = createRegistryBuilder();
  const count = 100_000;
  let sent = 0;
  for (let index = 0; index < count; index++) {
    const parts = [wordAt(index), wordAt(Math.floor(index / 10)), String(index)];
    const entry = { id: parts.join("-"), name: parts.join(" ") };
    sent += JSON.stringify(entry).length + 1;
    builder.add(entry);
  }
  const buffers = registryBuffers(builder.finish("2026-01-01T00:00:00Z"));
  return {
    registryEntryBytes: buffers.reduce((sum, { byteLength }) => sum + byteLength, 0) / count,
    entryBytesSent: sent / count,
  };
}
