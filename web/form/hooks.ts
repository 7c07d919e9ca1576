import { useMemo } from "preact/hooks";
import { useSelect, useSession } from "../state/context.ts";
import type { Problem } from "../state/problems.ts";
import { isShown } from "../state/state.ts";
import { afterPointer } from "../ui/after-pointer.ts";

const NONE: readonly Problem[] = [];

/** The problems of a place that the form shows now. */
export function useProblems(place: string): readonly Problem[] {
  const problems = useSelect((state) => state.byPlace.get(place) ?? NONE);
  const mask = useSelect((state) =>
    problems.map((problem) => (isShown(state, problem) ? "1" : "0")).join(""),
  );
  return useMemo(() => problems.filter((_, index) => mask[index] === "1"), [problems, mask]);
}

/** The same for several places at once, such as the cells of a row. */
export function useProblemsOf(places: readonly string[]): readonly Problem[] {
  const { store } = useSession();
  const collect = () => {
    const state = store.get();
    return places
      .flatMap((place) => state.byPlace.get(place) ?? NONE)
      .filter((problem) => isShown(state, problem));
  };
  const key = useSelect(() =>
    collect()
      .map(({ id, message }) => `${id} ${message}`)
      .join("\n"),
  );
  return useMemo(collect, [key]);
}

/** Tells the session where somebody writes, so that nothing is called wrong before they leave. */
export function useFocus(place: string) {
  const session = useSession();
  return useMemo(
    () => ({
      onFocus: () => afterPointer(() => session.enter(place)),
      onBlur: () => afterPointer(() => session.visit(place)),
    }),
    [session, place],
  );
}

/** The id of the input that shows a place. */
export function idOf(place: string, part = "input"): string {
  return `${part}-${encodeURIComponent(place)}`;
}

/** Says something to those who cannot see what has moved. */
export function announce(text: string): void {
  const region = document.getElementById("live");
  if (region !== null) region.textContent = text;
}
