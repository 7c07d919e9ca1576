/** The input of a field without its label, for fields and for cells of rows. */
import { useSession } from "../ui/context.ts";
import { idOf, useFocus, useProblems } from "./hooks.ts";
import type { FieldModel } from "./model.ts";
import { ChoiceInput, ScalarInput } from "./scalar.tsx";

export interface FieldProps {
  readonly model: FieldModel;
  readonly pointer: string;
  readonly value: unknown;
}

/** In a row the label is read out and not shown, and `onChange` may do more than set the value. */
export function Control({ model, pointer, value, label, describedBy, onChange }: FieldProps & CellProps) {
  const session = useSession();
  const focus = useFocus(pointer);
  const problems = useProblems(pointer);
  const common = {
    id: idOf(pointer),
    value,
    required: model.required,
    label,
    describedBy: describedBy ?? idOf(pointer, "note"),
    invalid: problems.some(({ severity }) => severity === "error"),
    onChange: onChange ?? ((next: unknown) => session.setValue(pointer, next)),
    ...focus,
  };
  switch (model.kind) {
    case "choice":
      return <ChoiceInput {...common} type="string" options={model.options} />;
    case "number":
      return <ScalarInput {...common} type="number" />;
    case "boolean":
      return <ScalarInput {...common} type="boolean" />;
    case "text":
      if (model.long && label === undefined) return <LongText {...common} max={model.max} />;
      return <ScalarInput {...common} type={model.type ?? "string"} />;
    default:
      return <ScalarInput {...common} type="object" />;
  }
}

interface CellProps {
  readonly label?: string;
  readonly describedBy?: string;
  onChange?(value: unknown): void;
}

interface LongTextProps {
  readonly id: string;
  readonly value: unknown;
  readonly required: boolean;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly max: number | undefined;
  onChange(value: unknown): void;
  onFocus(): void;
  onBlur(): void;
}

function LongText({ id, value, required, describedBy, invalid, max, onChange, ...focus }: LongTextProps) {
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  // As the check counts: characters, not UTF-16 units.
  const length = max === undefined ? 0 : [...text].length;
  return (
    <div class="long-text">
      <textarea
        id={id}
        class="input textarea"
        rows={3}
        value={text}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value;
          onChange(typed === "" && !required ? undefined : typed);
        }}
        {...focus}
      />
      {max !== undefined && length > max * 0.8 && (
        <span class="counter">
          {length.toLocaleString("en")} of {max.toLocaleString("en")}
        </span>
      )}
    </div>
  );
}
