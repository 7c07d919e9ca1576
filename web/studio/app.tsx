/** The rules studio: the package, its examples, and what the rules say about them, each answering the others. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { RuleDocument, SpecPackageDocument } from "../../src/core/index.ts";
import { escapeToken } from "../../src/core/json/pointer.ts";
import { EditorView } from "../editor/lazy.tsx";
import { setAt, valueAt } from "../json/edit.ts";
import { ProblemCard } from "../panel/problem-card.tsx";
import { count } from "../panel/verdict.ts";
import { download } from "../start/actions.ts";
import { SessionContext, useSelect, useSession } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { Notices } from "../ui/notices.tsx";
import { useStore } from "../ui/store.ts";
import { CompareDialog, FormDialog, ImportDialog, ShareLink } from "./dialogs.tsx";
import type { Failing } from "./messages.ts";
import { Ready } from "./ready.tsx";
import { SOURCES, type Source, sourceText } from "./sources.ts";
import { createFormSession, openPackage, type Studio } from "./studio.ts";

type Dialog = "import" | "compare" | "share" | "form" | undefined;

export function StudioApp({ studio, domains }: { studio: Studio; domains: readonly Source[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <SessionContext.Provider value={studio.rules}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Bar studio={studio} domains={domains} onDialog={setDialog} />
      <main class="studio" id="main">
        <h1 class="visually-hidden">Rules studio</h1>
        <RulesPane studio={studio} isHidden={dialog === "form"} />
        <ExamplesPane studio={studio} />
        <SaysPane studio={studio} />
      </main>
      <Notices />
      {dialog === "import" && <ImportDialog studio={studio} onClose={close} />}
      {dialog === "compare" && <CompareDialog studio={studio} domains={domains} onClose={close} />}
      {dialog === "share" && <ShareLink studio={studio} onClose={close} />}
      {dialog === "form" && <FormDialog studio={studio} onClose={close} />}
      <div id="live" class="visually-hidden" aria-live="polite" />
    </SessionContext.Provider>
  );
}

interface BarProps {
  readonly studio: Studio;
  readonly domains: readonly Source[];
  onDialog(dialog: Dialog): void;
}

function Bar({ studio, domains, onDialog }: BarProps) {
  const session = useSession();
  const document = useSelect((state) => state.candidate) as SpecPackageDocument | undefined;
  const open = (source: Source) => async () => {
    const text = await sourceText(source);
    if (text === undefined)
      session.notify({ kind: "error", text: `${source.title} cannot be loaded at the moment.` });
    else if (session.store.get().phase === "work")
      session.start(text, { view: "form", notice: `Opened ${source.title}.` });
    else await openPackage(studio, text);
  };
  return (
    <header class="top-bar studio-bar">
      <a class="brand" href="./" title="Preflight">
        <span>Preflight studio</span>
      </a>
      <span class="domain">
        <span class="domain-product">{document?.targetProduct} /</span>{" "}
        <span class="domain-title">
          {document?.domainId} {document?.version}
        </span>
      </span>
      <div class="top-bar-gap" />
      <Menu
        class="button button-small"
        label="Open"
        align="end"
        items={[
          { heading: "Published by this service" },
          ...domains.map((source) => ({ label: source.title, detail: source.detail, run: open(source) })),
          { heading: "Examples" },
          ...SOURCES.map((source) => ({ label: source.title, detail: source.detail, run: open(source) })),
          { heading: "Anything else" },
          { label: "Import a JSON Schema…", run: () => onDialog("import") },
        ]}
      >
        <Icon name="file" /> <span class="button-text">Open</span> <Icon name="down" />
      </Menu>
      <button type="button" class="button button-small" onClick={() => onDialog("compare")}>
        Compare
      </button>
      <button type="button" class="button button-small" onClick={() => onDialog("share")}>
        <Icon name="share" /> Share
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() => download("spec-package.json", session.store.get().text)}
      >
        <Icon name="download" /> Export
      </button>
      <button type="button" class="button button-small" onClick={() => onDialog("form")}>
        See the form
      </button>
    </header>
  );
}

function RulesPane({ studio, isHidden }: { studio: Studio; isHidden: boolean }) {
  const session = useSession();
  const [tab, setTab] = useState<"rules" | "json">("rules");
  const undo = useSelect((state) => state.undo);
  return (
    <section class="studio-pane" aria-label="Rules">
      <div class="pane-bar">
        <fieldset class="segments" aria-label="Views of the package">
          {(["rules", "json"] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="segment"
              aria-pressed={tab === name}
              onClick={() => setTab(name)}
            >
              {name === "rules" ? "Rules" : "JSON"}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class="icon-button"
          aria-label="Undo"
          title={undo === undefined ? "Undo" : `Undo: ${undo}`}
          disabled={undo === undefined}
          onClick={() => session.undo()}
        >
          <Icon name="undo" />
        </button>
      </div>
      {isHidden ? null : tab === "json" ? <EditorView /> : <RuleList studio={studio} />}
    </section>
  );
}

function RuleList({ studio }: { studio: Studio }) {
  const session = useSession();
  const document = useSelect((state) => state.candidate) as SpecPackageDocument | undefined;
  const judged = useStore(studio.store, (state) => state.judged);
  const catalogue = useStore(studio.store, (state) => state.catalogue);
  const [open, setOpen] = useState<number>();
  const rules = Array.isArray(document?.rules) ? document.rules : [];
  return (
    <div class="studio-scroll">
      <ul class="rule-list">
        {rules.map((rule, index) => {
          const refused =
            judged?.refusals.filter(({ codes }) => codes.some((code) => isOf(code, rule))) ?? [];
          return (
            <li key={index} class="rule-line">
              <button
                type="button"
                class="rule-head"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? undefined : index)}
              >
                <strong>{rule.code}</strong>
                <span class="muted">
                  {rule.check} at {Array.isArray(rule.at) ? rule.at.join(", ") : ""}
                </span>
                {refused.length === 0 ? (
                  <span class="tag tag-warning">no example</span>
                ) : (
                  <span class="tag">refuses {count(refused.length, "example")}</span>
                )}
              </button>
              {open === index && <RuleForm key={index} studio={studio} index={index} rule={rule} />}
            </li>
          );
        })}
      </ul>
      <label class="label" for="add-rule">
        Add a rule ({catalogue.length} checks)
      </label>
      <select
        id="add-rule"
        class="input select"
        value=""
        onChange={({ currentTarget }) => {
          const check = catalogue.find(({ name }) => name === currentTarget.value);
          currentTarget.value = "";
          if (check !== undefined) setOpen(studio.addRule(check));
        }}
      >
        <option value="">Choose a check…</option>
        {catalogue.map(({ name, summary }) => (
          <option key={name} value={name}>
            {name} – {summary}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button button-small"
        hidden={open === undefined}
        onClick={() => {
          if (open === undefined) return;
          session.setCandidate(setAt(document, `/rules/${open}`, undefined), "", "Remove the rule");
          setOpen(undefined);
        }}
      >
        Remove this rule
      </button>
    </div>
  );
}

/** Codes of a check with several kinds of finding begin with the code of the rule. */
function isOf(code: string, rule: RuleDocument): boolean {
  return code === rule.code || code.startsWith(`${rule.code}-`);
}

