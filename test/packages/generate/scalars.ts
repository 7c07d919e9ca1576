/** Random shapes of texts, numbers and the like. */
import { pick, type Roll, several } from "../../core/schema/random-schemas.ts";
import type { Shape } from "./shapes.ts";

export type Scalar = "text" | "words" | "number" | "boolean" | "date" | "time" | "moment" | "formatted";

export const WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "import", "export", "realistic", "fast"];
const PHRASES = [
  "A short note",
  "Café au lait",
  "line one\nline two",
  "Ein Vorschlag für alle",
  "naïve text",
  "x",
];
const FORMATTED: Record<string, string[]> = {
  uuid: ["123e4567-e89b-42d3-a456-426614174000", "00000000-0000-4000-8000-000000000000"],
  ipv4: ["10.0.0.1", "192.168.1.255"],
  email: ["ada@example.org", "grace@example.com"],
  uri: ["https://example.org/a", "http://example.com/?q=1"],
};

const scalar = (kind: Scalar, schema: Record<string, unknown>, make: Shape["make"]): Shape => ({
  kind,
  schema,
  make,
  parts: [],
});

export function textShape(roll: Roll): Shape {
  switch (roll(5)) {
    case 0:
      return scalar(
        "text",
        { type: "string", minLength: 1, maxLength: 40, pattern: "^[a-z]+(-[a-z]+)*$" },
        (roll) => several(roll, 1, 2, () => pick(WORDS, roll)).join("-"),
      );
    case 1:
      return scalar(
        "text",
        { type: "string", maxLength: 200, minLength: roll(3) },
        (roll) => `${pick(PHRASES, roll)} ${pick(WORDS, roll)}`,
      );
    case 2:
      return scalar("text", { type: "string", maxLength: 12 }, (roll) => pick(WORDS, roll));
    case 3:
      return scalar(
        "text",
        { type: "string", maxLength: 4, pattern: "^[A-Z]{2}[0-9]{1,2}$" },
        (roll) => `${pick(["AB", "XY"], roll)}${1 + roll(30)}`,
      );
    default:
      return scalar("text", { type: "string", minLength: 1, maxLength: 60 }, (roll) =>
        several(roll, 1, 3, () => pick(WORDS, roll)).join(" "),
      );
  }
}

export function wordsShape(roll: Roll): Shape {
  const words = WORDS.slice(roll(4), 5 + roll(4));
  return { ...scalar("words", { enum: words }, (roll) => pick(words, roll)), words };
}

export function dateShape(roll: Roll): Shape {
  switch (roll(3)) {
    case 0:
      return scalar(
        "date",
        { type: "string", format: "date" },
        (roll) => `202${roll(6)}-0${1 + roll(9)}-1${roll(10)}`,
      );
    case 1:
      return scalar(
        "time",
        { type: "string", format: "time" },
        (roll) => `0${roll(10)}:${10 + roll(50)}:00Z`,
      );
    default:
      return scalar(
        "moment",
        { type: "string", format: "date-time" },
        (roll) => `202${roll(6)}-0${1 + roll(9)}-1${roll(10)}T0${roll(10)}:00:00Z`,
      );
  }
}

function numberShape(roll: Roll): Shape {
  const min = roll(5) - 2;
  switch (roll(4)) {
    case 0:
      return scalar("number", { type: "integer" }, (roll) => roll(30) - 5);
    case 1:
      return scalar("number", { type: "integer", minimum: min, maximum: min + 10 }, (roll) => min + roll(11));
    case 2:
      return scalar(
        "number",
        { type: "number", exclusiveMinimum: min, exclusiveMaximum: min + 10 },
        (roll) => min + 0.5 + roll(9),
      );
    default:
      return scalar("number", { type: "integer", multipleOf: 5, minimum: 0 }, (roll) => 5 * roll(6));
  }
}

export function scalarShape(roll: Roll): Shape {
  switch (roll(10)) {
    case 0:
    case 1:
      return wordsShape(roll);
    case 2:
    case 3:
      return numberShape(roll);
    case 4:
      return scalar("boolean", { type: "boolean" }, (roll) => roll(2) === 0);
    case 5:
      return dateShape(roll);
    case 6: {
      const format = pick(Object.keys(FORMATTED), roll);
      return scalar("formatted", { type: "string", format, maxLength: 80 }, (roll) =>
        pick(FORMATTED[format]!, roll),
      );
    }
    case 7: {
      const text = textShape(roll);
      return { ...text, schema: { ...text.schema, type: ["string", "null"] } };
    }
    default:
      return textShape(roll);
  }
}
