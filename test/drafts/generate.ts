/** Draws drafts: each belongs to one row of the table of repairs, and a third of them hold other distortions as well. */
import { type Domain, readDomains } from "./domains.ts";
import { isSame } from "./json.ts";
import { readPlaces } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import type { Need, Sheet } from "./sheet.ts";
import { type Phase, ROWS, type Row } from "./table.ts";
import { createTruth } from "./truth.ts";

export interface Draft {
  id: string;
  domain: string;
  row: string;
  kinds: string[];
  /** What it takes to get from the draft to `expected`; a decision is left to the author. */
  need: Need;
  draft: unknown;
  expected: unknown;
}

export interface GeneratorOptions {
  seed: number;
  count: number;
  isValid: (domain: Domain, candidate: unknown) => boolean;
  /** Begins from the starts of the corpus as they are, so that a case can be told by its changes. */
  plain?: boolean;
}

/** How often a further distortion is added. */
const MORE = 0.35;

/** How many valid candidates of a domain are made. */
const MAX_TRUTHS = 100;

export function* generate({ seed, count, isValid, plain = false }: GeneratorOptions): Generator<Draft> {
  const domains = readDomains();
  const random = createRandom(seed);
  const truths = new Map<Domain, unknown[]>();
  for (let index = 0; index < count; index += 1) {
    const row = ROWS[index % ROWS.length]!;
    yield { id: `${seed}-${index}`, ...drawFor(row) };
  }

  /** Making a valid candidate takes longer than distorting one, so each serves for several drafts. */
  function drawTruth(domain: Domain): unknown {
    const pool = truths.get(domain) ?? [];
    truths.set(domain, pool);
    if (pool.length < MAX_TRUTHS) pool.push(createTruth(domain, random, isValid));
    return random.pick(pool);
  }

  function drawFor(row: Row): Omit<Draft, "id"> {
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      const domain = random.pick(domains);
      const truth = plain ? random.pick(domain.starts).candidate : drawTruth(domain);
      const drawn = draw(domain, row, truth, random, plain);
      // Rules may refuse what was meant, where they compare values; such a draft tells nothing.
      if (drawn === undefined || (drawn.need !== "decision" && !isValid(domain, drawn.expected))) continue;
      return drawn;
    }
    throw new Error(`no draft can be drawn for "${row.name}"`);
  }
}

function draw(
  domain: Domain,
  row: Row,
  truth: unknown,
  random: Random,
  plain: boolean,
): Omit<Draft, "id"> | undefined {
  const sheet: Sheet = {
    domain,
    random,
    reading: readPlaces(domain.package, domain.registry, truth),
    draft: structuredClone(truth),
    expected: structuredClone(truth),
    need: "nothing",
    kinds: [],
    touched: [],
  };
  const main = random.pick(row.ways);
  const others = plain ? [] : extraWays(random);
  const ways = [main, ...others].sort(([a], [b]) => a - b);
  for (const way of ways) if (!way[1](sheet) && way === main) return undefined;
  if (isSame(sheet.draft, sheet.expected) && sheet.need !== "decision") return undefined;
  const { draft, expected, kinds, need } = sheet;
  return { domain: domain.name, row: row.name, kinds, need, draft, expected };
}

function extraWays(random: Random): Row["ways"] {
  const ways: [Phase, Row["ways"][number][1]][] = [];
  while (ways.length < 4 && random.chance(MORE)) ways.push(random.pick(random.pick(ROWS).ways));
  return ways;
}
