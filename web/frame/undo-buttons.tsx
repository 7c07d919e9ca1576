/** Undo and redo, which say what they would do. */
import { useSelect, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

export function UndoButtons() {
  const session = useSession();
  const undo = useSelect((state) => state.undo);
  const redo = useSelect((state) => state.redo);
  const steps = [
    { name: "undo", label: "Undo", about: undo },
    { name: "redo", label: "Redo", about: redo },
  ] as const;
  return (
    <div class="pane-tools">
      {steps.map(({ name, label, about }) => (
        <Button
          key={name}
          class="icon-button"
          aria-label={label}
          title={about === undefined ? label : `${label}: ${about}`}
          disabled={about === undefined}
          onClick={() => session[name]()}
        >
          <Icon name={name} />
        </Button>
      ))}
    </div>
  );
}
