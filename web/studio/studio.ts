/**
 * The studio's state: two sessions of the workbench, one whose draft is the spec package and one whose draft is an
 * example that is checked by it.
 */

import type { ImportReport } from "../../src/authoring/importing/translate.ts";
import type { RegistryEntry, RuleDocument, SpecPackageDocument } from "../../src/core/index.ts";
import { equalJson } from "../../src/core/json/values.ts";
import { SPEC_PACKAGE_SCHEMA } from "../../src/core/spec-package/format.ts";
import { listAt, setAt, valueAt } from "../json/edit.ts";
import { writeJson } from "../json/nesting.ts";
import type { GroupModel } from "../model/model.ts";
import type { DomainInfo } from "../state/boot.ts";
import { createDrafts } from "../state/drafts.ts";
import type { FetchedRules } from "../state/rules.ts";
import { createSession, type Session } from "../state/session.ts";
import type { Rules } from "../state/state.ts";
import { createStore } from "../ui/store.ts";
import { createAsk } from "../worker/ask.ts";
import type { Checked } from "../worker/messages.ts";
import type { AskPlaces } from "../worker/places.ts";
import type { CatalogueEntry, Judged, StudioQuestion } from "./messages.ts";

const INITIAL_STATE = {
  judged: undefined as Judged | undefined,
  /** The pointer of the example that is open. */
  example: undefined as string | undefined,
  catalogue: [] as readonly CatalogueEntry[],
  /** The rule that is open, the check of one that is being written, and how the package is shown. */
  rule: undefined as number | undefined,
  adding: undefined as CatalogueEntry | undefined,
  /** What the import of the package did. */
  report: undefined as ImportReport | undefined,
  tab: "rules" as "rules" | "json",
};

/** In a package that is being written, anything may stand in the place of a rule. */
export function rulesIn(rules: unknown): readonly RuleDocument[] {
  return Array.isArray(rules) ? rules.map((rule) => rule ?? {}) : [];
}

/** Codes of a check with several kinds of finding begin with the code of the rule. */
export function isOf(code: string, rule: RuleDocument, rules: readonly RuleDocument[]): boolean {
  if (code === rule.code) return true;
  return code.startsWith(`${rule.code}-`) && !rules.some((other) => other.code === code);
}

export type Studio = ReturnType<typeof createStudio>;

const PACKAGE: DomainInfo = domain("package", "Spec package");
const EXAMPLE: DomainInfo = domain("example", "Example");
const never = () => Promise.reject(new Error("The studio asks no service."));
/** What every session of the studio has: no service, no key, and nothing that it fetches. */
const OFFLINE = {
  boot: { domains: [], callsPerMinute: 0 },
  service: { validate: never, build: never },
  keys: { read: () => "", write: () => undefined },
  now: () => Date.now(),
  findEntries: async () => [],
  formOf: never,
};

