/** What the studio and its worker say to each other. */
import type { ImportReport } from "../../src/authoring/importing/translate.ts";
import type { Impact, NamedCandidate, SpecPackageDiff, SpecPackageFinding } from "../../src/core/index.ts";
import type { GroupModel } from "../model/model.ts";
import type { PlaceQuestion } from "../worker/places.ts";

export type StudioQuestion =
  | { kind: "catalogue" }
  | { kind: "load"; text: string }
  /** The form of a part of a package, or of the package itself. */
  | { kind: "form"; title: string; schema: unknown }
  | { kind: "check"; text: string }
  | { kind: "entries"; registry: string | undefined; text: string }
  /** About a place of an example, or of the package. */
  | ({ kind: "places"; of: "example" | "package" } & PlaceQuestion)
  | { kind: "failing"; text: string }
  /** For each of these codes, an example that gets it. */
  | { kind: "failing-for"; codes: readonly string[] }
  | { kind: "evaluate"; source: string; at: readonly string[]; wanted: "bool" | undefined; text: string }
  | { kind: "complete"; before: string; at: string }
  | { kind: "import"; text: string; targetProduct: string; domainId: string }
  | { kind: "compare"; published: unknown; candidates: readonly NamedCandidate[] };

export interface CatalogueEntry {
  readonly name: string;
  readonly summary: string;
  readonly params: Record<string, unknown>;
  readonly needsCondition: boolean;
  readonly needsMessage: boolean;
  /** The parameters that name a place. */
  readonly places: readonly string[];
}

export interface Refusal {
  readonly kind: "valid" | "invalid";
  readonly title: string;
  readonly codes: readonly string[];
}

export interface Judged {
  readonly digest: string;
  /** The places of a candidate, as rules write them. */
  readonly places: readonly string[];
  readonly findings: readonly SpecPackageFinding[];
  /** Whether candidates can be checked by it, even if its examples are wrong. */
  readonly isUsable: boolean;
  /** The form of a candidate. */
  readonly model: GroupModel | undefined;
  readonly refusals: readonly Refusal[];
}

export type Imported =
  | { readonly ok: true; readonly text: string; readonly report: ImportReport }
  | { readonly ok: false; readonly reasons: readonly string[] };

export type Compared =
  | { readonly ok: true; readonly diff: SpecPackageDiff; readonly impact: Impact }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** An example that was made to fail, with what the rules say about it. */
export interface Failing {
  readonly title: string;
  readonly candidate: unknown;
  readonly expect: readonly { readonly code: string; readonly pointer: string }[];
}

export type Evaluated =
  /** With the part of the expression that is at fault. */
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number }
  | {
      readonly ok: true;
      readonly values: readonly { readonly pointer: string; readonly value: string }[];
      /** How many more places there are. */
      readonly more: number;
    };

export interface Suggestion {
  readonly label: string;
  /** What it is, in the words of the editor's icons. */
  readonly kind: string;
  readonly detail: string;
}
