/** A text of each format, and one that people write instead. Apart from the formats, since the workbench does not need them. */
const ADDRESS = { good: "ada@example.org", bad: "Ada <ada@example.org>" };
const LINK = { good: "https://example.org/", bad: "example.org" };
const REFERENCE = { good: "../docs", bad: "my docs" };

export const FORMAT_EXAMPLES: Readonly<Record<string, { good: string; bad: string }>> = {
  date: { good: "2026-02-28", bad: "28.02.2026" },
  time: { good: "14:30:00Z", bad: "2:30 pm" },
  "date-time": { good: "2026-02-28T14:30:00Z", bad: "2026-02-28 14:30" },
  duration: { good: "PT12H", bad: "12 hours" },
  email: ADDRESS,
  "idn-email": ADDRESS,
  hostname: { good: "example.org", bad: "https://example.org" },
  ipv4: { good: "192.0.2.1", bad: "192.0.2.256" },
  ipv6: { good: "2001:db8::1", bad: "2001:db8" },
  uri: LINK,
  "uri-reference": REFERENCE,
  iri: LINK,
  "iri-reference": REFERENCE,
  "uri-template": { good: "https://example.org/{id}", bad: "https://example.org/{id" },
  uuid: { good: "123e4567-e89b-12d3-a456-426614174000", bad: "123e4567" },
  semver: { good: "1.4.0", bad: "v1.4" },
  bcp47: { good: "pt-BR", bad: "pt_BR" },
  "json-pointer": { good: "/items/0/name", bad: "items/0/name" },
  "relative-json-pointer": { good: "1/name", bad: "/name" },
  regex: { good: "^[a-z]+$", bad: "[a-z" },
};
