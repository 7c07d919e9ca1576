/** What the rules say: about the package, and about the example that is open. */
import type { VNode } from "preact";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { child } from "../../src/core/json/values.ts";
import { listAt } from "../json/edit.ts";
import { ProblemList } from "../panel/problem-card.tsx";
import { SessionContext, useParts, useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import type { State } from "../state/state.ts";
import { count } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { Said } from "../ui/said.tsx";
import { useMembers, useStore } from "../ui/store.ts";
import { isOf, rulesIn, type Studio } from "./studio.ts";

export function SaysPane({ studio }: { studio: Studio }) {
  const { problems: packageProblems, broken, checkedText } = useParts("problems", "broken", "checkedText");
  const toRule = (problem: Problem) => <ToRule studio={studio} problem={problem} />;
  const errors = packageProblems.filter(({ severity }) => severity === "error");
  return (
    <section class="studio-pane" aria-label="What the rules say">
      <div class="pane-bar">
        <div role="status">
          <h2 class="studio-title">
            {broken !== undefined
              ? "The package is not readable"
              : checkedText === undefined
                ? "Checking…"
                : errors.length > 0
                  ? `The package is refused: ${count(errors.length, "reason")}`
                  : "The package loads"}
          </h2>
        </div>
      </div>
      <div class="studio-scroll">
        {broken !== undefined && (
          <Said>
            Line {broken.line}, column {broken.column}: {broken.message}
          </Said>
        )}
        {packageProblems.length > 0 && (
          <details open={errors.length > 0}>
            <summary>About the package: {count(packageProblems.length, "finding")}</summary>
            <ProblemList label="About the package" problems={packageProblems.slice(0, 40)} more={toRule} />
          </details>
        )}
        <Report studio={studio} />
        <Expectations studio={studio} />
        <SessionContext.Provider value={studio.example}>
          <ExampleVerdict toRule={toRule} />
        </SessionContext.Provider>
      </div>
    </section>
  );
}

/** What the import did with the schema, beside what came of it. */
function Report({ studio }: { studio: Studio }) {
  const { report } = useMembers(studio.store, "report");
  if (report === undefined) return null;
  const kept = Object.entries(report.kept).map(([keyword, times]) => `${keyword} (${times})`);
  const parts = [
    { title: "No longer said", notes: report.leftOut },
    { title: "Said in another way", notes: report.translated },
  ];
  return (
    <details open>
      <summary>What the import did</summary>
      {parts.map(
        ({ title, notes }) =>
          notes.length > 0 && (
            <section key={title}>
              <h3 class="panel-title">{title}</h3>
              <ul class="plain-list">
                {notes.map(({ keyword, message, pointers }) => (
                  <li key={`${keyword} ${message}`}>
                    <strong>{keyword}</strong>: {message}{" "}
                    <span class="muted">
                      {pointers[0] || "the whole"}
                      {pointers.length > 1 && ` and ${count(pointers.length - 1, "more place")}`}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <p class="muted">Kept as it was: {kept.join(", ") || "nothing"}.</p>
    </details>
  );
}

/** An example that should fail says how. Once the rules say what its author meant, they are taken at their word. */
function Expectations({ studio }: { studio: Studio }) {
  const session = useSession();
  const { example: pointer } = useMembers(studio.store, "example");
  const { candidate: document, broken } = useParts("candidate", "broken");
  const { problems } = useMembers(studio.example.store, "problems");
  const isFailing = pointer?.startsWith("/examples/invalid/") === true;
  if (broken !== undefined || !isFailing || problems.length === 0) return null;
  const expected = listAt(document, `${pointer}/expect`);
  const found = problems.map(({ code, pointer: at }) => ({ code, pointer: at }));
  const key = (list: readonly unknown[]) =>
    list
      .map((one) => `${child(one, "code")} ${child(one, "pointer")}`)
      .sort()
      .join("\n");
  if (key(expected) === key(found)) return null;
  return (
    <div class="banner">
      <p>This example should fail in another way, or does not say how yet.</p>
      <Button
        kind="small"
        onClick={() => session.setValue(`${pointer}/expect`, found, "", "What the example expects")}
      >
        Expect what the rules say
      </Button>
    </div>
  );
}

function ExampleVerdict({ toRule }: { toRule(problem: Problem): VNode }) {
  const { problems, checkedText } = useParts("problems", "checkedText");
  if (checkedText === undefined) return null;
  return (
    <section>
      <h3 class="panel-title">
        {problems.length === 0
          ? "The rules have nothing to say about this example"
          : `About this example: ${count(problems.length, "finding")}`}
      </h3>
      <ProblemList label="About this example" problems={problems} more={toRule} />
    </section>
  );
}

/** Leads from a finding to the rule that made it. The schema's own findings have none. */
function ToRule({ studio, problem }: { studio: Studio; problem: Problem }) {
  const candidate = (state: State) => state.candidate as SpecPackageDocument | undefined;
  const rules = rulesIn(useStore(studio.rules.store, (state) => candidate(state)?.rules));
  const named = /^\/rules\/(\d+)/.exec(problem.pointer)?.[1];
  const index =
    named !== undefined ? Number(named) : rules.findIndex((rule) => isOf(problem.code, rule, rules));
  if (index < 0) return null;
  return (
    <Button kind="small" onClick={() => studio.store.set({ tab: "rules", rule: index })}>
      Open the rule
    </Button>
  );
}
