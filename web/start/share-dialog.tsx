import { useEffect, useState } from "preact/hooks";
import { useSession } from "../ui/context.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { shareLink } from "./actions.ts";

export function ShareDialog() {
  const session = useSession();
  const [link, setLink] = useState("");
  useEffect(() => {
    void shareLink(session).then(setLink);
  }, [session]);
  return (
    <Dialog title="Share the draft" onClose={() => session.open(undefined)}>
      <p>
        This link holds the draft itself, in the part behind the # that browsers do not send. Whoever opens it
        gets a copy; nothing is stored on the service.
      </p>
      <div class="field">
        <label class="label" for="share-link">
          Link
        </label>
        <input
          id="share-link"
          class="input mono"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div class="note">
          <span class="hint">
            {link.length > 8_000 && "Some programs cut links of this length. Download the file instead."}
          </span>
        </div>
      </div>
      <footer class="dialog-foot">
        <CopyButton text={link} label="Copy the link" class="button button-primary" />
      </footer>
    </Dialog>
  );
}
