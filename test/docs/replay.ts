/** Runs a page from top to bottom and compares what it shows with what happens. */
import { isDeepStrictEqual } from "node:util";
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import {
  buildProposal,
  checkCandidate,
  createRegistry,
  type Diagnostic,
  loadSpecPackage,
  type RuleDocument,
  type SpecPackage,
  type SpecPackageDocument,
} from "../../src/core/index.ts";
import { exampleRegistries } from "../../src/core/publishing/examples.ts";
import { withChanges } from "./changes.ts";
import type { Claim } from "./claim.ts";
import type { Block, Page } from "./markdown.ts";

/** The time for blocks that do not name one. */
export const USUAL_MOMENT = "2027-01-15T00:00:00Z";

export interface Replay {
  claims: Claim[];
  /** The package after the last step. */
  document: SpecPackageDocument;
  /** The files that the page tells the reader to save, by name. */
  files: Map<string, string>;
  /** Blocks whose role cannot be run. */
  idle: Block[];
}

export function load(document: unknown): SpecPackage {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error(`refused: ${JSON.stringify(loaded.reasons, null, 2)}`);
  return loaded.spec;
}

export function contextOf(document: SpecPackageDocument, moment = USUAL_MOMENT) {
  return {
    registry: createRegistry(document.examples.registry ?? [], moment),
    registries: exampleRegistries({ document }).registries,
    now: Date.parse(moment),
    submissionUrl: "https://pulseboard.example/api/proposals",
  };
}

/** The diagnostics as the pages print them. */
export function print(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .flatMap(({ severity, code, pointer, message, fixes = [] }) => [
      `${severity} ${code} at "${pointer}": ${message}`,
      ...fixes.map(
        ({ title, applicability, decision }) =>
          `  fix (${applicability}${decision === true ? ", decision" : ""}): ${title}`,
      ),
    ])
    .join("\n");
}

/** `start` is the package that a page takes over from another page. */
export function replay(page: Page, start?: SpecPackageDocument): Replay {
  const claims: Claim[] = [];
  const files = new Map<string, string>();
  const idle: Block[] = [];
  let document = start;
  let candidate: unknown;
  let moment: string | undefined;
  let reasons: unknown;
  /** The package with a rule that a page shows but that the package does not have. */
  let extended: SpecPackageDocument | undefined;

  const current = () => {
    if (!document) throw new Error("the page has no package yet");
    return extended ?? document;
  };
  const example = () => current().examples.valid[0]?.candidate;
  const check = () => checkCandidate(load(current()), candidate, contextOf(current(), moment));

  const roles: Record<string, (block: Block) => void> = {
    package(block) {
      document = accept(block, JSON.parse(block.text));
    },
    step(block) {
      extended = undefined;
      document = accept(block, withChanges(current(), JSON.parse(block.text)));
    },
    rule(block) {
      extended = undefined;
      const rule = JSON.parse(block.text) as RuleDocument;
      if (current().rules.some((other) => isDeepStrictEqual(other, rule))) return;
      extended = accept(block, withRule(current(), rule));
    },
    /** Changes to the package that only the blocks that follow show. */
    extended(block) {
      extended = undefined;
      extended = accept(block, withChanges(current(), JSON.parse(block.text)));
    },
    file(block) {
      files.set(block.name, block.text);
    },
    candidate(block) {
      candidate = JSON.parse(block.text);
      moment = block.options.get("now");
    },
    try(block) {
      candidate = withChanges(example(), JSON.parse(block.text));
      moment = block.options.get("now");
    },
    refused(block) {
      const loaded = loadSpecPackage(withChanges(current(), JSON.parse(block.text)));
      reasons = loaded.ok ? "accepted" : loaded.reasons;
    },
    reasons: (block) => claim(block, JSON.parse(block.text), reasons),
    diagnostics: (block) => claim(block, JSON.parse(block.text), check().diagnostics),
    says: (block) => claim(block, block.text, print(check().diagnostics)),
    // commands.test.ts runs these.
    saved() {},
    command() {},
    printed() {},
    changes: (block) =>
      claim(
        block,
        JSON.parse(block.text),
        buildProposal(load(current()), candidate, contextOf(current(), moment)).changes,
      ),
  };

  function accept(block: Block, next: unknown): SpecPackageDocument {
    const loaded = loadSpecPackage(next);
    claims.push({ ...about(block), shown: [], actual: loaded.ok ? [] : loaded.reasons });
    return next as SpecPackageDocument;
  }

  function claim(block: Block, shown: unknown, actual: unknown): void {
    claims.push({ ...about(block), shown, actual, place: "block" });
  }

  for (const part of page.parts) {
    if (part.kind !== "block") continue;
    if (Object.hasOwn(roles, part.role)) roles[part.role]!(part);
    else idle.push(part);
  }
  if (!document) throw new Error("the page has no package");
  return { claims, document, files, idle };
}

/** Adds a rule and the docs entries that it needs. It may report what other examples do not expect. */
function withRule(document: SpecPackageDocument, rule: RuleDocument): unknown {
  const { kinds = [] } = CHECKS.find(({ name }) => name === rule.check) ?? {};
  const codes = kinds.length > 0 ? kinds.map((kind) => `${rule.code}-${kind}`) : [rule.code];
  const docs = codes.map((code) => [`/docs/${code}`, { summary: "An example.", fix: "See the page." }]);
  return withChanges(document, {
    "/rules/-": rule,
    ...Object.fromEntries(docs),
    "/examples/invalid": document.examples.invalid.slice(0, 1),
  });
}

function about({ line, section, role }: Block): Pick<Claim, "title" | "line"> {
  return { title: `line ${line}: ${section}, ${role}`, line };
}
