import type { JsonSchema } from "../operation.ts";
import { VIEWS } from "../view.ts";
import { freeObject, object, text } from "./parts.ts";

/** The candidate is loosely typed on purpose: its problems are answered with diagnostics. */
const ENVELOPE_MEMBERS = {
  targetProduct: text("From listDomains."),
  domainId: text("From listDomains."),
  candidate: freeObject("The proposal; it may be unfinished."),
} satisfies Record<string, JsonSchema>;

const ABOUT_ENVELOPE = "A proposal and what to check it against. Other members are ignored.";

export const REPAIR_LEVELS = ["safe", "suggested"] as const;

const REPAIRABLE_MEMBERS = {
  ...ENVELOPE_MEMBERS,
  repair: text("Asks for a repaired candidate too; it means what yours does.", {
    enum: REPAIR_LEVELS,
  }),
  view: text("`brief` leaves out links, repetitions and what a repair settled.", { enum: VIEWS }),
} satisfies Record<string, JsonSchema>;

export const REPAIRABLE_ENVELOPE = object("RepairableEnvelope", REPAIRABLE_MEMBERS, ABOUT_ENVELOPE, [
  "candidate",
  "repair",
  "view",
]);

export const VALIDATION_ENVELOPE = object(
  "ValidationEnvelope",
  {
    ...REPAIRABLE_MEMBERS,
    at: text("The date-time to judge for, instead of now; a date will do.", { format: "date-time" }),
    simulate: { type: "boolean", description: "Judges as if every rule were in force." },
  },
  ABOUT_ENVELOPE,
  ["candidate", "repair", "view", "at", "simulate"],
);
