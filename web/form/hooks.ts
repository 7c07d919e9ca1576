import { useMemo } from "preact/hooks";
import { useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { isShown } from "../state/state.ts";
import { afterPointer } from "../ui/after-pointer.ts";
import { useStore } from "../ui/store.ts";

const NONE: readonly Problem[] = [];

/** The problems that the form shows now at a place, or at several, such as the cells of a row. */
export function useProblems(...places: readonly string[]): readonly Problem[] {
  return useStore(
    useSession().store,
    (state) => {
      const found = places.flatMap((place) => state.byPlace.get(place) ?? NONE);
      return found.length === 0 ? NONE : found.filter((problem) => isShown(state, problem));
    },
    (before, after) =>
      before.length === after.length && before.every((problem, index) => problem === after[index]),
  );
}

/** What every input of a place has. The session is told where somebody writes: nothing is called wrong before they leave. */
export function useInput(place: string) {
  const session = useSession();
  const invalid = useProblems(place).some(({ severity }) => severity === "error");
  const focus = useMemo(
    () => ({
      onFocus: () => afterPointer(() => session.enter(place)),
      onBlur: () => afterPointer(() => session.visit(place)),
    }),
    [session, place],
  );
  return { id: idOf(place), invalid, ...focus };
}

/** The id of the input that shows a place. A name in it may have half of a character. */
export function idOf(place: string, part = "input"): string {
  return `${part}-${encodeURIComponent(place.toWellFormed())}`;
}

/** Says something to those who cannot see what has moved. */
export function announce(text: string): void {
  const region = document.getElementById("live");
  if (region !== null) region.textContent = text;
}
