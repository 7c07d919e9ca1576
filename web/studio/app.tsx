/** The rules studio: the package, its examples, and what the rules say about them, each answering the others. */
import { useState } from "preact/hooks";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { Notices } from "../frame/notices.tsx";
import { download } from "../start/actions.ts";
import { SessionContext, useSelect, useSession } from "../state/context.ts";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { FormDialog, ImportDialog, ShareLink } from "./dialogs.tsx";
import { ExamplesPane } from "./examples-pane.tsx";
import { RulesPane } from "./rules-pane.tsx";
import { SaysPane } from "./says-pane.tsx";
import { SOURCES, type Source, sourceText } from "./sources.ts";
import { openPackage, type Studio } from "./studio.ts";

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
