/** What callers, domains and replicas cost: each replica, and everyone they ask. All of it follows from the constants. */

/** Measured on one replica: see measure.ts. */
export interface Constants {
  readonly machine: string;
  /** Processor time of a call in microseconds, by the size of its body. */
  readonly callMicros: Readonly<Record<"domains" | "small" | "medium" | "large" | "faulty", number>>;
  /** Processor time of asking a product whether a document has changed, in microseconds. */
  readonly questionMicros: number;
  /** What an idle replica holds. */
  readonly replicaMegabytes: number;
  /** What a set of rules holds that no other domain has. */
  readonly ruleSetKilobytes: number;
  readonly registryEntryBytes: number;
  readonly redisCommandsPerCall: number;
  readonly redisConnectionsPerReplica: number;
  /** How often a replica asks about a key that is used all the time. */
  readonly introspectionsPerKeyAndMinute: number;
  /** How many documents of a domain with one registry a replica asks for, in each interval. */
  readonly questionsPerDomain: number;
  /** A question whose answer is that nothing has changed, with both heads. */
  readonly questionBytes: number;
  /** An entry of a registry, as products send it. */
  readonly entryBytesSent: number;
}

export interface Size {
  readonly callers: number;
  readonly domains: number;
  readonly replicas: number;
  /** Of each caller. The budget allows 20. */
  readonly callsPerMinute: number;
  readonly refreshSeconds: number;
  /** Of each domain's registry. */
  readonly entries: number;
}

export const USUAL: Omit<Size, "callers" | "domains" | "replicas"> = {
  callsPerMinute: 1,
  refreshSeconds: 30,
  entries: 1_000,
};

export interface Load {
  readonly callsPerSecond: number;
  /** Of one core, by one replica. */
  readonly replicaCores: number;
  readonly replicaMegabytes: number;
  readonly redisCommandsPerSecond: number;
  readonly redisConnections: number;
  readonly introspectionsPerSecond: number;
  readonly productRequestsPerSecond: number;
  readonly productBytesPerSecond: number;
}

/** Every how many questions a document is fetched whole. */
const WHOLE_EVERY = 20;

export function loadOf(size: Size, constants: Constants): Load {
  const { callers, domains, replicas, callsPerMinute, refreshSeconds, entries } = size;
  const callsPerSecond = (callers * callsPerMinute) / 60;
  const questionsPerReplica = (domains * constants.questionsPerDomain) / refreshSeconds;
  const productRequestsPerSecond = (replicas * constants.questionsPerDomain) / refreshSeconds;
  const ownMicros =
    (callsPerSecond / replicas) * constants.callMicros.small + questionsPerReplica * constants.questionMicros;
  return {
    callsPerSecond,
    replicaCores: ownMicros / 1e6,
    replicaMegabytes:
      constants.replicaMegabytes +
      (domains * constants.ruleSetKilobytes) / 1_024 +
      (domains * entries * constants.registryEntryBytes) / 1_048_576,
    redisCommandsPerSecond: callsPerSecond * constants.redisCommandsPerCall,
    redisConnections: replicas * constants.redisConnectionsPerReplica,
    introspectionsPerSecond:
      (callers * replicasSeen(replicas, callsPerMinute) * constants.introspectionsPerKeyAndMinute) / 60,
    productRequestsPerSecond,
    productBytesPerSecond:
      productRequestsPerSecond * constants.questionBytes +
      ((replicas / refreshSeconds) * entries * constants.entryBytesSent) / WHOLE_EVERY,
  };
}

/** On how many replicas the calls of one minute arrive, if a balancer spreads them evenly. */
function replicasSeen(replicas: number, calls: number): number {
  return replicas * (1 - (1 - 1 / replicas) ** calls);
}

/**
 * What each part can take. Only the first two are ours to know: one core, and the memory limit of the deployment file.
 * The others are what a modest server of that kind takes; put in your own.
 */
export const CAPACITIES = {
  "a replica's core": 0.7,
  "a replica's memory, MB": 512,
  "Redis, commands/s": 100_000,
  "Redis, connections": 10_000,
  "the identity service, requests/s": 1_000,
  "a product, requests/s": 10,
  "a product, MB/s": 10,
} as const;

export interface Part {
  readonly name: keyof typeof CAPACITIES;
  readonly load: number;
  /** Of what it can take. */
  readonly share: number;
}

/** The fullest first. */
export function partsOf(size: Size, constants: Constants): Part[] {
  const load = loadOf(size, constants);
  const loads: Record<keyof typeof CAPACITIES, number> = {
    "a replica's core": load.replicaCores,
    "a replica's memory, MB": load.replicaMegabytes,
    "Redis, commands/s": load.redisCommandsPerSecond,
    "Redis, connections": load.redisConnections,
    "the identity service, requests/s": load.introspectionsPerSecond,
    "a product, requests/s": load.productRequestsPerSecond,
    "a product, MB/s": load.productBytesPerSecond / 1e6,
  };
  return Object.entries(CAPACITIES)
    .map(([name, capacity]) => {
      const value = loads[name as keyof typeof CAPACITIES];
      return { name: name as keyof typeof CAPACITIES, load: value, share: value / capacity };
    })
    .sort((one, other) => other.share - one.share);
}
