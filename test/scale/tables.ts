/** The tables of docs/scaling.md. */
import { CAPACITIES, type Constants, partsOf, type Size, USUAL } from "./model.ts";

/** From one replica to a thousand. */
export const SIZES: readonly (readonly [string, Size])[] = [
  ["1,000 callers, 10 domains, 2 replicas", { ...USUAL, callers: 1_000, domains: 10, replicas: 2 }],
  ["50,000 callers, 100 domains, 20 replicas", { ...USUAL, callers: 50_000, domains: 100, replicas: 20 }],
  [
    "a million callers, 1,000 domains, 200 replicas",
    { ...USUAL, callers: 1e6, domains: 1_000, replicas: 200 },
  ],
  ["the same with 1,000 replicas", { ...USUAL, callers: 1e6, domains: 1_000, replicas: 1_000 }],
];

/** Two digits that count. */
export function short(value: number): string {
  if (value === 0) return "0";
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))));
  const scale = 10 ** (1 - Math.floor(Math.log10(Math.abs(value))));
  return (Math.round(value * scale) / scale).toLocaleString("en", { maximumFractionDigits: digits });
}

export function constantsTable(constants: Constants): string {
  const { callMicros } = constants;
  return table(
    ["what", "measured"],
    [
      ["machine", constants.machine],
      ["processor time of `GET /api/domains`", `${short(callMicros.domains)} µs`],
      ["processor time of a valid candidate of 1.5 KB", `${short(callMicros.small)} µs`],
      ["… of 16 KB", `${short(callMicros.medium)} µs`],
      ["… of 60 KB", `${short(callMicros.large)} µs`],
      ["… with 20 problems", `${short(callMicros.faulty)} µs`],
      ["processor time of asking whether a document has changed", `${short(constants.questionMicros)} µs`],
      ["memory of an idle replica (resident)", `${short(constants.replicaMegabytes)} MB`],
      ["memory of a set of rules that no other domain has", `${short(constants.ruleSetKilobytes)} KB`],
      ["memory of a registry entry", `${short(constants.registryEntryBytes)} bytes`],
      [
        "Redis commands a call, as Redis counts them: a script and what it runs",
        short(constants.redisCommandsPerCall),
      ],
      ["Redis connections a replica", short(constants.redisConnectionsPerReplica)],
      [
        "introspections a key, by each replica that sees it",
        `${short(constants.introspectionsPerKeyAndMinute)} a minute`,
      ],
      [
        "questions a replica asks of a domain with one registry",
        `${constants.questionsPerDomain} an interval`,
      ],
      ["bytes of such a question and its answer, if nothing has changed", short(constants.questionBytes)],
      ["bytes of a registry entry, as it is sent", short(constants.entryBytesSent)],
    ],
  );
}

/** What gives first at each size: the three fullest parts. */
export function sizesTable(constants: Constants, sizes = SIZES): string {
  return table(
    ["size", "fullest", "then", "then"],
    sizes.map(([name, size]) => [
      name,
      ...partsOf(size, constants)
        .slice(0, 3)
        .map(({ name, load, share }) => `${name}: ${short(load)} (${short(share * 100)} %)`),
    ]),
  );
}

/** Every part at every size. */
export function partsTable(constants: Constants, sizes = SIZES): string {
  const columns = sizes.map(([, size]) => new Map(partsOf(size, constants).map((part) => [part.name, part])));
  return table(
    ["", "can take", ...sizes.map(([name]) => name)],
    (Object.keys(CAPACITIES) as (keyof typeof CAPACITIES)[]).map((name) => [
      name,
      short(CAPACITIES[name]),
      ...columns.map((parts) => short(parts.get(name)!.load)),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
