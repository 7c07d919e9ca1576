/** Every dialog of the page, loaded with the first one. */
import type { ComponentType } from "preact";
import { nameOf } from "../src/core/spec-package/spec-package.ts";
import { CommandsDialog } from "./frame/commands.tsx";
import { ProposalsDialog } from "./package/proposals-dialog.tsx";
import { KeyDialog } from "./panel/key-dialog.tsx";
import { RepairDialog } from "./panel/repair-dialog.tsx";
import { DraftsDialog } from "./start/drafts-dialog.tsx";
import { PasteDialog } from "./start/paste-dialog.tsx";
import { ShareDialog } from "./start/share-dialog.tsx";
import { useParts, useSession } from "./state/context.ts";
import type { Dialog } from "./state/state.ts";

const DIALOGS: Record<NonNullable<Dialog>, ComponentType> = {
  key: KeyDialog,
  paste: PasteDialog,
  share: ShareDraft,
  drafts: DraftsDialog,
  proposals: ProposalsDialog,
  commands: CommandsDialog,
  "repair-safe": () => <RepairDialog level="safe" />,
  "repair-suggested": () => <RepairDialog level="suggested" />,
};

export function Dialogs() {
  const { dialog, incoming } = useParts("dialog", "incoming");
  const Open = dialog && DIALOGS[dialog];
  // A file may be dropped while the dialog for it shows another text.
  return Open === undefined ? null : <Open key={incoming} />;
}

function ShareDraft() {
  const session = useSession();
  const { domain, text } = session.store.get();
  const close = () => session.open(undefined);
  return <ShareDialog what="draft" domain={domain ? nameOf(domain) : ""} text={text} onClose={close} />;
}
