/** The rules studio: the package, its examples, and what the rules say about them, each answering the others. */
import { useCallback, useState } from "preact/hooks";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { Brand } from "../frame/brand.tsx";
import { Notices } from "../frame/notices.tsx";
import { formatScalar } from "../model/scalar-text.ts";
import { download, textOf } from "../start/actions.ts";
import { ShareDialog } from "../start/share-dialog.tsx";
import { SessionContext, useParts, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { DropZone } from "../ui/drop-zone.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { FormDialog, OpenDialog, STUDIO_DOMAIN } from "./dialogs.tsx";
import { ExamplesPane } from "./examples-pane.tsx";
import { readOpened } from "./opened.ts";
import { RulesPane } from "./rules-pane.tsx";
import { SaysPane } from "./says-pane.tsx";
import { SOURCES, type Source, sourceText } from "./sources.ts";
import { openPackage, type Studio } from "./studio.ts";

type Dialog = "compare" | "share" | "form" | { readonly open: string } | undefined;

export function StudioApp({ studio, domains }: { studio: Studio; domains: readonly Source[] }) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  /** What is a package is opened at once; anything else is shown with what it is. */
  const openFile = useCallback(
    async (file: File): Promise<void> => {
      const text = await textOf(studio.rules, file, "package");
      if (text === undefined) return;
      const opened = await readOpened(text, file.name);
      if (opened.kind === "package") await openPackage(studio, opened.text, `Opened ${file.name}.`);
      else setDialog({ open: text });
    },
    [studio],
  );
  return (
    <SessionContext.Provider value={studio.rules}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Bar studio={studio} domains={domains} onDialog={setDialog} />
      <DropZone onFile={openFile} />
      <main class="studio" id="main">
        <h1 class="visually-hidden">Rules studio</h1>
        <RulesPane studio={studio} isHidden={dialog === "form"} />
        <ExamplesPane studio={studio} />
        <SaysPane studio={studio} />
      </main>
      <Notices />
      {typeof dialog === "object" && (
        <OpenDialog key={dialog} studio={studio} given={dialog.open} onClose={close} />
      )}
      {dialog === "compare" && <CompareDialog studio={studio} domains={domains} onClose={close} />}
      {dialog === "share" && (
        <ShareDialog {...{ what: "package", domain: STUDIO_DOMAIN, onClose: close }} text={studio.text()} />
      )}
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
  const { candidate, saved } = useParts("candidate", "saved");
  const document = candidate as SpecPackageDocument | undefined;
  const open = (source: Source) => async () => {
    const text = await sourceText(source);
    if (text === undefined) session.fail(`${source.title} cannot be loaded at the moment.`);
    else await openPackage(studio, text, `Opened ${source.title}.`);
  };
  return (
    <header class="top-bar studio-bar">
      <Brand name="Preflight studio" />
      <span class="domain">
        <span class="domain-product">{formatScalar(document?.targetProduct)} /</span>{" "}
        <span class="domain-title">
          {formatScalar(document?.domainId)} {formatScalar(document?.version)}
        </span>
      </span>
      <div class="top-bar-gap" />
      {saved === "never" && <span class="status-text">Not stored by this browser</span>}
      <Menu
        class="button button-small"
        label="Open"
        align="end"
        items={[
          {
            label: "Open or paste…",
            detail: "A package, a JSON Schema, a link",
            run: () => onDialog({ open: "" }),
          },
          { heading: "Published by this service" },
          ...domains.map((source) => ({ label: source.title, detail: source.detail, run: open(source) })),
          { heading: "Examples" },
          ...SOURCES.map((source) => ({ label: source.title, detail: source.detail, run: open(source) })),
        ]}
      >
        <Icon name="file" /> <span class="button-text">Open</span> <Icon name="down" />
      </Menu>
      <Button kind="small" onClick={() => onDialog("compare")}>
        Compare
      </Button>
      <Button kind="small" onClick={() => onDialog("share")}>
        <Icon name="share" /> Share
      </Button>
      <Button
        kind="small"
        onClick={() => download(`${document?.domainId}-${document?.version}.json`, studio.text())}
      >
        <Icon name="download" /> Export
      </Button>
      <Button kind="small" onClick={() => onDialog("form")}>
        See the form
      </Button>
    </header>
  );
}
