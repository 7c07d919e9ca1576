/** What was just done or could not be done, with a way back. It has a place of its own at the foot of the page. */
import { useEffect } from "preact/hooks";
import { useParts, useSession } from "../state/context.ts";
import type { Notice } from "../state/state.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

const SHOWN_MS = { info: 10_000, error: 30_000 };

export function Notices() {
  const { notices } = useParts("notices");
  return (
    <div class="notices" role="status">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const session = useSession();
  const { id, kind, text, action } = notice;
  useEffect(() => {
    const timer = setTimeout(() => session.dismiss(id), SHOWN_MS[kind]);
    return () => clearTimeout(timer);
  }, [session, id, kind]);
  return (
    <div class={`notice is-${kind}`}>
      <Icon name={kind} />
      <span class="notice-text" title={text}>
        {text}
      </span>
      {action && (
        <Button
          class="link-button"
          onClick={() => {
            session.dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => session.dismiss(id)} />
    </div>
  );
}
