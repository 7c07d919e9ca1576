/** A value that components can watch. */
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

export interface Store<State> {
  get(): State;
  set(change: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders again only when what `select` returns is another value. */
export function useStore<State extends object, Selected>(
  store: Store<State>,
  select: (state: State) => Selected,
  isSame: (before: Selected, after: Selected) => boolean = Object.is,
): Selected {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const selected = select(store.get());
  const current = useRef({ select, selected });
  current.current = { select, selected };
  useLayoutEffect(() => {
    const update = (): void => {
      if (!isSame(current.current.selected, current.current.select(store.get()))) render(undefined);
    };
    // The state may have changed between rendering and this effect.
    update();
    return store.subscribe(update);
  }, [store]);
  return selected;
}

/** The members of these names. */
export function useMembers<State extends object, Name extends keyof State>(
  store: Store<State>,
  ...names: Name[]
): Pick<State, Name> {
  return useStore(
    store,
    (state) => state,
    (before, after) => names.every((name) => Object.is(before[name], after[name])),
  );
}
