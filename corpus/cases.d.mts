export interface Changes {
  remove?: string[];
  rename?: Record<string, string>;
  set?: Record<string, unknown>;
}

export type Offer = "safe" | "suggested" | "choice" | "decision" | "placeholder" | "removal" | "none";

export interface RepairCase extends Changes {
  id: string;
  title: string;
  why?: string;
  domain: string;
  repair: "safe" | "suggested";
  /** The draft: a start with changes, or the whole of it. */
  start?: string;
  draft?: unknown;
  /** Exactly the diagnostics of the draft. */
  find?: { code: string; pointer: string; severity?: "error" | "warning" | "info"; offer?: Offer }[];
  repaired: Changes & {
    valid: boolean;
    /** The repaired candidate: the start or the draft with changes, or the whole of it. */
    from?: "start" | "draft";
    candidate?: unknown;
    /** Exactly the diagnostics that remain. */
    left?: { code: string; pointer: string }[];
  };
}

export interface CorpusRegistry {
  asOf: string;
  generators: { id: string; name: string }[];
  registries?: Record<string, { id: string; name: string }[]>;
}

export interface CorpusDomain {
  package: unknown;
  registry: CorpusRegistry;
  starts: string[];
}

export function readCorpusFile(path: string): unknown;
export function listCases(): RepairCase[];
export function readDomains(): Map<string, CorpusDomain>;
export function draftOf(repairCase: RepairCase): unknown;
export function repairedOf(repairCase: RepairCase): unknown;
export function tokensOf(pointer: string): string[];
