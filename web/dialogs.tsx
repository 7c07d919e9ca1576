/** Every dialog of the page, loaded with the first one. */

import { nameOf } from "../src/core/spec-package/spec-package.ts";
import { CommandsDialog } from "./frame/commands.tsx";
import { ProposalsDialog } from "./package/proposals-dialog.tsx";
import { KeyDialog } from "./panel/key-dialog.tsx";
import { RepairDialog } from "./panel/repair-dialog.tsx";
import { DraftsDialog } from "./start/drafts-dialog.tsx";
import { PasteDialog } from "./start/paste-dialog.tsx";
import { ShareDialog } from "./start/share-dialog.tsx";
import { useSelect, useSession } from "./state/context.ts";
import type { Drafts } from "./state/drafts.ts";

export function Dialogs({ drafts }: { drafts: Drafts }) {
  const session = useSession();
  const dialog = useSelect((state) => state.dialog);
  const { domain, text } = session.store.get();
  switch (dialog) {
    case "key":
      return <KeyDialog />;
    case "paste":
      return <PasteDialog />;
    case "share":
      return (
        <ShareDialog
          what="draft"
          domain={domain === undefined ? "" : nameOf(domain)}
          text={text}
          onClose={() => session.open(undefined)}
        />
      );
    case "drafts":
      return <DraftsDialog drafts={drafts} />;
    case "proposals":
      return <ProposalsDialog />;
    case "commands":
      return <CommandsDialog />;
    case "repair-safe":
      return <RepairDialog level="safe" />;
    case "repair-suggested":
      return <RepairDialog level="suggested" />;
    default:
      return null;
  }
}
