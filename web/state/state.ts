/** Everything that the page shows. */
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";
import type { BuildResult, ValidationResult } from "../../src/core/types.ts";
import type { Broken } from "../json/broken.ts";
import type { GroupModel } from "../model/model.ts";
import type { AskPlaces } from "../worker/places.ts";
import type { DomainInfo } from "./boot.ts";
import type { StoredDraft } from "./drafts.ts";
import type { Problem, RemoteFinding } from "./problems.ts";
import type { Sent } from "./proposals.ts";
import type { Budget, Failure } from "./service.ts";

export interface Rules {
  readonly document: SpecPackageDocument;
  readonly model: GroupModel;
  readonly version: string;
  readonly digest: string;
  /** For whoever writes JSON: where things are, and what the rules say about them. */
  readonly places: AskPlaces;
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

/** What it is before anything is known. */
export const INITIAL_STATE = {
  phase: "loading" as "loading" | "unavailable" | "start" | "work",
  domain: undefined as DomainInfo | undefined,
  rules: undefined as Rules | undefined,
  /** Why there are no rules. */
  obstacle: undefined as string | undefined,
  view: "form" as View,

  text: "",
  /** The last value that the text could be read as. */
  candidate: undefined as unknown,
  broken: undefined as Broken | undefined,
  depth: 0,
  saved: "yes" as "yes" | "soon" | "never",
  /** What undo and redo would take back or bring back; undefined if there is nothing. */
  undo: undefined as string | undefined,
  redo: undefined as string | undefined,
  /** Another number for each draft, so that nothing of an earlier one stays in an input. */
  draft: 0,
  name: undefined as string | undefined,
  /** A newer draft of another tab. */
  otherDraft: undefined as StoredDraft | undefined,

  /** Whether what is absent was never there, so that it is still to be written and not yet wrong. */
  fresh: true as boolean,
  visited: new Set() as ReadonlySet<string>,
  focus: undefined as { readonly place: string; readonly hadProblem: boolean } | undefined,

  /** The text that the page's own check has seen last. */
  checkedText: undefined as string | undefined,
  checkFailure: undefined as string | undefined,
  problems: [] as readonly Problem[],
  byPlace: new Map() as ReadonlyMap<string, readonly Problem[]>,
  omitted: 0,
  /** Places that the check could not read as anything. */
  unchecked: [] as readonly string[],

  key: "",
  budget: undefined as Budget | undefined,
  asking: undefined as "validate" | "build" | undefined,
  failure: undefined as Failure | undefined,
  verdict: undefined as { readonly text: string; readonly result: ValidationResult } | undefined,
  remote: [] as readonly RemoteFinding[],
  /** What became of the package that was submitted. */
  sent: undefined as Sent | undefined,
  built: undefined as { readonly text: string; readonly result: BuildResult } | undefined,

  notices: [] as readonly Notice[],
  dialog: undefined as Dialog,
  /** What goes on as soon as there is a key. */
  waiting: undefined as "validate" | "build" | "submit" | undefined,
  /** What the open dialog is about: a text that was pasted or a file. */
  incoming: undefined as Incoming | undefined,
  jump: undefined as Jump | undefined,
};

export type State = Readonly<typeof INITIAL_STATE>;

/** What nobody has written yet is no mistake. */
export function isOpenTask(state: Pick<State, "fresh" | "visited">, { absent, place }: Problem): boolean {
  return state.fresh && absent && !state.visited.has(place);
}

/** Whether the form calls the place wrong: not while somebody writes there for the first time. */
export function isShown(state: State, problem: Problem): boolean {
  return state.focus?.place === problem.place ? state.focus.hadProblem : !isOpenTask(state, problem);
}
