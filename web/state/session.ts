/** The one place where the draft changes: edits, checks, fixes, service, storage. */

import { createPatcher } from "../../src/core/json/patch.ts";
import { readJson } from "../../src/core/reader/read-json.ts";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import type { Fix, RegistryEntry, ValidationResult } from "../../src/core/types.ts";
import { findBroken } from "../json/broken.ts";
import { setAt, valueAt } from "../json/edit.ts";
import { nestingOf, writeJson } from "../json/nesting.ts";
import { loadReader, readJsonLater, readText } from "../json/reader.ts";
import type { GroupModel } from "../model/model.ts";
import { labelOf } from "../model/places.ts";
import { blankText } from "../model/values.ts";
import { createStore } from "../ui/store.ts";
import type { Checker, RulesChecker } from "../worker/client.ts";
import type { Repaired } from "../worker/messages.ts";
import type { Boot, DomainInfo } from "./boot.ts";
import type { Drafts } from "./drafts.ts";
import { createHistory } from "./history.ts";
import { groupByPlace, type Problem, problemsOf } from "./problems.ts";
import type { FetchRules, FindEntries } from "./rules.ts";
import type { Service } from "./service.ts";
import { createServiceCalls, isLocalError } from "./service-calls.ts";
import {
  type Dialog,
  INITIAL_STATE,
  type Incoming,
  isOpenTask,
  type Notice,
  type State,
  type View,
} from "./state.ts";
import { count } from "./verdict.ts";

export type Session = ReturnType<typeof createSession>;

export interface StartOptions {
  readonly fresh?: boolean;
  readonly view?: View;
  readonly notice?: string;
  readonly name?: string | undefined;
}

const NOT_JSON = { message: "This is not JSON.", offset: 0, line: 1, column: 1 };
const SAVE_AFTER_MS = 250;
const MAX_STEPS_LENGTH = 1_000_000;

export interface SessionParts {
  readonly boot: Boot;
  readonly checker: Checker;
  readonly service: Service;
  readonly drafts: Drafts;
  readonly fetchRules: FetchRules;
  /** The key of this tab's session. */
  readonly keys: { read(): string; write(key: string): void };
  readonly now: () => number;
  /** What can be chosen from a registry. */
  readonly findEntries: FindEntries;
  /** The form of another domain. */
  readonly formOf: RulesChecker["formOf"];
}

function firstInput({ members, at }: GroupModel): string {
  const first = members.find(({ kind }) => kind !== "constant");
  return first?.kind === "group" ? firstInput(first) : (first?.at ?? at);
}

