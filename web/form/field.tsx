/** One field of the form: its label, the input that suits it, and what is said about it. */
import type { ComponentChildren } from "preact";
import { equalJson, isPlainObject } from "../../src/core/json/values.ts";
import { arranged } from "../json/edit.ts";
import { type FieldModel, fits, type GroupModel, isContainer, type Option } from "../model/model.ts";
import { lower } from "../model/names.ts";
import { formatScalar } from "../model/scalar-text.ts";
import { emptyOf } from "../model/values.ts";
import { useSession } from "../state/context.ts";
import { afterPointer } from "../ui/after-pointer.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { memo } from "../ui/memo.ts";
import { Control, type FieldProps } from "./control.tsx";
import { idOf, useInput } from "./hooks.ts";
import { ListInput } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { Members } from "./members.tsx";
import { FieldNote } from "./notes.tsx";
import { RecordsTable } from "./records.tsx";
import { Rows } from "./rows.tsx";
import { useKinds } from "./union.tsx";
import { AddButton, useWithin } from "./within.tsx";

export const Field = memo(function Field({ model, pointer, value }: FieldProps) {
  const session = useSession();
  if (model.kind === "constant" && model.tells) return null;
  const held = { pointer, value };
  if (!fits(model, value)) return <Misfit model={model} {...held} />;
  if (model.kind === "union") return <UnionField model={model} {...held} />;
  if (model.kind === "set") return <SetField model={model} {...held} />;
  if (model.kind === "constant") return <ConstantField model={model} {...held} />;
  if (!isContainer(model)) return <SimpleField model={model} {...held} />;
  // What is written into a part has to find the list that it stands in.
  const hasParts = model.kind === "tuple" && model.items.some(isLarge);
  if (value === undefined && (!model.required || hasParts))
    return (
      <div class="field" data-place={pointer}>
        <AddButton
          what={lower(model.label)}
          onClick={() => session.setValue(pointer, emptyOf(model), "", `Add ${lower(model.label)}`)}
        />
        <FieldNote place={pointer} hint={model.hint} />
      </div>
    );
  return (
    <Section model={model} {...held}>
      <Body model={model} {...held} />
    </Section>
  );
});

/** The members of the whole proposal. */
export function Root({ model, value }: { model: GroupModel; value: unknown }) {
  return <Members model={model} pointer="" value={value} field={renderField} body={renderBody} />;
}

/** The input alone: the label is somewhere else, such as in the head of a card. */
function Body({ model, pointer, value }: FieldProps) {
  const held = { pointer, value };
  const object = isPlainObject(value) ? value : {};
  switch (model.kind) {
    case "group":
      return (
        <div class="group-fields">
          <Members model={model} {...held} field={renderField} body={renderBody} />
        </div>
      );
    case "rows":
      return <Rows model={model} {...held} card={renderBody} />;
    case "records":
      return <RecordsTable model={model} {...held} />;
    case "list":
      return <ListInput model={model} {...held} body={renderBody} />;
    case "map":
      return <MapInput label={model.label} item={model.item} {...{ pointer, object }} body={renderBody} />;
    case "tuple":
      return <TupleInput model={model} {...held} />;
    default:
      return <Control model={model} {...held} label={model.label} />;
  }
}

const renderField = (model: FieldModel, pointer: string, value: unknown) => (
  <Field key={model.name} model={model} pointer={pointer} value={value} />
);

/** An item of a list or a map, whose name stands above it. */
const renderBody = (model: FieldModel, pointer: string, value: unknown) =>
  !fits(model, value) || model.kind === "set" || model.kind === "constant" ? (
    renderField(model, pointer, value)
  ) : model.kind === "union" ? (
    <UnionField model={model} pointer={pointer} value={value} isItem />
  ) : (
    <>
      <Body model={model} pointer={pointer} value={value} />
      <FieldNote place={pointer} />
    </>
  );

/** What a field is called, and what is said beside that. For a label: `for` is the input; for a heading: its id. */
function Caption({ model, as: As = "span", ...rest }: CaptionProps) {
  const { label, required, deprecated } = model;
  const base = rest.id === undefined ? "label" : "label section-title";
  return (
    <As class={required ? `${base} is-required` : base} {...rest}>
      {label}
      {!required && <span class="optional"> Optional</span>}
      {deprecated !== undefined && <span class="tag tag-warning">{deprecated}</span>}
    </As>
  );
}