function RuleForm({ studio, index, rule }: { studio: Studio; index: number; rule: RuleDocument }) {
  const session = useSession();
  const catalogue = useStore(studio.store, (state) => state.catalogue);
  const check = catalogue.find(({ name }) => name === rule.check);
  const form = useMemo(() => {
    const { docs = {} } = (session.store.get().candidate ?? {}) as SpecPackageDocument;
    const { check: name, ...value } = rule;
    let code = rule.code;
    return createFormSession(
      name,
      ruleSchema(check?.params),
      { ...value, docs: docs[code] ?? {} },
      (next) => {
        const { docs: text = {}, ...changed } = next as RuleDocument & { docs?: unknown };
        const before = session.store.get().candidate as SpecPackageDocument;
        const withRule = setAt(before, `/rules/${index}`, { ...changed, check: name }) as SpecPackageDocument;
        // The explanation goes with the code.
        const isShared = withRule.rules.some((one) => one.code === code);
        const cleared = isShared ? withRule : setAt(withRule, `/docs/${escapeToken(code)}`, undefined);
        code = String(changed.code ?? "");
        const document = code === "" ? cleared : setAt(cleared, `/docs/${escapeToken(code)}`, text);
        session.setCandidate(document, `/rules/${index}`, `the rule ${code}`);
      },
    );
  }, [index, check]);
  return (
    <div class="rule-form">
      <p class="muted">{check?.summary}</p>
      <SessionContext.Provider value={form}>
        <Ready />
      </SessionContext.Provider>
    </div>
  );
}

