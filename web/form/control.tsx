/** The input of a field without its label, for fields and for cells of rows. */
import { createContext, type VNode } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { equalJson } from "../../src/core/json/values.ts";
import { shownAt } from "../json/edit.ts";
import type { FieldModel, Option, RegistryReference } from "../model/model.ts";
import { formatScalar, parseScalar } from "../model/scalar-text.ts";
import { useSession } from "../state/context.ts";
import type { Session } from "../state/session.ts";
import { idOf, useInput } from "./hooks.ts";
import { ChoiceInput, described, optionText, ScalarInput, type ScalarProps } from "./scalar.tsx";

/** A field of one of these kinds. */
export interface FieldProps<Kind extends FieldModel["kind"] = FieldModel["kind"]> {
  readonly model: Extract<FieldModel, { kind: Kind }>;
  readonly pointer: string;
  readonly value: unknown;
}

interface CellProps {
  readonly label?: string | undefined;
  readonly describedBy?: string;
  onChange?(value: unknown): void;
}

export type CustomProps = Omit<ScalarProps, "type" | "offered"> & ReturnType<typeof useInput>;

/** Inputs of another kind for some members, where a page has them. */
export const CustomControl = createContext<
  ((model: FieldModel, props: CustomProps) => VNode | undefined) | undefined
>(undefined);

/** Longer lists of words are searched. */
const MAX_LISTED = 1_000;
const ASK_AFTER_MS = 150;
const MAX_OFFERED = 50;

/** In a row the label is read out and not shown, and `onChange` may do more than set the value. */
export function Control({ model, pointer, value, label, describedBy, onChange }: FieldProps & CellProps) {
  const session = useSession();
  const custom = useContext(CustomControl);
  const common = {
    ...useInput(pointer),
    value: shownAt(session.store.get().candidate, pointer, value),
    required: model.required,
    label,
    describedBy: describedBy ?? idOf(pointer, "note"),
    onChange: onChange ?? ((next: unknown) => session.setValue(pointer, next)),
  };
  const made = custom?.(model, common);
  if (made !== undefined) return made;
  switch (model.kind) {
    case "choice":
      if (
        model.options.length > MAX_LISTED &&
        model.options.every(({ value: word }) => typeof word === "string")
      )
        return <SearchInput {...common} type="string" find={findAmong(model.options)} />;
      return <ChoiceInput {...common} type="string" options={model.options} />;
    case "number":
    case "text":
      if (model.registry !== undefined)
        return (
          <SearchInput
            {...common}
            type={model.kind === "text" ? (model.type ?? "string") : "number"}
            find={findEntries(session, model.registry)}
          />
        );
      if (model.kind === "number") return <ScalarInput {...common} type="number" />;
      if (model.long && label === undefined) return <LongText {...common} type="string" max={model.max} />;
      return <ScalarInput {...common} type={model.type ?? "string"} offered={model.offered} />;
    case "boolean":
      return <ScalarInput {...common} type="boolean" />;
    default:
      return <LongText {...common} type="json" max={undefined} />;
  }
}

/** `json` for what may also be a list or an object. */
type LongTextProps = CustomProps & { readonly type: "string" | "json"; readonly max: number | undefined };

function LongText(props: LongTextProps) {
  const { type, value, required, max, onChange } = props;
  const [raw, setRaw] = useState("");
  const text = equalJson(parseScalar(type, raw, required), value) ? raw : formatScalar(value, 2);
  // As the check counts: characters, not UTF-16 units.
  const length = max === undefined ? 0 : [...text].length;
  return (
    <div class="long-text">
      <textarea
        {...described(props)}
        class={type === "json" ? "input textarea mono" : "input textarea"}
        rows={type === "json" ? 2 : 3}
        spellcheck={type !== "json"}
        value={text}
        onInput={({ currentTarget }) => {
          setRaw(currentTarget.value);
          onChange(parseScalar(type, currentTarget.value, required));
        }}
      />
      {max !== undefined && length > max * 0.8 && (
        <span class="counter">
          {length.toLocaleString("en")} of {max.toLocaleString("en")}
        </span>
      )}
    </div>
  );
}

type Find = (text: string) => Promise<readonly Option[]>;

/** For one of many words: some are offered by what has been typed, and anything may be written. */
function SearchInput({ find, ...props }: ScalarProps & { readonly find: Find }) {
  const [isEntered, setEntered] = useState(false);
  const [offered, setOffered] = useState<readonly Option[]>([]);
  const typed = formatScalar(props.value);
  useEffect(() => {
    if (!isEntered) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const found = await find(typed);
      if (!isGone) setOffered(found);
    }, ASK_AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isEntered, typed]);
  const onFocus = () => {
    setEntered(true);
    props.onFocus?.();
  };
  return <ScalarInput {...props} offered={offered} onFocus={onFocus} />;
}

function findEntries(session: Session, { name, prefix }: RegistryReference): Find {
  return async (typed) => {
    const text = typed.startsWith(prefix) ? typed.slice(prefix.length) : typed;
    const entries = await session.findEntries(name, text);
    return entries.map((entry) => ({ value: prefix + entry.id, title: entry.name, hint: undefined }));
  };
}

function findAmong(options: readonly Option[]): Find {
  return async (typed) => {
    const wanted = typed.trim().toLowerCase();
    return options
      .filter((option) => `${option.value} ${optionText(option)}`.toLowerCase().includes(wanted))
      .slice(0, MAX_OFFERED);
  };
}
