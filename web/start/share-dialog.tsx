import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Labelled } from "../ui/labelled.tsx";
import { useLatest } from "../ui/latest.ts";
import { fragmentOf } from "./share.ts";

interface ShareProps {
  /** What is shared, such as "draft". */
  readonly what: string;
  /** What the link is for: a domain, or the studio. */
  readonly domain: string;
  readonly text: string;
  onClose(): void;
}

export function ShareDialog({ what, domain, text, onClose }: ShareProps) {
  const fragment = useLatest(() => fragmentOf({ domain, text }), [domain, text]);
  const link = fragment === undefined ? "" : new URL(fragment, location.href.split("#")[0]).href;
  return (
    <Dialog title={`Share the ${what}`} onClose={onClose}>
      <p>
        This link holds the {what} itself, in the part behind the # that browsers do not send. Whoever opens
        it gets a copy; nothing is stored on the service.
      </p>
      <Labelled id="share-link" label="Link">
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
      </Labelled>
      <footer class="dialog-foot">
        <CopyButton text={link} label="Copy the link" kind="primary" />
      </footer>
    </Dialog>
  );
}