function ruleSchema(params: Record<string, unknown> | undefined): Record<string, unknown> {
  const hasParams = Object.keys((params?.properties as object | undefined) ?? {}).length > 0;
  return {
    type: "object",
    properties: {
      code: { type: "string", maxLength: 64, description: "what diagnostics are called" },
      at: {
        type: "array",
        minItems: 1,
        title: "Places",
        items: { type: "string", description: "such as /owner/id or /fields/*/name" },
      },
      severity: { enum: ["error", "warning", "info"] },
      ...(hasParams && { params: { title: "Parameters", ...params } }),
      docs: {
        type: "object",
        title: "Explained",
        properties: {
          summary: { type: "string", maxLength: 400 },
          fix: { type: "string", maxLength: 400 },
        },
        required: ["summary"],
        additionalProperties: false,
      },
      effectiveAt: { type: "string", format: "date-time", maxLength: 40 },
    },
    required: [
      "code",
      "at",
      "severity",
      "docs",
      ...(hasParams && Array.isArray(params?.required) && params.required.length > 0 ? ["params"] : []),
    ],
    additionalProperties: true,
  };
}

function ExamplesPane({ studio }: { studio: Studio }) {
  const document = useSelect((state) => state.candidate) as SpecPackageDocument | undefined;
  const judged = useStore(studio.store, (state) => state.judged);
  const selected = useStore(studio.store, (state) => state.example);
  const examples = document?.examples;
  const isReady = judged?.isUsable === true;
  const entries = (["valid", "invalid"] as const).flatMap((kind) =>
    (Array.isArray(examples?.[kind]) ? examples[kind] : []).map((example, index) => ({
      pointer: `/examples/${kind}/${index}`,
      title: example?.title ?? "",
      kind,
    })),
  );
  const first = entries[0]?.pointer;
  useEffect(() => {
    if (isReady && selected === undefined && first !== undefined) studio.openExample(first);
  }, [isReady, selected, first, studio]);
  return (
    <section class="studio-pane" aria-label="Examples">
      <div class="pane-bar">
        <h2 class="studio-title">Examples</h2>
        <Menu
          class="button button-small"
          label="Add an example"
          align="end"
          items={[
            { label: "One that passes", run: () => studio.addExample("valid", currentOf(studio)) },
            { label: "One that fails", run: () => studio.addExample("invalid", currentOf(studio)) },
            {
              label: "Make one that fails",
              detail: "This one, with one thing wrong",
              disabled: !isReady,
              run: async () => {
                const text = JSON.stringify(currentOf(studio));
                const made = await studio.ask<Failing>({ kind: "failing", text });
                studio.addExample("invalid", made.candidate, made);
              },
            },
          ]}
        >
          <Icon name="plus" /> Add
        </Menu>
      </div>
      <ul class="example-list">
        {entries.map(({ pointer, title, kind }, index) => {
          const codes = judged?.refusals[index]?.codes ?? [];
          return (
            <li key={pointer}>
              <button
                type="button"
                class="start-example"
                aria-current={pointer === selected ? "true" : undefined}
                disabled={!isReady}
                onClick={() => studio.openExample(pointer)}
              >
                <span>
                  <Icon name={kind === "valid" ? "check" : "error"} /> {title}
                </span>
                <span class="muted">{codes.length > 0 && codes.join(", ")}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <SessionContext.Provider value={studio.example}>
        {selected !== undefined && <EditorView key={selected} />}
      </SessionContext.Provider>
    </section>
  );
}

function currentOf(studio: Studio): unknown {
  return studio.example.store.get().candidate ?? {};
}

function SaysPane({ studio }: { studio: Studio }) {
  const packageProblems = useSelect((state) => state.problems);
  const broken = useSelect((state) => state.broken);
  const isChecked = useSelect((state) => state.checkedText !== undefined);
  const errors = packageProblems.filter(({ severity }) => severity === "error");
  return (
    <section class="studio-pane" aria-label="What the rules say">
      <div class="pane-bar">
        <div role="status">
          <h2 class="studio-title">
            {broken !== undefined
              ? "The package is not readable"
              : !isChecked
                ? "Checking…"
                : errors.length > 0
                  ? `The package is refused: ${count(errors.length, "reason")}`
                  : "The package loads"}
          </h2>
        </div>
      </div>
      <div class="studio-scroll">
        {broken !== undefined && (
          <p class="inline-problem is-error">
            Line {broken.line}, column {broken.column}: {broken.message}
          </p>
        )}
        {packageProblems.length > 0 && (
          <details open={errors.length > 0}>
            <summary>
              About the package: {count(errors.length, "reason")}, {packageProblems.length - errors.length}{" "}
              pieces of advice
            </summary>
            <ul class="problems" aria-label="About the package">
              {packageProblems.slice(0, 40).map((problem, index) => (
                <ProblemCard key={`${problem.id} ${index}`} problem={problem} />
              ))}
            </ul>
          </details>
        )}
        <Expectations studio={studio} />
        <SessionContext.Provider value={studio.example}>
          <ExampleVerdict />
        </SessionContext.Provider>
      </div>
    </section>
  );
}

/** An example that should fail says how. Once the rules say what its author meant, they are taken at their word. */
function Expectations({ studio }: { studio: Studio }) {
  const session = useSession();
  const pointer = useStore(studio.store, (state) => state.example);
  const document = useSelect((state) => state.candidate);
  const problems = useStore(studio.example.store, (state) => state.problems);
  if (pointer === undefined || !pointer.startsWith("/examples/invalid/") || problems.length === 0)
    return null;
  const expected = valueAt(document, `${pointer}/expect`);
  const found = problems.map(({ code, pointer: at }) => ({ code, pointer: at }));
  const key = (list: unknown) =>
    (Array.isArray(list) ? list : [])
      .map((one) => `${one?.code} ${one?.pointer}`)
      .sort()
      .join("\n");
  if (key(expected) === key(found)) return null;
  return (
    <div class="banner">
      <p>This example should fail in another way, or does not say how yet.</p>
      <button
        type="button"
        class="button button-small"
        onClick={() =>
          session.setCandidate(setAt(document, `${pointer}/expect`, found), "", "What the example expects")
        }
      >
        Expect what the rules say
      </button>
    </div>
  );
}

function ExampleVerdict() {
  const problems = useSelect((state) => state.problems);
  const checked = useSelect((state) => state.checkedText);
  if (checked === undefined) return null;
  return (
    <section>
      <h3 class="panel-title">
        {problems.length === 0
          ? "The rules have nothing to say about this example"
          : `About this example: ${count(problems.length, "finding")}`}
      </h3>
      <ul class="problems" aria-label="About this example">
        {problems.map((problem) => (
          <ProblemCard key={problem.id} problem={problem} />
        ))}
      </ul>
    </section>
  );
}
