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

interface TextFieldProps extends Omit<LabelledProps, "children"> {
  readonly value: string;
  readonly placeholder?: string;
  readonly describedBy?: string;
  readonly children?: ComponentChildren;
  /** Several lines for code; without it, one line of text. */
  readonly rows?: number;
  onText(text: string): void;
}

/** A text of a dialog, with what stands below it. */
export function TextField({ label, isOptional = false, rows, onText, children, ...rest }: TextFieldProps) {
  const { describedBy, ...common } = rest;
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value);
  const props = { ...common, onInput, "aria-describedby": describedBy };
  return (
    <Labelled id={rest.id} label={label} isOptional={isOptional}>
      {rows === undefined ? (
        <input class="input" {...props} />
      ) : (
        <textarea class="input textarea mono pasted" spellcheck={false} rows={rows} {...props} />
      )}
      {children}
    </Labelled>
  );
}
