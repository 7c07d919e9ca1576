/** What docs/spec-packages.md shows, next to what happens. */
import {
  applyFixes,
  buildProposal,
  checkCandidate,
  loadSpecPackage,
  SPEC_PACKAGE_SCHEMA,
  verifyPackage,
} from "../../src/core/index.ts";
import type { Claim } from "./claim.ts";
import type { Block, Page } from "./markdown.ts";
import { contextOf, load, type Replay, replay } from "./replay.ts";
import { claimRows, rowsOf } from "./rows.ts";

export function claimsOfSpecPackages(page: Page): Claim[] {
  const replayed = replay(page);
  const { document } = replayed;
  const spec = load(document);
  const context = contextOf(document);
  const example = document.examples.valid[0]!.candidate;
  return [
    ...replayed.claims,
    claimWhole(page, replayed),
    ...claimRows(
      rowsOf(page, "reasons").filter(({ change }) => change),
      ({ change }) => reasonsFor(change!(document)),
    ),
    ...claimRows(
      rowsOf(page, "faults").filter(({ change, code }) => change || code === "candidate-missing"),
      ({ change }) => checkCandidate(spec, change?.(example), context).diagnostics,
    ),
    ...claimRows(
      rowsOf(page, "verify"),
      ({ change }) => verifyPackage(spec, change!(buildExample(replayed)), context).diagnostics,
    ),
  ];
}

export function reasonsFor(document: unknown) {
  const loaded = loadSpecPackage(document);
  return loaded.ok ? [] : loaded.reasons;
}

/** What the first script on the page builds. */
export function buildExample({ document, files }: Replay) {
  const spec = load(document);
  const context = contextOf(document);
  const sent = JSON.parse(files.get("candidate.json")!);
  const { diagnostics } = checkCandidate(spec, sent, context);
  return buildProposal(spec, applyFixes(sent, diagnostics, "suggested").candidate, context).proposalPackage;
}

/** The complete package, with its members in the order of the format. */
function claimWhole(page: Page, { document }: Replay): Claim {
  const isWhole = (part: Page["parts"][number]): part is Block =>
    part.kind === "block" && part.name === "dashboard-theme.json";
  const { line, text } = page.parts.find(isWhole)!;
  const order = Object.keys(SPEC_PACKAGE_SCHEMA.properties);
  const members = Object.entries(document).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    title: "the complete package is the result of the steps",
    line,
    shown: JSON.parse(text),
    actual: Object.fromEntries(members),
    place: "block",
  };
}