export function createSession(parts: SessionParts) {
  const { boot, checker, service, drafts, fetchRules, keys, now } = parts;
  const store = createStore<State>({ ...INITIAL_STATE, key: keys.read() });
  const history = createHistory();
  const { get, set } = store;
  let isChecking = false;
  let saveTimer: number | undefined;
  let lastNotice = 0;
  let jumps = 0;
  let draftsOpened = 0;

  function put(text: string, candidate: unknown, change: Partial<State> = {}): void {
    set({
      text,
      candidate,
      saved: "soon",
      ...history.next(),
      // An older offer to undo would take back this change instead of its own.
      ...(get().notices.some(({ undoes }) => undoes) && {
        notices: get().notices.filter(({ undoes }) => !undoes),
      }),
      ...change,
    });
    clearTimeout(saveTimer);
    saveTimer = window.setTimeout(save, SAVE_AFTER_MS);
    void check();
    askSoon();
  }

  /** Reads a text as the draft. If it is no JSON, the last candidate of the same draft stays, and both views say so. */
  function read(text: string, change: Partial<State> = {}): void {
    try {
      readNow(text, change);
    } catch (error) {
      if (readText !== undefined) throw error;
      // Kept at once, and read when the reader is there, unless something else has been written by then.
      putBroken(text, change);
      loadReader().then(
        () => get().text === text && readNow(text, change),
        () =>
          fail(
            "A part of this page could not be fetched, so the text is not read yet. Change it to try again.",
          ),
      );
    }
  }

  function putBroken(text: string, change: Partial<State>): void {
    const candidate = change.draft === undefined ? get().candidate : undefined;
    put(text, candidate, { broken: get().broken ?? NOT_JSON, ...change });
  }

  function readNow(text: string, change: Partial<State>): void {
    const read = readJson(text);
    if (read.ok) {
      put(text, read.value, { broken: undefined, depth: nestingOf(text), ...change });
      return;
    }
    putBroken(text, change);
    // Where it breaks is found by a parser that most drafts never need.
    void findBroken(text).then((broken) => {
      if (get().text === text) set({ broken });
    });
  }

  function save(): void {
    const { domain, text, phase, broken, candidate, depth, name, fresh, visited } = get();
    clearTimeout(saveTimer);
    if (domain === undefined || phase !== "work") return;
    const readable = broken === undefined ? undefined : writeJson(candidate, depth);
    const stored = drafts.save(nameOf(domain), { text, readable, name, fresh, visited: [...visited] });
    set({ saved: stored ? "yes" : "never" });
  }

  /** Before something replaces the draft as a whole. */
  function keepVersion(about: string, text = get().text): void {
    const { domain, phase } = get();
    if (domain !== undefined && phase === "work" && text !== "")
      drafts.keepVersion(nameOf(domain), text, about);
  }

  /** One check at a time; if the text has changed meanwhile, once more. */
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      for (;;) {
        const { text, rules, broken, checkedText } = get();
        if (rules === undefined || broken !== undefined || checkedText === text) break;
        const { diagnostics, omitted, unchecked = [] } = await checker.check(text);
        if (get().rules !== rules) continue;
        const problems = merged(diagnostics, get().remote);
        set({ checkedText: text, checkFailure: undefined, omitted, unchecked, ...problems });
      }
    } catch (error) {
      set({ checkFailure: error instanceof Error ? error.message : "The check failed." });
    } finally {
      isChecking = false;
    }
  }

  let local: ValidationResult["diagnostics"] = [];
  function merged(diagnostics: typeof local, remote: State["remote"]): Pick<State, "problems" | "byPlace"> {
    local = diagnostics;
    const { rules, candidate, byPlace } = get();
    const problems = rules === undefined ? [] : problemsOf(rules.model, candidate, local, remote);
    return { problems, byPlace: groupByPlace(problems, byPlace) };
  }

  function replaceAll(text: string, about: string, change: Partial<State> = {}): void {
    keepVersion(`Before: ${about}`);
    history.record(get().text, "", about, now());
    read(text, { draft: ++draftsOpened, ...change });
  }

  const { askSoon, askService, build } = createServiceCalls({
    store,
    checker,
    service,
    refreshRules,
    withRemote: (remote) => ({ remote, ...merged(local, remote) }),
  });

  function notify(notice: Omit<Notice, "id">): void {
    const id = ++lastNotice;
    // One message at a time, and the newest error beside it.
    const others = get().notices.filter(({ kind }) => kind === "error" && notice.kind !== "error");
    set({ notices: [...others, { ...notice, id }] });
  }

  const fail = (text: string) => notify({ kind: "error", text });

  async function refreshRules(): Promise<void> {
    const { domain, rules } = get();
    if (domain === undefined || rules === undefined) return;
    const fetched = await fetchRules(domain, rules.digest, () => get().rules === rules);
    if (fetched.kind !== "new" || get().rules !== rules) return;
    set({ rules: fetched.rules, checkedText: undefined, verdict: undefined, remote: [] });
    notify({
      kind: "info",
      text: `The rules changed from ${rules.version} to ${fetched.rules.version} while this page was open. Your draft was checked again.`,
    });
    await check();
  }

  async function openDomain(domain: DomainInfo, draft?: string): Promise<void> {
    saveAll();
    history.restore();
    const { key, budget, notices, phase, obstacle } = get();
    // A second attempt says what is wrong until it knows better.
    const isAgain = phase === "unavailable" && get().domain === domain;
    set({
      ...INITIAL_STATE,
      ...(isAgain && { phase, obstacle }),
      domain,
      key,
      budget,
      notices,
      draft: ++draftsOpened,
    });
    const fetched = await fetchRules(domain, undefined, () => get().domain === domain);
    if (get().domain !== domain) return;
    if (fetched.kind !== "new")
      return set({ phase: "unavailable", obstacle: fetched.kind === "failed" ? fetched.reason : "" });
    set({ rules: fetched.rules });
    const domainKey = nameOf(domain);
    const own = drafts.own(domainKey);
    if (draft !== undefined) {
      if (own !== undefined && own.text !== draft) drafts.setAside(domainKey);
      set({ phase: "work" });
      read(draft, { fresh: false });
      return;
    }
    if (own !== undefined) history.restore(drafts.readSteps(domainKey));
    const earlier = own ?? drafts.others(domainKey)[0];
    if (earlier === undefined) return set({ phase: "start" });
    const { text, readable = text, name, fresh = false, visited = [] } = earlier;
    const known = await readJsonLater(readable).catch(() => undefined);
    if (get().domain !== domain) return;
    if (known === undefined)
      return set({ phase: "unavailable", obstacle: "A part of this page could not be fetched." });
    set({ phase: "work", candidate: known.ok ? known.value : undefined, depth: nestingOf(readable) });
    read(text, { fresh, visited: new Set(visited), name });
  }

  function goBack(way: "undo" | "redo", done: string): void {
    const step = history[way](get().text);
    if (step === undefined) return;
    read(step.text);
    notify({ kind: "info", text: `${done}: ${step.about}.` });
  }

  function saveAll(): void {
    save();
    const { domain, phase } = get();
    if (domain !== undefined && phase === "work")
      drafts.saveSteps(nameOf(domain), history.save(MAX_STEPS_LENGTH));
  }

  drafts.watch((domainKey, draft) => {
    const { domain, text, phase } = get();
    if (domain === undefined || nameOf(domain) !== domainKey || phase !== "work") return;
    set({ otherDraft: draft.text === text ? undefined : draft });
  });

  const session = {
    store,
    boot,
    formOf: parts.formOf,
    drafts,
    openDomain,
    /** Starts with a draft. What was there is kept aside. */
    start(text: string, { fresh = false, view = "form", notice, name }: StartOptions = {}): void {
      const { phase, domain } = get();
      if (phase === "work" && domain !== undefined) {
        save();
        drafts.setAside(nameOf(domain));
      }
      const isFirst = phase !== "work";
      set({
        phase: "work",
        view,
        visited: new Set(),
        focus: undefined,
        built: undefined,
        verdict: undefined,
        remote: [],
        jump: undefined,
      });
      if (isFirst) {
        history.restore();
        read(text, { fresh, name, draft: ++draftsOpened });
      } else replaceAll(text, "the draft that was opened", { fresh, name });
      if (notice !== undefined) notify({ kind: "info", text: notice, ...(!isFirst && undoable) });
    },
    startBlank(): void {
      const { rules } = get();
      if (rules === undefined) return;
      session.start(blankText(rules.model), { fresh: true });
      session.goTo(firstInput(rules.model));
    },
    leave(): void {
      const { domain } = get();
      save();
      if (domain !== undefined) drafts.setAside(nameOf(domain));
      set({ phase: "start", jump: undefined });
    },
    /** Goes on with the draft of this tab. */
    resume(): void {
      const { domain, text, rules } = get();
      if (domain !== undefined && rules !== undefined && text !== "") set({ phase: "work" });
    },
    /** The form sets one value. Undefined, which is none, leaves an item of a list where it is, to be written. */
    setValue(pointer: string, value: unknown, step = pointer, about?: string): void {
      const { candidate } = get();
      const isItem = Array.isArray(valueAt(candidate, pointer.slice(0, pointer.lastIndexOf("/"))));
      const next = setAt(candidate, pointer, value === undefined && isItem ? "" : value);
      session.setCandidate(next, step, about ?? nameAt(pointer));
    },
    removeValue: (pointer: string, about: string) =>
      session.setCandidate(setAt(get().candidate, pointer, undefined), "", about),
    setCandidate(candidate: unknown, step = "", about = nameAt(step)): void {
      const { broken, depth } = get();
      const text = broken === undefined ? writeJson(candidate, depth) : undefined;
      if (text === undefined) {
        fail(
          broken === undefined
            ? "The draft is nested too deeply to be changed here. Edit it as JSON."
            : "The JSON cannot be read, so nothing else can be changed. Correct the text first.",
        );
        return;
      }
      history.record(get().text, step, about, now());
      put(text, candidate, { depth: nestingOf(text) });
    },
    /** The editor sets the whole text. */
    setText(text: string, step = ""): void {
      if (text === get().text) return;
      history.record(get().text, step, "the text", now());
      read(text);
    },
    undo: () => goBack("undo", "Undone"),
    redo: () => goBack("redo", "Done again"),
    applyFix(problem: Problem, fix: Fix): void {
      const patcher = createPatcher(get().candidate);
      if (!patcher.apply(fix.patch)) {
        fail("The draft has changed since this fix was made. The list will be up to date in a moment.");
        return;
      }
      const about = `${problem.label}: ${fix.title}`;
      session.setCandidate(patcher.document(), "", about);
      session.visit(problem.place);
      session.done(`${about}.`);
      // The button is gone with the problem; the focus goes to what was fixed.
      session.goTo(problem.place);
    },
    previewRepair: (level: "safe" | "suggested") => checker.repair(get().text, level),
    applyRepair(repaired: Repaired): void {
      const changes = repaired.patch.filter(({ op }) => op !== "test").length;
      replaceAll(repaired.text, `the repair of ${count(changes, "place")}`);
      session.done(`Repaired with ${count(changes, "change")}.`);
    },
    enter(place: string): void {
      const { byPlace, focus } = get();
      if (focus?.place === place) return;
      const problems = byPlace.get(place) ?? [];
      const isOld = ({ absent }: Problem) => !absent || !get().fresh || get().visited.has(place);
      set({ focus: { place, hadProblem: problems.some(isOld) } });
    },
    visit(place: string): void {
      const { visited, focus } = get();
      set({
        visited: visited.has(place) ? visited : new Set([...visited, place]),
        ...(focus?.place === place && { focus: undefined }),
      });
    },
    show: (view: View) => set({ view }),
    goTo(pointer: string): void {
      const { view } = get();
      set({ view: view === "package" ? "form" : view, jump: { pointer, count: ++jumps } });
    },
    setKey(key: string): void {
      const { waiting } = get();
      keys.write(key);
      set({ key, failure: undefined, dialog: undefined, waiting: undefined });
      if (key === "" || waiting === undefined) askSoon();
      else if (waiting === "validate") void askService();
      else if (waiting === "build") void session.build();
      else void session.submit();
    },
    /** Entries of a registry that a text may stand for; none if nobody can tell at the moment. */
    async findEntries(registry: string | undefined, text: string): Promise<readonly RegistryEntry[]> {
      const { domain } = get();
      return domain === undefined ? [] : parts.findEntries(domain, registry, text).catch(() => []);
    },
    /** What needs a key waits for it. */
    needKey: (what: NonNullable<State["waiting"]>) => set({ dialog: "key", waiting: what }),
    askService,
    async build(): Promise<void> {
      const { problems, draft } = get();
      set({ fresh: false });
      const firstError = problems.find(isLocalError);
      if (firstError !== undefined) return session.goTo(firstError.pointer);
      const answered = await build();
      if (answered?.result.proposalPackage === undefined) return;
      keepVersion("The version that was built", answered.text);
      // Another draft may have been opened meanwhile.
      if (get().draft === draft) set({ built: answered, view: "package", sent: undefined });
    },
    /** Sends the package from this browser to the product. */
    async submit(): Promise<void> {
      const { submit } = await import("./submission.ts");
      await submit(store, () => session.needKey("submit"));
    },
    useOtherDraft(): void {
      const { otherDraft, domain } = get();
      if (otherDraft === undefined || domain === undefined) return;
      save();
      drafts.setAside(nameOf(domain));
      replaceAll(otherDraft.text, "the version of the other tab", { otherDraft: undefined });
    },
    refreshRules,
    save: saveAll,
    notify,
    fail,
    /** Says what was done, and offers to undo it. */
    done: (text: string) => notify({ kind: "info", text, ...undoable }),
    dismiss: (id: number) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
    open: (dialog: Dialog, incoming?: Incoming) =>
      set({ dialog, incoming, ...(dialog === undefined && { waiting: undefined }) }),
    /** Goes to the next place with a problem, or to the one before. */
    nextProblem(step: 1 | -1): void {
      const problems = get().problems.filter((problem) => !isOpenTask(get(), problem));
      const list = problems.length > 0 ? problems : get().problems;
      if (list.length === 0) return;
      const current = get().focus?.place ?? get().jump?.pointer;
      const at = list.findIndex(({ place, pointer }) => place === current || pointer === current);
      const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
      session.goTo(list[next]!.pointer);
    },
    rename(name: string): void {
      set({ name: name.trim() === "" ? undefined : name.trim() });
      save();
    },
    /** Brings an earlier version of the draft back. */
    useVersion(text: string): void {
      replaceAll(text, "the earlier version");
      session.done("The earlier version is back.");
    },
  };
  const undoable = { undoes: true, action: { label: "Undo", run: () => session.undo() } } as const;
  function nameAt(pointer: string): string {
    const { rules, candidate } = get();
    return rules === undefined ? "the draft" : labelOf(rules.model, candidate, pointer);
  }
  return session;
}
