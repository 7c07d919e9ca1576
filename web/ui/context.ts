import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { useStore } from "./store.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("There is no session.");
  return session;
}

export function useSelect<Selected>(select: (state: State) => Selected): Selected {
  return useStore(useSession().store, select);
}
