/** The drafts of this domain, and the earlier versions of the one that is open. */

import { useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/domain-name.ts";
import { useSelect, useSession } from "../state/context.ts";
import type { Drafts } from "../state/drafts.ts";
import { formatTime, summaryOf } from "../state/stored.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Labelled } from "../ui/labelled.tsx";

export function DraftsDialog({ drafts }: { drafts: Drafts }) {
  const session = useSession();
  const domain = useSelect((state) => state.domain);
  const name = useSelect((state) => state.name);
  const text = useSelect((state) => state.text);
  const title = useSelect((state) => state.rules?.document.title ?? "");
  const [, refresh] = useState(0);
  const close = () => session.open(undefined);
  if (domain === undefined) return null;
  const key = nameOf(domain);
  const others = drafts.others(key).filter((draft) => draft.text !== text);
  const versions = drafts.versions(key).filter((version) => version.text !== text);
  return (
    <Dialog title="Drafts and versions" onClose={close} wide>
      <Labelled id="draft-name" label="Name of this draft" isOptional>
        <input
          id="draft-name"
          class="input"
          value={name ?? ""}
          placeholder={summaryOf(text, title)}
          onInput={({ currentTarget }) => session.rename(currentTarget.value)}
        />
      </Labelled>
      <section class="start-list">
        <h3>Earlier versions</h3>
        {versions.length === 0 ? (
          <p class="muted">One is kept each time something replaces the draft, and when you build.</p>
        ) : (
          <ul>
            {versions.map((version) => (
              <li key={version.savedAt}>
                <button
                  type="button"
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
                </button>
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
                <button
                  type="button"
                  class="start-example"
                  onClick={() => {
                    close();
                    session.start(draft.text, { name: draft.name, notice: "Opened the other draft." });
                  }}
                >
                  <span>{draft.name ?? summaryOf(draft.text, title)}</span>
                  <span class="muted">{formatTime(draft.savedAt)}</span>
                </button>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Remove ${draft.name ?? summaryOf(draft.text, title)}`}
                  onClick={() => {
                    drafts.remove(key, draft.id);
                    refresh((count) => count + 1);
                  }}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Dialog>
  );
}
