/** The foot of the panel: what the verdict rests on, and the way to a package. */
import { useEffect, useState } from "preact/hooks";
import { useParts, useSelect, useSession } from "../state/context.ts";
import { isLocalError } from "../state/service-calls.ts";
import { askLabel, count, hasRegistry, isCurrent, verdictOf } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Said } from "../ui/said.tsx";

export function NextStep() {
  const session = useSession();
  const { rules, verdict, text, built, asking, failure, key, view, sent } = useParts(
    ...(["rules", "verdict", "text", "built", "asking", "failure", "key", "view", "sent"] as const),
  );
  const kind = useSelect((state) => verdictOf(state).kind);
  const isBuilt = isCurrent({ built, text, rules });
  const errors = useSelect((state) => state.problems.filter(isLocalError).length);
  const wait = useCountdown(failure?.retryAt);
  const isAsked = verdict?.text === text;
  const asOf = isAsked ? verdict.result.registry?.asOf : undefined;
  const isBusy = asking !== undefined || sent?.kind === "sending";
  const isBlocked = kind === "broken" || kind === "working";
  const hint =
    key === ""
      ? "Building needs a key"
      : errors > 0
        ? `${count(errors, "problem")} to solve first`
        : undefined;
  const isDone = sent?.kind === "recorded";
  return (
    <footer class="panel-foot">
      {failure !== undefined && (
        <Said role="alert">
          {failure.detail}
          {wait > 0 && <strong class="countdown"> Try again in {wait} s.</strong>}
        </Said>
      )}
      <p class="rests-on">
        Rules {rules?.version}
        {asOf !== undefined && <> · registry as of {formatDay(asOf)}</>}
        {!isAsked && ` · ${hasRegistry({ rules }) ? "registry" : "service"} not asked`}
      </p>
      <div class="panel-actions">
        <Button {...offered(!(isBlocked || isBusy || wait > 0), session.askService)}>
          {asking === "validate" ? "Asking…" : askLabel({ rules })}
        </Button>
        {isBuilt && !isDone ? (
          <Button
            kind="primary"
            {...offered(!isBusy, () => (view === "package" ? session.submit() : session.show("package")))}
          >
            <Icon name="send" />
            {sent?.kind === "sending" ? "Sending…" : view === "package" ? "Submit" : "Review and submit"}
          </Button>
        ) : (
          <Button
            kind="primary"
            title={hint}
            {...offered(!(isBlocked || isBusy || wait > 0 || isBuilt), session.build)}
          >
            <Icon name={isBuilt ? "check" : "box"} />
            {isBuilt ? "Submitted" : asking === "build" ? "Building…" : "Build package"}
          </Button>
        )}
      </div>
    </footer>
  );
}

/** A button that is busy keeps the focus, which a disabled one would lose. */
export function offered(isOffered: boolean, run: () => unknown) {
  return { "aria-disabled": !isOffered || undefined, onClick: () => void (isOffered && run()) };
}

export function useCountdown(until: number | undefined): number {
  const [, tick] = useState(0);
  const seconds = until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => tick((value) => value + 1), 250);
    return () => clearTimeout(timer);
  });
  return seconds;
}

export function formatDay(moment: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}
