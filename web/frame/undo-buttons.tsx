/** Undo and redo, which say what they would do. */
import { useParts, useSession } from "../state/context.ts";
import { IconButton } from "../ui/button.tsx";

export function UndoButtons() {
  const session = useSession();
  const parts = useParts("undo", "redo");
  return (
    <div class="pane-tools">
      {(["undo", "redo"] as const).map((name) => {
        const label = name === "undo" ? "Undo" : "Redo";
        const about = parts[name];
        const title = about === undefined ? label : `${label}: ${about}`;
        return (
          <IconButton
            key={name}
            icon={name}
            label={label}
            title={title}
            disabled={about === undefined}
            onClick={session[name]}
          />
        );
      })}
    </div>
  );
}
