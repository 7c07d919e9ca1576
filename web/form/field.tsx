/** One field of the form: its label, the input that suits it, and what is said about it. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { equalJson } from "../../src/core/json/equality.ts";
import { escapeToken } from "../../src/core/json/pointer.ts";
import { useSession } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { memo } from "../ui/memo.ts";
import { Control, type FieldProps } from "./control.tsx";
import { idOf, useFocus, useProblems } from "./hooks.ts";
import { ListInput } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { blankDraft, type FieldModel, fits, type GroupModel, isContainer } from "./model.ts";
import { FieldNote } from "./notes.tsx";
import { RecordsTable } from "./records.tsx";
import { Rows } from "./rows.tsx";

export const Field = memo(function Field({ model, pointer, value }: FieldProps) {
  const session = useSession();
  if (!fits(model, value)) return <JsonField model={model} pointer={pointer} value={value} />;
  if (isContainer(model) && value === undefined && !model.required)
    return (
      <div class="field" data-place={pointer}>
        <button
          type="button"
          class="button button-add"
          onClick={() => session.setValue(pointer, emptyOf(model), "")}
        >
          <Icon name="plus" /> Add {lower(model.label)}
        </button>
        <FieldNote place={pointer} hint={model.hint} />
      </div>
    );
  switch (model.kind) {
    case "group":
      return <Group model={model} pointer={pointer} value={value} />;
    case "rows":
      return (
        <Section model={model} pointer={pointer} value={value}>
          <Rows
            model={model}
            pointer={pointer}
            value={value}
            card={(item, at, row) => <Members model={item} pointer={at} value={row} />}
          />
        </Section>
      );
    case "records":
      return (
        <Section model={model} pointer={pointer} value={value}>
          <RecordsTable model={model} pointer={pointer} value={value} />
        </Section>
      );
    case "list":
      return (
        <Section model={model} pointer={pointer} value={value}>
          <ListInput model={model} pointer={pointer} value={value} />
        </Section>
      );
    case "map":
      return (
        <Section model={model} pointer={pointer} value={value}>
          <MapInput model={model} pointer={pointer} value={value} />
        </Section>
      );
    case "set":
      return <SetField model={model} pointer={pointer} value={value} />;
    case "constant":
      return <ConstantField model={model} pointer={pointer} value={value} />;
    case "json":
      return <JsonField model={model} pointer={pointer} value={value} />;
    default:
      return <SimpleField model={model} pointer={pointer} value={value} />;
  }
});

export function Label({ model, target }: { model: FieldModel; target: string }) {
  return (
    <label class="label" for={target}>
      {model.label}
      {!model.required && <span class="optional"> Optional</span>}
    </label>
  );
}

function SimpleField({ model, pointer, value }: FieldProps) {
  return (
    <div class="field" data-place={pointer}>
      <Label model={model} target={idOf(pointer)} />
      <Control model={model} pointer={pointer} value={value} />
      <FieldNote place={pointer} hint={model.hint ?? defaultHint(model)} />
    </div>
  );
}

function defaultHint({ default: given, required }: FieldModel): string | undefined {
  if (given === undefined || required || typeof given === "object") return undefined;
  return `If it is left empty: ${String(given).trim()}`;
}

function SetField({ model, pointer, value }: FieldProps) {
  const session = useSession();
  const { onFocus } = useFocus(pointer);
  const problems = useProblems(pointer);
  if (model.kind !== "set") return null;
  const chosen = Array.isArray(value) ? value : [];
  const foreign = [...new Set(chosen.filter((item) => !model.options.includes(item as string)))];
  const toggle = (option: unknown, on: boolean): void => {
    const rest = chosen.filter((item) => !equalJson(item, option));
    const next = on ? [...rest, option] : rest;
    session.setValue(pointer, next.length === 0 && !model.required ? undefined : next, "");
    session.visit(pointer);
  };
  const isInvalid = problems.some(({ severity }) => severity === "error");
  return (
    <fieldset
      class="field fieldset"
      data-place={pointer}
      aria-describedby={idOf(pointer, "note")}
      onFocusCapture={onFocus}
    >
      <legend class="label">
        {model.label}
        {!model.required && <span class="optional">Optional</span>}
      </legend>
      <div class={isInvalid ? "choices is-invalid" : "choices"}>
        {[...model.options, ...foreign].map((option, index) => (
          <label key={index} class="choice">
            <input
              type="checkbox"
              id={index === 0 ? idOf(pointer) : undefined}
              checked={chosen.some((item) => equalJson(item, option))}
              onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
            />
            <span>
              {typeof option === "string" ? option : JSON.stringify(option)}
              {index >= model.options.length && <em class="muted"> (not an option)</em>}
            </span>
          </label>
        ))}
      </div>
      <FieldNote place={pointer} hint={model.hint ?? setHint(model)} />
    </fieldset>
  );
}

function setHint({ default: given }: FieldModel): string | undefined {
  return Array.isArray(given) && given.length > 0 ? `If nothing is chosen: ${given.join(", ")}` : undefined;
}

function ConstantField({ model, pointer, value }: FieldProps) {
  const session = useSession();
  if (model.kind !== "constant") return null;
  const isSet = equalJson(value, model.value);
  const isForeign = !isSet && value !== undefined;
  return (
    <div class="field" data-place={pointer}>
      <span class="label">
        {model.label}
        {!model.required && <span class="optional">Optional</span>}
      </span>
      <div class="choices">
        <label class="choice">
          <input
            type="checkbox"
            id={idOf(pointer)}
            checked={isSet}
            aria-describedby={idOf(pointer, "note")}
            onChange={({ currentTarget }) => {
              session.setValue(pointer, currentTarget.checked ? model.value : undefined, "");
              session.visit(pointer);
            }}
          />
          <span>
            {typeof model.value === "string" ? model.value : JSON.stringify(model.value)}
            {isForeign && <em class="muted"> (now: {JSON.stringify(value)})</em>}
          </span>
        </label>
      </div>
      <FieldNote place={pointer} hint={model.hint} />
    </div>
  );
}

/** For what has no input of its own, and for values of another shape than the form expects. */
export function JsonField({ model, pointer, value, remove = false }: FieldProps & { remove?: boolean }) {
  const session = useSession();
  const focus = useFocus(pointer);
  const problems = useProblems(pointer);
  const [raw, setRaw] = useState<string>();
  const [wasRead, setRead] = useState(true);
  const written = value === undefined ? "" : JSON.stringify(value, null, 2);
  return (
    <div class="field" data-place={pointer}>
      <div class="label-line">
        <Label model={model} target={idOf(pointer)} />
        {(remove || (!model.required && value !== undefined)) && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${model.label}`}
            onClick={() => session.setValue(pointer, undefined, "")}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <textarea
        id={idOf(pointer)}
        class="input textarea mono"
        rows={2}
        spellcheck={false}
        value={raw ?? written}
        aria-describedby={idOf(pointer, "note")}
        aria-invalid={!wasRead || problems.some(({ severity }) => severity === "error") || undefined}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          setRaw(text);
          try {
            session.setValue(pointer, text.trim() === "" ? undefined : JSON.parse(text));
            setRead(true);
          } catch {
            setRead(false);
          }
        }}
        onFocus={focus.onFocus}
        onBlur={() => {
          if (wasRead) setRaw(undefined);
          focus.onBlur();
        }}
      />
      {wasRead ? (
        <FieldNote place={pointer} hint={model.hint ?? "Written as JSON."} />
      ) : (
        <div class="note" id={idOf(pointer, "note")}>
          <p class="inline-problem is-error">
            <Icon name="error" />
            <span>This is not JSON yet, so it does not count. Text needs double quotes.</span>
          </p>
        </div>
      )}
    </div>
  );
}

export function Group({ model, pointer, value }: { model: GroupModel; pointer: string; value: unknown }) {
  return (
    <Section model={model} pointer={pointer} value={value}>
      <div class="group-fields">
        <Members model={model} pointer={pointer} value={value} />
      </div>
    </Section>
  );
}

/** The declared members, and after them what else the object holds. */
export function Members({ model, pointer, value }: { model: GroupModel; pointer: string; value: unknown }) {
  const object = (value ?? {}) as Record<string, unknown>;
  const known = new Set(model.members.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name));
  return (
    <>
      {model.members.map((member) => (
        <Field
          key={member.name}
          model={member}
          pointer={`${pointer}/${escapeToken(member.name)}`}
          value={object[member.name]}
        />
      ))}
      {others.map((name) => (
        <JsonField
          key={name}
          remove
          model={{
            kind: "json",
            name,
            label: name,
            hint: "Not part of this form.",
            required: true,
            at: "",
            default: undefined,
          }}
          pointer={`${pointer}/${escapeToken(name)}`}
          value={object[name]}
        />
      ))}
    </>
  );
}

function Section({ model, pointer, value, children }: FieldProps & { children: ComponentChildren }) {
  const Heading = model.at.lastIndexOf("/") > 0 ? "h3" : "h2";
  const session = useSession();
  return (
    <section
      class={`section section-${model.kind}`}
      data-place={pointer}
      aria-labelledby={idOf(pointer, "title")}
    >
      <div class="label-line">
        <Heading class="label section-title" id={idOf(pointer, "title")}>
          {model.label}
          {!model.required && <span class="optional">Optional</span>}
        </Heading>
        {!model.required && value !== undefined && (
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${lower(model.label)}`}
            onClick={() => session.setValue(pointer, undefined, "")}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {children}
      <FieldNote place={pointer} hint={model.hint} />
    </section>
  );
}

function emptyOf(model: FieldModel): unknown {
  if (model.kind === "group") return blankDraft(model);
  if (model.kind === "rows") return [blankDraft(model.item)];
  if (model.kind === "records") return [{}];
  return model.kind === "list" ? [""] : {};
}

export function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
