/** Candidates on both sides of every rule: valid ones with up to six mutations. */
import fc from "fast-check";
import { anyJson, type JsonObject, oneOf, PROTOTYPE_NAMES, pick, setMember } from "./json.ts";
import { type Mutation, mutations } from "./mutations.ts";
import { GOOD_VALUES, TYPES } from "./typed-values.ts";

const FIELD_NAMES = ["label", "count", "level", "_x", "A", "a", "f9", ...PROTOTYPE_NAMES];
const choices = fc.noBias(fc.nat({ max: 9_999 }));

interface Plan {
  names: string[];
  fieldChoices: number[];
  records: number;
  strategies: string[];
  hasRationale: boolean;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  names: fc.shuffledSubarray(FIELD_NAMES, { minLength: 1, maxLength: 3 }),
  fieldChoices: fc.array(choices, { minLength: 3, maxLength: 3 }),
  records: oneOf(1, 1, 1, 2, 3),
  strategies: oneOf(["fast"], ["realistic"], ["fast", "realistic"], ["realistic", "fast"]),
  hasRationale: oneOf(true, true, true, false),
});

function validCandidate({ names, fieldChoices, records, strategies, hasRationale }: Plan): JsonObject {
  const fields = names.map((name, index) => ({ name, type: pick(TYPES, fieldChoices[index]!)! }));
  return {
    owner: { kind: "human", id: "ada@example.org" },
    generatorId: "device-reading",
    generatorName: "Qwxzv jkpfm",
    description: "One reading of a connected device.",
    outputFields: fields.map(({ name, type }) => ({ name, type, description: "What was read." })),
    supportedStrategies: [...strategies],
    sampleRecords: Array.from({ length: records }, (_, n) => {
      const record = {};
      for (const { name, type } of fields)
        setMember(record, name, pick(GOOD_VALUES[type]!, fieldChoices[0]! + n)!());
      return record;
    }),
    ...(hasRationale && { rationaleNotes: "Shows what devices send." }),
  };
}

/** Mostly one: what several mutations hide from one another, a single one shows. */
const severalMutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 12, arbitrary: mutations.map((mutation) => [mutation]) },
  { weight: 6, arbitrary: fc.array(mutations, { minLength: 2, maxLength: 2, size: "max" }) },
  { weight: 4, arbitrary: fc.array(mutations, { minLength: 3, maxLength: 6, size: "max" }) },
);

const spoiled = fc.tuple(plans, severalMutations).map(([plan, list]): unknown => {
  const candidate = validCandidate(plan);
  for (const mutate of list) mutate(candidate);
  return candidate;
});

export const candidates: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 150, arbitrary: spoiled },
  { weight: 1, arbitrary: anyJson },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        plans,
        oneOf<(c: JsonObject) => unknown>(
          (c) => [c],
          JSON.stringify,
          (c) => ({ candidate: c }),
          () => undefined,
        ),
      )
      .map(([plan, wrap]) => wrap(validCandidate(plan))),
  },
);
