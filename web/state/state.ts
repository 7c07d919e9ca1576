/** Everything that the page shows. */
import type { SpecPackageDocument } from "../../src/core/spec-package/format/document.ts";
import type { MemberDescription } from "../../src/core/spec-package/members.ts";
import type { BuildResult, ValidationResult } from "../../src/core/types.ts";
import type { Broken } from "../json/broken.ts";
import type { GroupModel } from "../model/model.ts";
import type { DomainInfo } from "./boot.ts";
import type { StoredDraft } from "./drafts.ts";
import type { Problem, RemoteFinding } from "./problems.ts";
import type { Budget, Failure } from "./service.ts";
import type { Sent } from "./submission.ts";

export interface Rules {
  readonly document: SpecPackageDocument;
  readonly model: GroupModel;
  readonly version: string;
  readonly digest: string;
  /** What the rules say about each member, for whoever writes JSON. */
  members(): Promise<readonly MemberDescription[]>;
}

export type View = "form" | "json" | "package";

export type Dialog =
  | "key"
  | "paste"
  | "share"
  | "drafts"
  | "proposals"
  | "commands"
  | "repair-safe"
  | "repair-suggested"
  | undefined;

export interface Notice {
  readonly id: number;
  readonly kind: "info" | "error";
  /** It offers to undo a change, so it goes with the next one. */
  readonly undoes?: boolean;
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

/** A place that the person wants to see; `count` makes a second request for the same place another value. */
export interface Jump {
  readonly pointer: string;
  readonly count: number;
}

/** A text from outside, before it becomes a draft. */
export interface Incoming {
  readonly text: string;
  readonly name: string | undefined;
}

export interface State {
  readonly phase: "loading" | "unavailable" | "start" | "work";
  readonly domain: DomainInfo | undefined;
  readonly rules: Rules | undefined;
  /** Why there are no rules. */
  readonly obstacle: string | undefined;
  readonly view: View;

  readonly text: string;
  /** The last value that the text could be read as. */
  readonly candidate: unknown;
  readonly broken: Broken | undefined;
  readonly depth: number;
  readonly saved: "yes" | "soon" | "never";
  /** What undo and redo would take back or bring back; undefined if there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** Another number for each draft, so that nothing of an earlier one stays in an input. */
  readonly draft: number;
  readonly name: string | undefined;
  /** A newer draft of another tab. */
  readonly otherDraft: StoredDraft | undefined;

  /** Whether what is absent was never there, so that it is still to be written and not yet wrong. */
  readonly fresh: boolean;
  readonly visited: ReadonlySet<string>;
  readonly focus: { readonly place: string; readonly hadProblem: boolean } | undefined;

  /** The text that the page's own check has seen last. */
  readonly checkedText: string | undefined;
  readonly checkFailure: string | undefined;
  readonly problems: readonly Problem[];
  readonly byPlace: ReadonlyMap<string, readonly Problem[]>;
  readonly omitted: number;
  /** Places that the check could not read as anything. */
  readonly unchecked: readonly string[];

  readonly key: string;
  readonly budget: Budget | undefined;
  readonly asking: "validate" | "build" | undefined;
  readonly failure: Failure | undefined;
  readonly verdict: { readonly text: string; readonly result: ValidationResult } | undefined;
  readonly remote: readonly RemoteFinding[];
  /** What became of the package that was submitted. */
  readonly sent: Sent | "sending" | undefined;
  readonly built: { readonly text: string; readonly result: BuildResult } | undefined;

  readonly notices: readonly Notice[];
  readonly dialog: Dialog;
  /** What goes on as soon as there is a key. */
  readonly waiting: "validate" | "build" | "submit" | undefined;
  /** What the open dialog is about: a text that was pasted or a file. */
  readonly incoming: Incoming | undefined;
  readonly jump: Jump | undefined;
}

export const INITIAL_STATE: State = {
  phase: "loading",
  domain: undefined,
  rules: undefined,
  obstacle: undefined,
  view: "form",
  text: "",
  candidate: undefined,
  broken: undefined,
  depth: 0,
  saved: "yes",
  undo: undefined,
  redo: undefined,
  draft: 0,
  name: undefined,
  otherDraft: undefined,
  fresh: true,
  visited: new Set(),
  focus: undefined,
  checkedText: undefined,
  checkFailure: undefined,
  problems: [],
  byPlace: new Map(),
  omitted: 0,
  unchecked: [],
  key: "",
  budget: undefined,
  asking: undefined,
  failure: undefined,
  verdict: undefined,
  remote: [],
  sent: undefined,
  built: undefined,
  notices: [],
  dialog: undefined,
  waiting: undefined,
  incoming: undefined,
  jump: undefined,
};

/** What nobody has written yet is no mistake. */
export function isOpenTask({ fresh, visited }: State, { absent, place }: Problem): boolean {
  return fresh && absent && !visited.has(place);
}

/** Whether the form calls the place wrong: not while somebody writes there for the first time. */
export function isShown(state: State, problem: Problem): boolean {
  return state.focus?.place === problem.place ? state.focus.hadProblem : !isOpenTask(state, problem);
}
