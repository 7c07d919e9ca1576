/** Proposals as people write them, for the tests of the command. */
export const VALID = `{
  "owner": { "kind": "human", "id": "ada@example.org" },
  "generatorId": "loyalty-card",
  "generatorName": "Loyalty card",
  "description": "Membership cards of a shop: the member's tier and the points collected.",
  "outputFields": [
    { "name": "tier",   "type": "string",  "description": "bronze, silver or gold." },
    { "name": "points", "type": "integer", "description": "Points not yet spent." }
  ],
  "supportedStrategies": ["fast", "realistic"],
  "sampleRecords": [{ "tier": "silver", "points": 1840 }],
  "rationaleNotes": "Retail teams ask for loyalty data in nearly every demo."
}
`;

/** Two errors that can be fixed. */
export const FAULTY = VALID.replace('"description": "Mem', '"descripton": "Mem').replace(
  '"integer"',
  '"int"',
);

export const VALID_YAML = `# The proposal of the shop team.
owner: { kind: human, id: ada@example.org }
generatorId: loyalty-card     # must be free
generatorName: Loyalty card
description: >-
  Membership cards of a shop: the member's tier
  and the points collected.
outputFields:
  - name: tier
    type: string
    description: bronze, silver or gold.

  # Points are whole.
  - name: points
    type: integer
    description: 'Points not yet spent.'
supportedStrategies: [ fast,   realistic ]
sampleRecords:
  - { tier: silver, points: 1840 }
rationaleNotes: Retail teams ask for loyalty data in nearly every demo.
`;

export const FAULTY_YAML = VALID_YAML.replace("description: >-", "descripton: >-").replace(
  "type: integer",
  "type: int # sic",
);
