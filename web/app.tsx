/** The page: start, or the work on the left and what is wrong with it on the right. */
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { EditorView } from "./editor/lazy.tsx";
import { Form } from "./form/form.tsx";
import { Notices } from "./frame/notices.tsx";
import { TopBar } from "./frame/top-bar.tsx";
import { UndoButtons } from "./frame/undo-buttons.tsx";
import { loadReader } from "./json/reader.ts";
import { Panel } from "./panel/panel.tsx";
import { openIncoming } from "./start/actions.ts";
import { Start } from "./start/start.tsx";
import { SessionContext, useParts, useSelect, useSession } from "./state/context.ts";
import type { Session } from "./state/session.ts";
import type { View } from "./state/state.ts";
import { Button } from "./ui/button.tsx";
import { DropZone } from "./ui/drop-zone.tsx";
import { useLatest } from "./ui/latest.ts";

const RETRY_MS = 3_000;
const PackageView = lazy(() => import("./package/package-view.tsx").then((part) => part.PackageView));
const Dialogs = lazy(() => import("./dialogs.tsx").then((part) => part.Dialogs));

export function App({ session }: { session: Session }) {
  return (
    <SessionContext.Provider value={session}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <TopBar />
      <Body />
      <DialogPart />
      <DropZone onFile={(file) => void openIncoming(session, file)} />
      <div id="live" class="visually-hidden" aria-live="polite" />
    </SessionContext.Provider>
  );
}

/** Fetches what the page may need later, so that it is there when the service is gone. */
export function preloadParts(): Promise<unknown> {
  return Promise.allSettled([Dialogs.preload(), PackageView.preload(), loadReader()]);
}

/** Dialogs are loaded with the first one that is opened, if they are not here yet. */
function DialogPart() {
  return useParts("dialog").dialog === undefined ? null : <Dialogs />;
}

/** A part of the page that is loaded when it is first shown, or before that when the browser has nothing else to do. */
function lazy(load: () => Promise<ComponentType>): ComponentType & { preload(): Promise<unknown> } {
  let known: ComponentType | undefined;
  const preload = async () => {
    known ??= await load();
    return known;
  };
  return Object.assign(Lazy, { preload });

  function Lazy() {
    /** Null if it cannot be loaded. */
    const loaded = useLatest<ComponentType | null>(() => preload().catch(() => null), []);
    const Part = known ?? loaded;
    if (Part) return <Part />;
    return Part === undefined ? null : (
      <p class="obstacle" role="alert">
        This part of the page could not be loaded. Check the connection and reload; your draft is kept.
      </p>
    );
  }
}

function Body() {
  const session = useSession();
  const { phase, obstacle, domain } = useParts("phase", "obstacle", "domain");
  // The service may have just started.
  useEffect(() => {
    if (phase !== "unavailable" || domain === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void session.openDomain(domain);
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [phase, domain, session]);
  if (phase === "work") return <Work />;
  if (phase === "start")
    return (
      <>
        <Start />
        <Notices />
      </>
    );
  if (phase === "loading")
    return (
      <main class="start" id="main" aria-busy="true">
        <p class="muted">Loading the rules…</p>
      </main>
    );
  return (
    <main class="start" id="main">
      <h1>The rules cannot be loaded</h1>
      <p class="lead">
        {obstacle} {domain && "This page tries again by itself."} Drafts in this browser are safe.
      </p>
      <Button kind="primary" onClick={() => domain && session.openDomain(domain)}>
        Try again
      </Button>
    </main>
  );
}

const VIEWS: readonly (readonly [View, string])[] = [
  ["form", "Form"],
  ["json", "JSON"],
  ["package", "Package"],
];

function Work() {
  const session = useSession();
  const { view } = useParts("view");
  const hasPackage = useSelect((state) => state.built !== undefined);
  const views = VIEWS.filter(([name]) => name !== "package" || hasPackage);
  const title = useSelect((state) => state.rules?.document.title ?? "Draft");
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useRef(new Map<View, number>());
  // Each view stays where it was left. Before effects, because a jump to a problem scrolls too.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = scrolled.current.get(view) ?? 0;
  }, [view]);
  // The start page may have been scrolled down. Before effects, too: one of them shows the first input.
  useLayoutEffect(() => scrollTo(0, 0), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => onShortcut(event, session);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [session]);
  return (
    <div class="work">
      <main class="pane" id="main">
        <h1 class="visually-hidden">{title}</h1>
        <div class="pane-bar">
          <div
            class="tabs"
            role="tablist"
            aria-label="Views of the draft"
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (step === undefined) return;
              const at = views.findIndex(([name]) => name === view);
              const [next] = views[(at + step + views.length) % views.length]!;
              session.show(next);
              requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
            }}
          >
            {views.map(([name, label]) => (
              <Button
                key={name}
                role="tab"
                id={`tab-${name}`}
                class="tab"
                aria-selected={view === name}
                aria-controls="view"
                tabIndex={view === name ? 0 : -1}
                onClick={() => session.show(name)}
              >
                {label}
              </Button>
            ))}
          </div>
          <UndoButtons />
        </div>
        <OtherTab />
        <div
          class="view"
          id="view"
          ref={scroller}
          onScroll={({ currentTarget }) => scrolled.current.set(view, currentTarget.scrollTop)}
          role="tabpanel"
          aria-labelledby={`tab-${view}`}
        >
          {view === "form" && <Form />}
          {view === "json" && <EditorView />}
          {view === "package" && <PackageView />}
        </div>
        <Notices />
      </main>
      <Panel />
    </div>
  );
}

function OtherTab() {
  const session = useSession();
  if (useParts("otherDraft").otherDraft === undefined) return null;
  return (
    <div class="banner" role="status">
      <p>Another tab has a different version of this draft. Both are kept.</p>
      <Button kind="small" onClick={() => session.useOtherDraft()}>
        Use that version here
      </Button>
    </div>
  );
}

/** Keys that work wherever the focus is, unless a dialog is open or the editor has taken them. */
function onShortcut(event: KeyboardEvent, session: Session): void {
  if (event.defaultPrevented || event.altKey || session.store.get().dialog !== undefined) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const keys = [isCommand && "mod", event.shiftKey && "shift", event.key.toLowerCase()];
  const actions: Record<string, () => unknown> = {
    f8: () => session.nextProblem(1),
    "shift f8": () => session.nextProblem(-1),
    "mod k": () => session.open("commands"),
    "mod enter": session.build,
    "mod y": session.redo,
    "mod shift z": session.redo,
    "mod z": session.undo,
  };
  const action = actions[keys.filter((part) => part !== false).join(" ")];
  if (action === undefined) return;
  event.preventDefault();
  action();
}
