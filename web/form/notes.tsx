/** What is said below an input: its hint, or what is wrong there and how to fix it, in the room of the hint, so that nothing moves. */
import { useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { idOf, useProblems } from "./hooks.ts";

export function FieldNote({ place, hint }: { place: string; hint?: string | undefined }) {
  const problems = useProblems(place);
  const [first] = problems;
  return (
    <div class="note" id={idOf(place, "note")}>
      {hint && <span class={first === undefined ? "hint" : "hint is-behind"}>{hint}</span>}
      {first !== undefined && <InlineProblem problem={first} more={problems.length - 1} />}
    </div>
  );
}

interface InlineProblemProps {
  readonly problem: Problem;
  readonly label?: string;
  /** How many more there are at the place. */
  readonly more?: number;
}

export function InlineProblem({ problem, label, more = 0 }: InlineProblemProps) {
  const session = useSession();
  const { severity, message, fixes = [] } = problem;
  const fix = fixes.find(
    ({ applicability, decision }) => !decision && (applicability === "safe" || applicability === "suggested"),
  );
  return (
    <p class={`inline-problem is-${severity}`}>
      <Icon name={severity} />
      <span class="inline-message" title={message}>
        <span class="visually-hidden">{severity}: </span>
        {label !== undefined && <strong>{label}: </strong>}
        {message}
        {more > 0 && ` And ${more} more.`}
      </span>
      {fix && (
        <Button class="link-button" onClick={() => session.applyFix(problem, fix)}>
          {fix.title}
        </Button>
      )}
    </p>
  );
}
