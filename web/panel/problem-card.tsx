/** One problem: a link to its place, what is wrong, and each fix with what it would change. */
import type { ComponentChildren } from "preact";
import type { Fix } from "../../src/core/types.ts";
import { useParts, useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Changes } from "./changes.tsx";

const LEVELS: Record<Fix["applicability"], string> = {
  safe: "Keeps your meaning",
  suggested: "A guess that loses nothing",
  placeholder: "Leaves the content to you",
  removal: "Removes what you wrote",
};

interface ProblemListProps {
  readonly label: string;
  readonly problems: readonly Problem[];
  /** What else can be done about one. */
  readonly more?: (problem: Problem) => ComponentChildren;
}

export function ProblemList({ label, problems, more }: ProblemListProps) {
  const isFirst = ({ id }: Problem, index: number) => problems.findIndex((one) => one.id === id) === index;
  return (
    <ul class="problems" aria-label={label}>
      {problems.map((problem, index) => (
        // Two may be the same; the first keeps its card whatever else is solved.
        <ProblemCard
          key={isFirst(problem, index) ? problem.id : index}
          problem={problem}
          more={more?.(problem)}
        />
      ))}
    </ul>
  );
}

function ProblemCard({ problem, more }: { problem: Problem; more: ComponentChildren }) {
  const session = useSession();
  const { candidate } = useParts("candidate");
  const { severity, label, message, fixes = [], pointer, docs, code, from } = problem;
  // A placeholder is nothing to apply: the person writes the content at the place.
  const applied = fixes.filter(({ applicability }) => applicability !== "placeholder");
  return (
    <li class={`problem is-${severity}`}>
      <Icon name={severity} class="problem-icon" />
      <div class="problem-body">
        <Button class="problem-link" onClick={() => session.goTo(pointer)}>
          <span class="visually-hidden">{severity}: </span>
          {label}
        </Button>
        <p class="problem-message">{message}</p>
        {applied.length > 1 && applied.some(({ decision }) => decision) && (
          <p class="muted">Which is meant?</p>
        )}
        {applied.map((fix) => (
          <div class="fix" key={fix.title}>
            <Button
              kind="small"
              title={fix.decision ? "Only you can decide this" : LEVELS[fix.applicability]}
              onClick={() => session.applyFix(problem, fix)}
            >
              {fix.title}
            </Button>
            <Changes patch={fix.patch} candidate={candidate} />
          </div>
        ))}
        {applied.length === 0 && fixes.length > 0 && (
          <div class="fix">
            <Button kind="small" onClick={() => session.goTo(pointer)}>
              Write it
            </Button>
          </div>
        )}
        {more && <div class="fix">{more}</div>}
        <details class="problem-details">
          <summary>Details{from === "service" && <span class="tag">from the registry</span>}</summary>
          <p class="problem-foot">
            <code>{pointer || "/"}</code>
            <a href={docs} target="_blank" rel="noopener">
              {code}
            </a>
          </p>
        </details>
      </div>
    </li>
  );
}
