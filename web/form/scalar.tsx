/**
 * One input for one scalar of a type. Whatever is typed reaches the candidate: what cannot be read as the type stays
 * as text, and the check says so.
 */
import { useRef, useState } from "preact/hooks";
import { equalJson } from "../../src/core/json/equality.ts";
import type { Json } from "../../src/core/types.ts";
import { show } from "../json/changes.ts";

export interface ScalarProps {
  readonly id: string;
  readonly type: string;
  readonly value: unknown;
  readonly required: boolean;
  readonly describedBy?: string | undefined;
  readonly label?: string | undefined;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  onChange(value: unknown): void;
  onFocus?(): void;
  onBlur?(): void;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

const PLACEHOLDERS: Record<string, string> = {
  time: "14:30:00",
  datetime: "2026-02-28T14:30:00Z",
  uuid: "123e4567-e89b-…",
  email: "ada@example.org",
  url: "https://example.org/",
  object: "{ }",
  array: "[ ]",
};

const INPUT_MODES: Record<string, "numeric" | "decimal" | "email" | "url"> = {
  integer: "numeric",
  number: "decimal",
  email: "email",
  url: "url",
};

export function parseScalar(type: string, raw: string, required: boolean): unknown {
  if (raw === "") return type === "string" && required ? "" : undefined;
  if (type === "integer" || type === "number") return NUMBER.test(raw.trim()) ? Number(raw) : raw;
  if (type === "object" || type === "array") {
    try {
      const value: unknown = JSON.parse(raw);
      if (typeof value === "object" && value !== null) return value;
    } catch {
      // Not finished yet.
    }
  }
  return raw;
}

export function formatScalar(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch {
    return show(value);
  }
}

export function ScalarInput(props: ScalarProps) {
  const { id, type, value, required, describedBy, label, invalid, disabled } = props;
  const [raw, setRaw] = useState("");
  const [isFocused, setFocused] = useState(false);
  const wasDate = useRef(false);
  if (type === "boolean") return <ChoiceInput {...props} options={[true, false]} names={["Yes", "No"]} />;

  const shown = equalJson(parseScalar(type, raw, required), value) ? raw : formatScalar(value);
  // A native date input shows nothing for what is no date, so that gets a text input. Never swapped while in use.
  if (!isFocused) wasDate.current = type === "date" && (shown === "" || ISO_DATE.test(shown));
  return (
    <input
      id={id}
      class="input"
      {...({ type: wasDate.current ? "date" : "text" } as { type: "text" })}
      inputMode={INPUT_MODES[type]}
      value={shown}
      placeholder={PLACEHOLDERS[type]}
      disabled={disabled}
      autocomplete="off"
      spellcheck={type === "string"}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onInput={({ currentTarget }) => {
        setRaw(currentTarget.value);
        props.onChange(parseScalar(type, currentTarget.value, required));
      }}
      onFocus={() => {
        setFocused(true);
        props.onFocus?.();
      }}
      onBlur={() => {
        setFocused(false);
        props.onBlur?.();
      }}
    />
  );
}

interface ChoiceProps extends ScalarProps {
  readonly options: readonly Json[];
  readonly names?: readonly string[];
}

/** A value that is no option is listed as one, so that it can be seen and replaced. */
export function ChoiceInput({
  id,
  value,
  options,
  names,
  required,
  describedBy,
  label,
  invalid,
  disabled,
  ...on
}: ChoiceProps) {
  const at = options.findIndex((option) => equalJson(option, value));
  const isForeign = at < 0 && value !== undefined;
  return (
    <select
      id={id}
      class="input select"
      value={isForeign ? "foreign" : String(at)}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "foreign") on.onChange(options[Number(currentTarget.value)]);
      }}
      onFocus={on.onFocus}
      onBlur={on.onBlur}
    >
      <option value="-1">{required ? "Choose…" : "—"}</option>
      {isForeign && <option value="foreign">{formatScalar(value)} (not an option)</option>}
      {options.map((option, index) => (
        <option key={index} value={String(index)}>
          {names?.[index] ?? formatScalar(option)}
        </option>
      ))}
    </select>
  );
}
