/** The drafts of this domain, and the earlier versions of the one that is open. */

import { useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { useParts, useSession } from "../state/context.ts";
import { formatTime, summaryOf } from "../state/drafts.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/labelled.tsx";

export function DraftsDialog() {
  const session = useSession();
  const { drafts } = session;
  const { domain, name, text, rules } = useParts("domain", "name", "text", "rules");
  const title = rules?.document.title ?? "";
  const [, refresh] = useState(0);
  const close = () => session.open(undefined);
  if (domain === undefined) return null;
  const key = nameOf(domain);
  const others = drafts.others(key).filter((draft) => draft.text !== text);
  const versions = drafts.versions(key).filter((version) => version.text !== text);
  return (
    <Dialog title="Drafts and versions" onClose={close} wide>
      <TextField
        id="draft-name"
        label="Name of this draft"
        isOptional
        value={name ?? ""}
        placeholder={summaryOf(text, title)}
        onText={session.rename}
      />
      <section class="start-list">
        <h3>Earlier versions</h3>
        {versions.length === 0 ? (
          <p class="muted">One is kept each time something replaces the draft, and when you build.</p>
        ) : (
          <ul>
            {versions.map((version) => (
              <li key={version.savedAt}>
                <Button
                  class="start-example"
                  onClick={() => {
                    close();
                    session.useVersion(version.text);
                  }}
                >
                  <span>
                    {version.about} <span class="muted">{summaryOf(version.text, title)}</span>
                  </span>
                  <span class="muted">{formatTime(version.savedAt)}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="start-list">
        <h3>Other drafts</h3>
        {others.length === 0 ? (
          <p class="muted">There are none. “Start something new” keeps this one here.</p>
        ) : (
          <ul>
            {others.map((draft) => (
              <li key={draft.id} class="draft-line">
                <Button
                  class="start-example"
                  onClick={() => {
                    close();
                    session.start(draft.text, { name: draft.name, notice: "Opened the other draft." });
                  }}
                >
                  <span>{draft.name ?? summaryOf(draft.text, title)}</span>
                  <span class="muted">{formatTime(draft.savedAt)}</span>
                </Button>
                <IconButton
                  icon="close"
                  label={`Remove ${draft.name ?? summaryOf(draft.text, title)}`}
                  onClick={() => {
                    drafts.remove(key, draft.id);
                    refresh((count) => count + 1);
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  );
}
