/** All changes of a repair, before it is applied. */
import { useParts, useSession } from "../state/context.ts";
import { count } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useLatest } from "../ui/latest.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { Changes } from "./changes.tsx";
import { offered } from "./next-step.tsx";

export function RepairDialog({ level }: { level: "safe" | "suggested" }) {
  const session = useSession();
  const { candidate } = useParts("candidate");
  const close = () => session.open(undefined);
  const preview = () =>
    session.previewRepair(level).catch((error) => {
      close();
      throw error;
    });
  const repaired = useLatest(preview, [session, level]);
  const changes = repaired?.patch.filter(({ op }) => op !== "test").length ?? 0;
  const left = repaired?.diagnostics.filter(({ severity }) => severity === "error").length ?? 0;
  return (
    <Dialog title={level === "safe" ? "Fix all safe" : "Repair"} onClose={close} wide>
      <p>
        {level === "safe"
          ? "These changes keep your meaning. Nothing you wrote is lost."
          : "These changes keep your meaning or are guesses that lose nothing. Review them; you can undo."}
      </p>
      {repaired === undefined ? (
        <p class="muted">Working out the changes…</p>
      ) : changes === 0 ? (
        <p class="empty-note">There is nothing to change. What is left needs a decision of yours.</p>
      ) : (
        <ScrollRegion class="dialog-scroll" label="Changes">
          <Changes patch={repaired.patch} candidate={candidate} places max={200} />
        </ScrollRegion>
      )}
      <footer class="dialog-foot">
        {repaired !== undefined && (
          <span class="muted">
            {left === 0 ? "No local errors would be left." : `${count(left, "error")} would be left for you.`}
          </span>
        )}
        <Button onClick={close}>Cancel</Button>
        <Button
          kind="primary"
          {...offered(changes > 0, () => {
            close();
            if (repaired) session.applyRepair(repaired);
          })}
        >
          Apply {count(changes, "change")}
        </Button>
      </footer>
    </Dialog>
  );
}
