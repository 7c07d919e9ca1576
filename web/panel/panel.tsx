/** The right side: what is wrong, and what comes next. On a phone it is a sheet with a count. */
import { useState } from "preact/hooks";
import type { Problem } from "../state/problems.ts";
import type { State } from "../state/state.ts";
import { useSelect, useSession } from "../ui/context.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { NextStep } from "./next-step.tsx";
import { ProblemCard } from "./problem-card.tsx";
import { type Verdict, verdictOf } from "./verdict.ts";

const ICONS: Record<Verdict["kind"], IconName> = {
  working: "todo",
  broken: "error",
  problems: "error",
  todo: "todo",
  local: "check",
  valid: "check",
};

export function Panel() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const summary = useSelect((state) => JSON.stringify(verdictOf(state)));
  const verdict = JSON.parse(summary) as Verdict;
  const problems = useSelect((state) => state.problems);
  const omitted = useSelect((state) => state.omitted);
  const broken = useSelect((state) => state.broken);
  const openIds = useSelect((state) =>
    state.problems
      .filter((problem) => isOpenTask(state, problem))
      .map(({ id }) => id)
      .join("\n"),
  );
  const tasks = new Set(openIds.split("\n"));
  const wrong = problems.filter(({ id }) => !tasks.has(id));
  const toFill = problems.filter(({ id }) => tasks.has(id));
  const fixable = problems.some(({ fixes }) =>
    fixes?.some(({ applicability }) => applicability === "safe" || applicability === "suggested"),
  );
  return (
    <aside class={isOpen ? "panel is-open" : "panel"} aria-label="Problems and next step">
      <header class="panel-head">
        <button type="button" class="sheet-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "down" : "up"} />
          <span class="visually-hidden">{isOpen ? "Hide the problems" : "Show the problems"}</span>
        </button>
        <div class={`verdict is-${verdict.kind}`} role="status">
          <Icon name={ICONS[verdict.kind]} />
          <h2>{verdict.title}</h2>
        </div>
        <Menu
          class="button button-small"
          align="end"
          items={[
            {
              label: "Fix all safe",
              detail: "Only what keeps your meaning",
              disabled: broken !== undefined,
              run: () => session.open("repair-safe"),
            },
            {
              label: "Repair",
              detail: "Also guesses that lose nothing",
              disabled: broken !== undefined,
              run: () => session.open("repair-suggested"),
            },
          ]}
        >
          {fixable && <Icon name="sparkle" />} Fix all <Icon name="down" />
        </Menu>
      </header>
      <div class="panel-body">
        {verdict.detail !== undefined && <p class="verdict-detail">{verdict.detail}</p>}
        {broken === undefined && wrong.length > 0 && (
          <ul class="problems" aria-label="Problems">
            {wrong.map((problem) => (
              <ProblemCard key={problem.id} problem={problem} />
            ))}
          </ul>
        )}
        {broken === undefined && toFill.length > 0 && <ToFill problems={toFill} />}
        {omitted > 0 && (
          <p class="muted">And {omitted.toLocaleString("en")} more. Fix some of these to see them.</p>
        )}
        {broken !== undefined && (
          <button type="button" class="button" onClick={() => session.show("json")}>
            Go to the JSON
          </button>
        )}
      </div>
      <NextStep />
    </aside>
  );
}

function ToFill({ problems }: { problems: readonly Problem[] }) {
  const session = useSession();
  return (
    <section class="to-fill">
      <h3 class="panel-title">Still to fill in</h3>
      <ul class="to-fill-list">
        {problems.map(({ id, label, pointer }) => (
          <li key={id}>
            <button type="button" class="to-fill-link" onClick={() => session.goTo(pointer)}>
              <Icon name="todo" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What nobody has written yet is no mistake. */
function isOpenTask({ fresh, visited }: State, { absent, place }: Problem): boolean {
  return fresh && absent && !visited.has(place);
}
