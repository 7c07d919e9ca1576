/** The right side: what is wrong, and what comes next. On a phone it is a sheet with a count. */
import { useState } from "preact/hooks";
import { labelOf } from "../model/places.ts";
import { useParts, useSelect, useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { isOpenTask } from "../state/state.ts";
import { count, type Verdict, verdictOf } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { NextStep } from "./next-step.tsx";
import { ProblemList } from "./problem-card.tsx";

const ICONS: Record<Verdict["kind"], IconName> = {
  working: "todo",
  broken: "error",
  problems: "error",
  todo: "todo",
  local: "check",
  valid: "check",
};

export function Panel() {
  const [isOpen, setOpen] = useState(false);
  const summary = useSelect((state) => JSON.stringify(verdictOf(state)));
  const verdict = JSON.parse(summary) as Verdict;
  const state = useParts("problems", "omitted", "unchecked", "broken", "fresh", "visited");
  const { problems, omitted, unchecked, broken } = state;
  const toFill = problems.filter((problem) => isOpenTask(state, problem));
  const rest = problems.filter((problem) => !toFill.includes(problem));
  const wrong = rest.filter(({ severity }) => severity === "error");
  const warnings = rest.filter(({ severity }) => severity !== "error");
  const isRead = broken === undefined;
  const { rules, candidate } = useSession().store.get();
  const nameOf = (pointer: string) => (rules ? labelOf(rules.model, candidate, pointer) : pointer);
  return (
    <aside class={isOpen ? "panel is-open" : "panel"} aria-label="Problems and next step">
      <header class="panel-head">
        <Button class="sheet-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "down" : "up"} />
          <span class="visually-hidden">{isOpen ? "Hide the problems" : "Show the problems"}</span>
        </Button>
        <div class={`verdict is-${verdict.kind}`} role="status">
          <Icon name={ICONS[verdict.kind]} />
          <h2>{verdict.title}</h2>
        </div>
        {isRead && <FixAll problems={problems} />}
      </header>
      <ScrollRegion class="panel-body" label="Problems">
        {verdict.detail !== undefined && <p class="verdict-detail">{verdict.detail}</p>}
        {isRead && wrong.length > 0 && <ProblemList label="Problems" problems={wrong} />}
        {isRead && toFill.length > 0 && <ToFill problems={toFill} />}
        {isRead && warnings.length > 0 && (
          <section class="warnings">
            <h3 class="panel-title">{count(warnings.length, "warning")}</h3>
            <ProblemList label="Warnings" problems={warnings} />
          </section>
        )}
        {omitted > 0 && (
          <p class="muted">And {omitted.toLocaleString("en")} more. Fix some of these to see them.</p>
        )}
        {isRead && unchecked.length > 0 && (
          <p class="muted">
            Not checked until the rest is right: {unchecked.slice(0, 5).map(nameOf).join(", ")}
            {unchecked.length > 5 && ` and ${unchecked.length - 5} more`}.
          </p>
        )}
        {broken !== undefined && <BrokenHelp />}
      </ScrollRegion>
      <NextStep />
    </aside>
  );
}

function FixAll({ problems }: { problems: readonly Problem[] }) {
  const session = useSession();
  const safe = fixableAt(problems, "safe");
  const suggested = fixableAt(problems, "suggested");
  if (suggested === 0) return null;
  return (
    <Menu
      class="button button-small"
      align="end"
      items={[
        {
          label: "Fix all safe",
          detail:
            safe === 0
              ? "None of the problems has a safe fix"
              : `${count(safe, "problem")}; keeps your meaning`,
          disabled: safe === 0,
          run: () => session.open("repair-safe"),
        },
        {
          label: "Repair",
          detail: `${count(suggested, "problem")}; also guesses that lose nothing`,
          run: () => session.open("repair-suggested"),
        },
      ]}
    >
      <Icon name="sparkle" /> Fix all <Icon name="down" />
    </Menu>
  );
}

/** How many problems a bulk repair would take on. What only the author can decide is never part of one. */
function fixableAt(problems: readonly Problem[], level: "safe" | "suggested"): number {
  return problems.filter(({ fixes }) => {
    const first = fixes?.[0];
    if (first === undefined || first.decision) return false;
    return first.applicability === "safe" || (level === "suggested" && first.applicability === "suggested");
  }).length;
}

function BrokenHelp() {
  const session = useSession();
  const { text } = useParts("text");
  return (
    <div class="broken-help">
      <Button onClick={() => session.show("json")}>Go to the JSON</Button>
      <Button onClick={() => session.open("paste", { text, name: undefined })}>
        Read it as YAML, CSV or JSON5…
      </Button>
    </div>
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
            <Button class="to-fill-link" onClick={() => session.goTo(pointer)}>
              <Icon name="todo" />
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
