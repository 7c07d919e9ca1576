/**
 * One input for one scalar of a type. Whatever is typed reaches the candidate: what cannot be read as the type stays
 * as text, and the check says so.
 */
import { useRef, useState } from "preact/hooks";
import { equalJson } from "../../src/core/json/values.ts";
import type { Option } from "../model/model.ts";
import { formatScalar, parseScalar } from "../model/scalar-text.ts";
import { IconButton } from "../ui/button.tsx";

export interface ScalarProps {
  readonly id: string;
  readonly type: string;
  readonly value: unknown;
  readonly required: boolean;
  readonly describedBy?: string | undefined;
  readonly label?: string | undefined;
  readonly invalid?: boolean;
  readonly offered?: readonly Option[];
  onChange(value: unknown): void;
  onFocus?(): void;
  onBlur?(): void;
}

/** What every input says about itself, and to whom it reports. */
export function described(props: Omit<ScalarProps, "type" | "value" | "onChange">) {
  const { id, label, describedBy, invalid, required, onFocus, onBlur } = props;
  return {
    ...{ id, onFocus, onBlur, "aria-label": label, "aria-describedby": describedBy },
    ...{ "aria-invalid": invalid || undefined, "aria-required": required || undefined },
  };
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

const PLACEHOLDERS: Record<string, string> = {
  date: "2026-02-28",
  time: "14:30:00",
  "time-with-offset": "14:30:00Z",
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

export function ScalarInput(props: ScalarProps) {
  const { id, type, value, required, offered = [] } = props;
  const [raw, setRaw] = useState("");
  if (type === "boolean") return <ChoiceInput {...props} options={YES_NO} />;
  const shown = equalJson(parseScalar(type, raw, required), value) ? raw : formatScalar(value);
  const change = (text: string): void => {
    setRaw(text);
    props.onChange(parseScalar(type, text, required));
  };
  const input = (
    <input
      {...described(props)}
      class="input"
      type="text"
      inputMode={INPUT_MODES[type]}
      value={shown}
      placeholder={PLACEHOLDERS[type]}
      list={offered.length > 0 ? `${id}-words` : undefined}
      autocomplete="off"
      spellcheck={type === "string"}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  );
  if (type === "date")
    return (
      <div class="with-picker">
        {input}
        <DatePicker value={shown} onChange={change} />
      </div>
    );
  if (offered.length === 0) return input;
  return (
    <>
      {input}
      <datalist id={`${id}-words`}>
        {offered.map((option) => (
          <option key={formatScalar(option.value)} value={formatScalar(option.value)}>
            {optionText(option)}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The browser's calendar beside an input that takes any text. Keyboards write the date, so it is left out of their way. */
function DatePicker({ value, onChange }: { value: string; onChange(text: string): void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span class="picker">
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={ISO_DATE.test(value) ? value : ""}
        onInput={({ currentTarget }) => {
          if (currentTarget.value !== "") onChange(currentTarget.value);
        }}
      />
      <IconButton
        icon="calendar"
        tabIndex={-1}
        label="Choose a day"
        onClick={() => picker.current?.showPicker()}
      />
    </span>
  );
}

const YES_NO: readonly Option[] = [
  { value: true, title: "Yes", hint: undefined },
  { value: false, title: "No", hint: undefined },
];

/** A value that is no option is listed as one, so that it can be seen and replaced. */
export function ChoiceInput(props: ScalarProps & { readonly options: readonly Option[] }) {
  const { value, options, required } = props;
  const at = options.findIndex((option) => equalJson(option.value, value));
  const isForeign = at < 0 && value !== undefined && value !== "";
  return (
    <select
      {...described(props)}
      class="input select"
      value={isForeign ? "foreign" : String(at)}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "foreign") props.onChange(options[Number(currentTarget.value)]?.value);
      }}
    >
      <option value="-1">{required ? "Choose…" : "—"}</option>
      {isForeign && <option value="foreign">{formatScalar(value)} (not an option)</option>}
      {options.map((option, index) => (
        <option key={index} value={String(index)}>
          {optionText(option)}
        </option>
      ))}
    </select>
  );
}

/** A word with all that is said about it. */
export function optionText({ title, hint, deprecated }: Option): string {
  const text = hint === undefined ? title : `${title} – ${hint}`;
  return deprecated === undefined ? text : `${text} (${deprecated})`;
}
