/** What a session asks the service: the registry, the package, and after a pause in typing the registry again. */
import { readKnownJson } from "../../src/core/reader/read-json.ts";
import type { BuildResult, ValidationResult } from "../../src/core/types.ts";
import type { Store } from "../ui/store.ts";
import type { Checker } from "../worker/client.ts";
import { fingerprint, identityOf, type Problem } from "./problems.ts";
import { type Answer, envelopeOf, type Service } from "./service.ts";
import type { State } from "./state.ts";

const ASK_AFTER_MS = 1_500;
/** Calls that automatic checks leave for the person. */
const MIN_CALLS_LEFT = 6;

export interface ServiceCallParts {
  readonly store: Store<State>;
  readonly checker: Checker;
  readonly service: Service;
  /** Puts what the service found beside what the page found. */
  withRemote(remote: State["remote"]): Partial<State>;
  refreshRules(): Promise<void>;
}

export function createServiceCalls(parts: ServiceCallParts) {
  const { store, checker, service, withRemote, refreshRules } = parts;
  const { get, set } = store;
  let askTimer: number | undefined;

  /** Asks after a pause, if there is a key and nothing else to do first. */
  function askSoon(): void {
    clearTimeout(askTimer);
    askTimer = window.setTimeout(() => {
      const { key, verdict, text, budget, asking, failure, problems, broken, checkedText } = get();
      const isDone = verdict?.text === text || asking !== undefined || failure !== undefined;
      const hasErrors = broken !== undefined || checkedText !== text || problems.some(isLocalError);
      const isShort = budget && budget.remaining < MIN_CALLS_LEFT && Date.now() < budget.resetsAt;
      if (key === "" || isDone || hasErrors || isShort) return;
      void ask("validate", service.validate, false);
    }, ASK_AFTER_MS);
  }

  /** Undefined if there was no answer; the state says why. */
  async function ask<Result extends ValidationResult>(
    what: "validate" | "build",
    call: (envelope: string, key: string) => Promise<Answer<Result>>,
    isByHand = true,
  ): Promise<{ text: string; result: Result } | undefined> {
    const { domain, text, key, rules, broken } = get();
    if (domain === undefined || rules === undefined || broken !== undefined || get().asking !== undefined)
      return undefined;
    if (key === "") {
      set({ dialog: "key", waiting: what });
      return undefined;
    }
    set({ asking: what, failure: undefined });
    const [answer, seenHere] = await Promise.all([
      call(envelopeOf(domain, text), key),
      checker.check(text).catch(() => ({ diagnostics: [] })),
    ]);
    const budget = answer.budget ?? get().budget;
    // It was asked by other rules than those that are shown by now.
    if (get().rules !== rules) {
      set({ asking: undefined, budget });
      askSoon();
      return undefined;
    }
    if (!answer.ok) {
      const { failure } = answer;
      // Whoever is typing is not interrupted, nor another dialog that may hold what somebody has written by now.
      const isAskedFor = isByHand && failure.kind === "key-refused" && get().dialog === undefined;
      set({ asking: undefined, budget, failure, ...(isAskedFor && { dialog: "key", waiting: what }) });
      return undefined;
    }
    const { result } = answer;
    const known = new Set(seenHere.diagnostics.map(identityOf));
    const candidate = readKnownJson(text);
    const remote = result.diagnostics
      .filter((diagnostic) => !known.has(identityOf(diagnostic)))
      .map((diagnostic) => ({ diagnostic, value: fingerprint(candidate, diagnostic) }));
    set({ asking: undefined, budget, verdict: { text, result }, ...withRemote(remote) });
    if (result.specPackage.digest !== rules.digest) void refreshRules();
    return { text, result };
  }

  async function askService(): Promise<void> {
    await ask("validate", service.validate);
  }

  return { askSoon, askService, build: () => ask<BuildResult>("build", service.build) };
}

export function isLocalError({ severity, from }: Problem): boolean {
  return severity === "error" && from === "page";
}
