import type { ComponentChildren } from "preact";

interface LabelledProps {
  /** Of the input. */
  readonly id: string;
  readonly label: string;
  readonly isOptional?: boolean;
  readonly children: ComponentChildren;
}

/** An input of a dialog below its label. */
export function Labelled({ id, label, isOptional = false, children }: LabelledProps) {
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
        {isOptional && <span class="optional"> Optional</span>}
      </label>
      {children}
    </div>
  );
}