interface CaptionProps {
  readonly model: FieldModel;
  readonly as?: "span" | "label" | "legend" | "h2" | "h3";
  readonly for?: string;
  readonly id?: string;
}

function SimpleField({ model, pointer, value }: FieldProps) {
  return (
    <div class="field" data-place={pointer}>
      <Caption as="label" model={model} for={idOf(pointer)} />
      <Control model={model} pointer={pointer} value={value} />
      <FieldNote place={pointer} hint={model.hint ?? defaultHint(model)} />
    </div>
  );
}

function defaultHint({ default: given, required }: FieldModel): string | undefined {
  if (given === undefined || required || typeof given === "object") return undefined;
  return `If it is left empty: ${String(given).trim()}`;
}

function UnionField({ isItem = false, ...props }: FieldProps<"union"> & { isItem?: boolean }) {
  const { model, pointer, value } = props;
  const { branch, chooser } = useKinds(props);
  const hasRoom = branch !== undefined && isLarge(branch);
  const Frame = hasRoom && !isItem ? "section" : "div";
  return (
    <Frame class={hasRoom ? "section section-union" : "field"} data-place={pointer}>
      <div class="label-line">
        {isItem ? (
          <span class="muted">Kind</span>
        ) : hasRoom || branch === undefined ? (
          <Caption model={model} />
        ) : (
          <Caption as="label" model={model} for={idOf(pointer)} />
        )}
        <span class="label-tools">
          {chooser}
          {!isItem && !model.required && value !== undefined && (
            <RemoveField model={model} pointer={pointer} />
          )}
        </span>
      </div>
      {branch?.kind === "set" ? (
        <SetChoices model={branch} pointer={pointer} value={value} />
      ) : branch?.kind === "constant" ? null : (
        branch !== undefined && <Body model={branch} pointer={pointer} value={value} />
      )}
      <FieldNote place={pointer} hint={branch?.hint ?? model.hint} />
    </Frame>
  );
}

function RemoveField({ model, pointer }: { model: FieldModel; pointer: string }) {
  const session = useSession();
  const label = `Remove ${lower(model.label)}`;
  return (
    <IconButton
      icon="close"
      label={`${label}${useWithin()}`}
      onClick={() => session.removeValue(pointer, label)}
    />
  );
}

const isLarge = (model: FieldModel) => isContainer(model) || model.kind === "set" || model.kind === "union";

function TupleInput({ model, pointer, value }: FieldProps<"tuple">) {
  const session = useSession();
  const items = Array.isArray(value) ? value : [];
  return (
    <div class="group-fields tuple">
      {model.items.map((item, index) => {
        const at = `${pointer}/${index}`;
        // What is still to be written before a later value is null.
        const one = items[index] ?? undefined;
        return isLarge(item) ? (
          renderField(item, at, one)
        ) : (
          <div key={index} class="field" data-place={at}>
            <Caption as="label" model={item} for={idOf(at)} />
            <Control
              model={item}
              pointer={at}
              value={one}
              onChange={(next) => {
                const all = arranged(items, model.items.keys());
                all[index] = next;
                for (const place of all.keys()) all[place] ??= null;
                while (all.length > 0 && all.at(-1) === null) all.pop();
                session.setValue(pointer, all.length === 0 && !model.required ? undefined : all, at);
              }}
            />
            <FieldNote place={at} hint={item.hint} />
          </div>
        );
      })}
    </div>
  );
}

function SetField({ model, pointer, value }: FieldProps<"set">) {
  return (
    <fieldset class="field fieldset" data-place={pointer} aria-describedby={idOf(pointer, "note")}>
      <Caption as="legend" model={model} />
      <SetChoices model={model} pointer={pointer} value={value} />
      <FieldNote place={pointer} hint={model.hint ?? setHint(model)} />
    </fieldset>
  );
}

/** Up to this number of words there is a box for each; more are added one by one. */
const MAX_BOXES = 24;

