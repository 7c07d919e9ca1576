/** Runs the library on random drafts and adds the scores up. */
import { isDeepStrictEqual } from "node:util";
import { createTally, type Score, scoreOutput, type Tally } from "../../corpus/score.mjs";
import { readDomains } from "./domains.ts";
import { type Draft, generate } from "./generate.ts";
import { createJudge } from "./judge.ts";

export interface Failure {
  draft: Draft;
  output: unknown;
  score: Score;
  level: "safe" | "suggested";
  errors: string[];
}

export interface Run {
  tallies: { safe: Tally; suggested: Tally };
  /** Outputs that say something else than their author. */
  wrong: Failure[];
  /** Drafts without a decision that did not become valid. */
  stuck: Failure[];
  /** Outputs that another repair changes. */
  unsettled: Failure[];
}

export function runDrafts({
  seed,
  count,
  onDraft,
}: {
  seed: number;
  count: number;
  onDraft?: (index: number) => void;
}): Run {
  const judge = createJudge(readDomains());
  const run: Run = {
    tallies: { safe: createTally(), suggested: createTally() },
    wrong: [],
    stuck: [],
    unsettled: [],
  };
  let index = 0;
  const drafts = generate({ seed, count, isValid: ({ name }, candidate) => judge.isValid(name, candidate) });
  for (const draft of drafts) {
    index += 1;
    onDraft?.(index);
    for (const level of ["safe", "suggested"] as const) {
      const output = judge.repair(draft.domain, draft.draft, level);
      const valid = judge.isValid(draft.domain, output);
      const score = scoreOutput(draft, output, valid);
      run.tallies[level].add(draft.row, score);
      const failure = {
        draft,
        output,
        score,
        level,
        errors: valid ? [] : judge.errorsOf(draft.domain, output),
      };
      if (!isDeepStrictEqual(judge.repair(draft.domain, output, level), output)) run.unsettled.push(failure);
      if (score.changed.length + score.invented.length > 0) run.wrong.push(failure);
      else if (level === "suggested" && !valid && !score.needsDecision) run.stuck.push(failure);
    }
  }
  return run;
}
