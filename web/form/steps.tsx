/** The parts of the form as steps, each with how far it is. */

import { type FieldModel, type GroupModel, isContainer } from "../model/model.ts";
import { useParts, useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { isOpenTask } from "../state/state.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

interface Step {
  readonly title: string;
  readonly members: readonly FieldModel[];
}

/** Parts with a title of their own are steps; the single fields between them are one. */
function stepsOf({ members }: GroupModel): readonly Step[] {
  const steps: { title: string; members: FieldModel[]; isOwn: boolean }[] = [];
  for (const member of members) {
    const last = steps.at(-1);
    const isOwn = isContainer(member) || member.kind === "set" || member.kind === "union";
    if (isOwn || last === undefined || last.isOwn)
      steps.push({ title: member.label, members: [member], isOwn });
    else last.members.push(member);
  }
  const mixed = steps.filter((step) => !step.isOwn && step.members.length > 1);
  return steps.map((step) => ({
    ...step,
    title: mixed.includes(step) ? (step === mixed[0] ? "Basics" : `${step.title} and more`) : step.title,
  }));
}

const MIN_STEPS = 3;
const MAX_STEPS = 14;

export function Steps({ model }: { model: GroupModel }) {
  const session = useSession();
  const { problems, checkedText, unchecked, ...state } = useParts(
    ...(["candidate", "problems", "fresh", "visited", "checkedText", "unchecked"] as const),
  );
  const candidate = state.candidate as Record<string, unknown> | null;
  // What is optional and empty is no step yet.
  const steps = stepsOf(model)
    .map((step) => ({
      ...step,
      members: step.members.filter(({ name, required }) => required || candidate?.[name] !== undefined),
    }))
    .filter(({ members }) => members.length > 0);
  if (steps.length < MIN_STEPS || steps.length > MAX_STEPS) return null;
  return (
    <nav class="steps" aria-label="Parts of the form">
      <ol>
        {steps.map(({ title, members }) => {
          const isOwn = (pointer: string) =>
            members.some(({ at }) => pointer === at || pointer.startsWith(`${at}/`));
          const own = problems.filter(
            ({ severity, pointer, place }) => severity === "error" && (isOwn(pointer) || isOwn(place)),
          );
          const isComplete =
            checkedText !== undefined &&
            !unchecked.some(isOwn) &&
            members.every((one) => !one.required || isGiven(candidate?.[one.name]));
          const done = stateOf(own, isComplete, (problem) => isOpenTask(state, problem));
          return (
            <li key={members[0]!.at}>
              <Button
                class={`step is-${done}`}
                onClick={() => session.goTo(own[0]?.pointer ?? members[0]!.at)}
              >
                <Icon name={done === "done" ? "check" : done === "wrong" ? "error" : "todo"} />
                <span>{title}</span>
                <span class="visually-hidden">{WORDS[done]}</span>
              </Button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const isGiven = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : (value ?? "") !== "";

const WORDS = { done: "done", wrong: "has problems", open: "to fill in" };

function stateOf(
  problems: readonly Problem[],
  isComplete: boolean,
  isOpen: (problem: Problem) => boolean,
): keyof typeof WORDS {
  if (problems.length === 0) return isComplete ? "done" : "open";
  return problems.every(isOpen) ? "open" : "wrong";
}