export function createStudio(storage: Storage | undefined, session: Storage | undefined) {
  const store = createStore(INITIAL_STATE);
  const drafts = createDrafts(storage, session, OFFLINE.now);
  const ask = createAsk<StudioQuestion>(
    new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );

  const placesOf =
    (of: "example" | "package"): AskPlaces =>
    (name, ...about) =>
      ask({ kind: "places", of, name, about });

  async function judge(text: string): Promise<Checked> {
    const judged = await ask<Judged>({ kind: "load", text });
    store.set({ judged });
    if (judged.isUsable) void example.refreshRules();
    const diagnostics = judged.findings.map(({ level, code, pointer, message }) => ({
      code,
      pointer,
      message,
      severity: level === "error" ? ("error" as const) : ("warning" as const),
      docs: "docs",
    }));
    return { valid: judged.findings.every(({ level }) => level !== "error"), diagnostics, omitted: 0 };
  }
  const formOf: FormOf = (title, schema) => ask<GroupModel>({ kind: "form", title, schema });
  const packageRules = rulesOf("Spec package", SPEC_PACKAGE_SCHEMA, placesOf("package"), formOf);
  const rules = createSession({
    ...OFFLINE,
    checker: { check: judge, repair: never },
    drafts,
    fetchRules: async (_domain, known): Promise<FetchedRules> =>
      known === undefined ? { kind: "new", rules: await packageRules } : { kind: "same" },
  });

  let current: Rules | undefined;
  const example = createSession({
    ...OFFLINE,
    checker: { check: (text) => ask<Checked>({ kind: "check", text }), repair: never },
    drafts: createDrafts(undefined, undefined, OFFLINE.now),
    async fetchRules(_domain, known): Promise<FetchedRules> {
      const { judged } = store.get();
      const { candidate } = rules.store.get();
      if (judged?.model !== undefined && judged.digest !== current?.digest) {
        const document = candidate as SpecPackageDocument;
        const { digest, model } = judged;
        current = { document, model, version: document.version, digest, places: placesOf("example") };
      }
      if (current === undefined) return { kind: "failed", reason: "The rules cannot be used yet." };
      return current.digest === known ? { kind: "same" } : { kind: "new", rules: current };
    },
    findEntries: (_domain, registry, text) => ask<RegistryEntry[]>({ kind: "entries", registry, text }),
  });

  // What is written in the example belongs to the package.
  let written: unknown;
  const writeExample = (): void => {
    const { candidate, broken, phase } = example.store.get();
    const { example: at } = store.get();
    if (at === undefined || broken !== undefined || phase !== "work" || candidate === written) return;
    const { candidate: document, broken: unreadable } = rules.store.get();
    // It waits until the package can be read again.
    if (unreadable !== undefined) return;
    written = candidate;
    if (valueAt(document, at) !== undefined && valueAt(document, `${at}/candidate`) !== candidate)
      rules.setCandidate(setAt(document, `${at}/candidate`, candidate), `${at}/candidate`, "the example");
  };
  example.store.subscribe(writeExample);
  /** What stood in examples that could not be read when another one was opened, and what they held before. */
  const unread = new Map<string, { readonly of: unknown; readonly text: string }>();

  // Another package has other examples, and undo in the package can change the one that is open.
  let draft = rules.store.get().draft;
  rules.store.subscribe(() => {
    const state = rules.store.get();
    const { example: at } = store.get();
    if (state.draft !== draft) {
      draft = state.draft;
      store.set({ example: undefined, rule: undefined, adding: undefined, report: undefined });
    } else if (at !== undefined && example.store.get().broken === undefined) {
      const now = valueAt(state.candidate, `${at}/candidate`);
      if (now === undefined) store.set({ example: undefined });
      else if (now !== written && !equalJson(now, written)) void openExample(at);
      else writeExample();
    }
  });

  async function openExample(pointer: string): Promise<void> {
    const candidate = valueAt(rules.store.get().candidate, `${pointer}/candidate`) ?? {};
    const { example: before } = store.get();
    const { broken, text } = example.store.get();
    if (before !== undefined && broken !== undefined) unread.set(before, { of: written, text });
    store.set({ example: undefined });
    if (example.store.get().rules === undefined) await example.openDomain(EXAMPLE);
    const { view } = example.store.get();
    const left = unread.get(pointer);
    unread.delete(pointer);
    // What undo takes back is never that of another example.
    example.leave();
    const isLeft = left !== undefined && equalJson(left.of, candidate);
    example.start(isLeft ? left.text : (writeJson(candidate, 0) ?? "{}"), {
      view: view === "package" ? "json" : view,
    });
    written = isLeft ? left.of : example.store.get().candidate;
    store.set({ example: pointer });
  }

  void ask<CatalogueEntry[]>({ kind: "catalogue" }).then((catalogue) => store.set({ catalogue }));
  return {
    store,
    rules,
    example,
    drafts,
    ask,
    formOf,
    /** The package as it is written. */
    text: () => rules.store.get().text,
    openExample: (pointer: string) => void openExample(pointer),
    /** `made`: the example as a whole, if it is not only a candidate. */
    addExample(kind: "valid" | "invalid", candidate: unknown, made?: object): void {
      const list = listAt(rules.store.get().candidate, `/examples/${kind}`);
      const expect = kind === "invalid" && { expect: [] };
      const entry = { title: `Example ${list.length + 1}`, candidate, ...expect, ...made };
      rules.setValue(`/examples/${kind}`, [...list, entry], "", "Add an example");
      void openExample(`/examples/${kind}/${list.length}`);
    },
  };
}

/** Opens it in place of what is there, which is kept aside. */
export async function openPackage(studio: Studio, text: string | undefined, notice?: string): Promise<void> {
  const { rules } = studio;
  if (rules.store.get().phase !== "work") await rules.openDomain(PACKAGE, text);
  else if (text !== undefined) rules.start(text, notice === undefined ? {} : { notice });
}

/** A session for a form of its own, such as that of one rule. */
export function createFormSession(
  formOf: FormOf,
  title: string,
  schema: Record<string, unknown>,
  value: unknown,
  onValue: (value: unknown) => void,
): Session {
  const session = createSession({
    ...OFFLINE,
    checker: { check: async () => ({ valid: true, diagnostics: [], omitted: 0 }), repair: never },
    drafts: createDrafts(undefined, undefined, OFFLINE.now),
    fetchRules: async () => ({ kind: "new", rules: await rulesOf(title, schema, never, formOf) }),
  });
  void session.openDomain(domain("part", title), JSON.stringify(value)).then(() => {
    let before = session.store.get().candidate;
    session.store.subscribe(() => {
      const { candidate } = session.store.get();
      if (candidate === before) return;
      before = candidate;
      onValue(candidate);
    });
  });
  return session;
}

function domain(domainId: string, title: string): DomainInfo {
  return { targetProduct: "studio", domainId, title, description: "", submissionUrl: "", ready: true };
}

type FormOf = (title: string, schema: object) => Promise<GroupModel>;

/** Rules that are a schema alone. */
async function rulesOf(title: string, schema: object, places: AskPlaces, formOf: FormOf): Promise<Rules> {
  const document: SpecPackageDocument = {
    ...{ format: "", targetProduct: "studio", domainId: "package", version: "", title },
    ...{ schema: schema as SpecPackageDocument["schema"], rules: [], docs: {} },
    examples: { valid: [], invalid: [] },
  };
  return { document, model: await formOf(title, schema), version: "", digest: title, places };
}