function SetChoices({ model, pointer, value }: FieldProps<"set">) {
  const session = useSession();
  const { id, invalid, onFocus, onBlur } = useInput(pointer);
  const chosen = Array.isArray(value) ? value : [];
  const known = model.options.map((option) => option.value);
  const foreign = [...new Set(chosen.filter((item) => !known.some((word) => equalJson(word, item))))];
  const toggle = (word: unknown, on: boolean): void => {
    const rest = chosen.filter((item) => !equalJson(item, word));
    const next = on ? [...rest, word] : rest;
    session.setValue(pointer, next.length === 0 && !model.required ? undefined : next, "");
    afterPointer(() => session.visit(pointer));
  };
  const isLong = model.options.length > MAX_BOXES;
  const all: Option[] = [
    ...model.options.filter((option) => !isLong || chosen.includes(option.value)),
    ...foreign.map((word) => ({ value: word, title: formatScalar(word), hint: undefined })),
  ];
  return (
    <div class={invalid ? "choices is-invalid" : "choices"} onFocusCapture={onFocus} onBlurCapture={onBlur}>
      {all.map(({ value: word, title, hint, deprecated }, index) => (
        <label key={String(word)} class="choice">
          <input
            type="checkbox"
            id={index === 0 && !isLong ? id : undefined}
            checked={chosen.some((item) => equalJson(item, word))}
            onChange={({ currentTarget }) => toggle(word, currentTarget.checked)}
          />
          <span>
            {title}
            {foreign.includes(word) && <em class="muted"> (not an option)</em>}
            {hint !== undefined && <span class="choice-hint">{hint}</span>}
            {deprecated !== undefined && <span class="tag tag-warning">{deprecated}</span>}
          </span>
        </label>
      ))}
      {isLong && (
        <select
          id={id}
          class="input select kind-select"
          aria-label={`Add to ${lower(model.label)}`}
          value=""
          onKeyDown={(event) => {
            // A closed list would take each word on the way. An open one is gone through, and Enter takes a word.
            if (!/^(Arrow|Home|End|Page|\S$)/.test(event.key) || event.ctrlKey || event.metaKey) return;
            if (!("showPicker" in event.currentTarget)) return;
            event.preventDefault();
            event.currentTarget.showPicker();
          }}
          onChange={({ currentTarget }) => {
            const option = model.options[Number(currentTarget.value)];
            currentTarget.value = "";
            if (option !== undefined) toggle(option.value, true);
          }}
        >
          <option value="">Add…</option>
          {model.options.map(({ title }, index) => (
            <option key={index} value={String(index)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function setHint({ default: given }: FieldModel): string | undefined {
  return Array.isArray(given) && given.length > 0 ? `If nothing is chosen: ${given.join(", ")}` : undefined;
}

function ConstantField({ model, pointer, value }: FieldProps<"constant">) {
  const session = useSession();
  const isSet = equalJson(value, model.value);
  const isForeign = !isSet && value !== undefined;
  return (
    <div class="field" data-place={pointer}>
      <Caption model={model} />
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
            {model.value === "" ? "(empty)" : formatScalar(model.value)}
            {isForeign && <em class="muted"> (now: {formatScalar(value)})</em>}
          </span>
        </label>
      </div>
      <FieldNote place={pointer} hint={model.hint} />
    </div>
  );
}

/** A value of another shape than the form expects. It is shown as it is, and whatever is written there counts. */
function Misfit({ model, pointer, value }: FieldProps) {
  return (
    <div class="field" data-place={pointer}>
      <div class="label-line">
        <Caption as="label" model={model} for={idOf(pointer)} />
        <RemoveField model={model} pointer={pointer} />
      </div>
      <Control model={{ ...model, kind: "json" }} pointer={pointer} value={value} />
      <FieldNote place={pointer} hint="Remove this to fill in the fields of the form." />
    </div>
  );
}

function Section({ model, pointer, value, children }: FieldProps & { children: ComponentChildren }) {
  const session = useSession();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a width of its own. No landmark: nested lists have the same names.
    <section
      role="group"
      class={`section section-${model.kind}`}
      data-place={pointer}
      aria-labelledby={idOf(pointer, "title")}
    >
      <div class="label-line">
        <Caption as={model.at.lastIndexOf("/") > 0 ? "h3" : "h2"} model={model} id={idOf(pointer, "title")} />
        {!model.required && value !== undefined && <RemoveField model={model} pointer={pointer} />}
      </div>
      {children}
      {value === undefined && model.required && model.mayBeEmpty && model.kind !== "group" && (
        <Button
          kind="add"
          onClick={() =>
            session.setValue(pointer, model.kind === "map" ? {} : [], "", `${model.label}: none`)
          }
        >
          <Icon name="check" /> There are none
        </Button>
      )}
      <FieldNote
        place={pointer}
        hint={isEmpty(value) && model.mayBeEmpty && model.required ? "There are none." : model.hint}
      />
    </section>
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
