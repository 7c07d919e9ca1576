/** What is said below an input: its hint, or what is wrong there and how to fix it. */
import type { Problem } from "../state/problems.ts";
import { useSession } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { idOf, useProblems } from "./hooks.ts";

export function FieldNote({ place, hint }: { place: string; hint?: string | undefined }) {
  const problems = useProblems(place);
  return (
    <div class="note" id={idOf(place, "note")}>
      {problems.length === 0
        ? hint && <span class="hint">{hint}</span>
        : problems.map((problem) => <InlineProblem key={problem.id} problem={problem} />)}
    </div>
  );
}

export function InlineProblem({ problem, label }: { problem: Problem; label?: string }) {
  const session = useSession();
  const { severity, message, fixes = [] } = problem;
  const fix = fixes.find(({ applicability }) => applicability === "safe" || applicability === "suggested");
  return (
    <p class={`inline-problem is-${severity}`}>
      <Icon name={severity} />
      <span>
        <span class="visually-hidden">{severity}: </span>
        {label !== undefined && <strong>{label}: </strong>}
        {message}{" "}
        {fix && (
          <button type="button" class="link-button" onClick={() => session.applyFix(problem, fix)}>
            {fix.title}
          </button>
        )}
      </span>
    </p>
  );
}
