/** An expression of a rule: completion from the schema's types, and what it is worth on the example that is open. */
import { useEffect, useRef } from "preact/hooks";
import type { RuleDocument } from "../../src/core/index.ts";
import type { CustomProps } from "../form/control.tsx";
import { formatScalar } from "../model/scalar-text.ts";
import type { Session } from "../state/session.ts";
import { useLatest } from "../ui/latest.ts";
import { useStore } from "../ui/store.ts";
import type { ExpressionEditor } from "./expression-editor.ts";
import type { Evaluated, Suggestion } from "./messages.ts";
import type { Studio } from "./studio.ts";

interface ExpressionInputProps extends CustomProps {
  readonly studio: Studio;
  /** The form of the rule. */
  readonly form: Session;
  readonly label: string;
  readonly wanted: "bool" | undefined;
}

export function ExpressionInput(props: ExpressionInputProps) {
  const { studio, form, label, wanted, id } = props;
  const source = formatScalar(props.value);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ExpressionEditor>(undefined);
  const part = useLatest(() => import("./expression-editor.ts"), []);
  const latest = useRef(props);
  latest.current = props;
  const at = useStore(form.store, (state) => (state.candidate as RuleDocument | undefined)?.at);
  const candidate = useStore(studio.example.store, (state) => state.candidate);
  const digest = useStore(studio.store, (state) => state.judged?.digest);
  const places = Array.isArray(at) ? at : [];
  useEffect(() => {
    if (part === undefined || host.current === null) return;
    editor.current = part.mountExpression(host.current, {
      text: formatScalar(latest.current.value),
      label,
      id,
      onChange: (text) => latest.current.onChange(text === "" ? undefined : text),
      onFocus: () => latest.current.onFocus(),
      onBlur: () => latest.current.onBlur(),
      complete: (before) => {
        const rule = form.store.get().candidate as RuleDocument | undefined;
        return studio.ask<Suggestion[]>({ kind: "complete", before, at: rule?.at?.[0] ?? "" });
      },
    });
    return editor.current.destroy;
  }, [part]);
  const evaluated = useLatest(
    () =>
      source.trim() === "" || candidate === undefined
        ? undefined
        : studio.ask<Evaluated>({
            ...{ kind: "evaluate", source, at: places, wanted, text: JSON.stringify(candidate) },
          }),
    [source, places.join("\n"), candidate, digest],
  );
  useEffect(() => editor.current?.setText(source), [source]);
  const fault = evaluated?.ok === false ? evaluated : undefined;
  useEffect(() => editor.current?.setFault(fault), [part, fault]);
  return (
    <div class="expression">
      <div ref={host} />
      <p class="expression-values" role="status">
        {evaluated === undefined ? (
          <span class="muted">Its value on the open example stands here.</span>
        ) : !evaluated.ok ? (
          <span class="inline-problem is-error">{evaluated.message}</span>
        ) : evaluated.values.length === 0 ? (
          <span class="muted">The open example has nothing at this place.</span>
        ) : (
          <>
            {evaluated.values.map(({ pointer, value }) => (
              <span key={pointer} class="expression-value">
                <code>{pointer || "the whole"}</code>: <strong>{value}</strong>{" "}
              </span>
            ))}
            {evaluated.more > 0 && <span class="muted">and {evaluated.more} more</span>}
          </>
        )}
      </p>
    </div>
  );
}
