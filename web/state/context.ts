import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useMembers, useStore } from "../ui/store.ts";
import type { Session } from "./session.ts";
import type { State } from "./state.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("There is no session.");
  return session;
}

export function useSelect<Selected>(select: (state: State) => Selected): Selected {
  return useStore(useSession().store, select);
}

export function useParts<Name extends keyof State>(...names: Name[]): Pick<State, Name> {
  return useMembers(useSession().store, ...names);
}
