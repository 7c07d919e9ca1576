/** The examples of the package. Those that the open rule refuses are marked. */
import { useEffect } from "preact/hooks";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { EditorView } from "../editor/lazy.tsx";
import { formatScalar } from "../model/scalar-text.ts";
import { SessionContext, useParts } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { useMembers } from "../ui/store.ts";
import type { Failing } from "./messages.ts";
import { isOf, rulesIn, type Studio } from "./studio.ts";

export function ExamplesPane({ studio }: { studio: Studio }) {
  const { candidate, broken } = useParts("candidate", "broken");
  const document = candidate as SpecPackageDocument | undefined;
  // Nothing is added to a package that cannot be read.
  const disabled = broken !== undefined;
  const { judged, example: selected, rule } = useMembers(studio.store, "judged", "example", "rule");
  const rules = rulesIn(document?.rules);
  const open = rule === undefined ? undefined : rules[rule];
  const examples = document?.examples;
  const isReady = judged?.isUsable === true;
  const entries = (["valid", "invalid"] as const).flatMap((kind) =>
    (Array.isArray(examples?.[kind]) ? examples[kind] : []).map((example, index) => ({
      pointer: `/examples/${kind}/${index}`,
      title: formatScalar(example?.title),
      kind,
    })),
  );
  const first = entries[0]?.pointer;
  useEffect(() => {
    if (isReady && selected === undefined && first !== undefined) studio.openExample(first);
  }, [isReady, selected, first, studio]);
  return (
    <section class="studio-pane" aria-label="Examples">
      <div class="pane-bar">
        <h2 class="studio-title">Examples</h2>
        <Menu
          class="button button-small"
          label="Add an example"
          align="end"
          items={[
            { label: "One that passes", disabled, run: () => studio.addExample("valid", currentOf(studio)) },
            { label: "One that fails", disabled, run: () => studio.addExample("invalid", currentOf(studio)) },
            {
              label: "Make one that fails",
              detail: "This one, with one thing wrong",
              disabled: disabled || !isReady,
              run: async () => {
                const text = JSON.stringify(currentOf(studio));
                const made = await studio.ask<Failing>({ kind: "failing", text });
                studio.addExample("invalid", made.candidate, made);
              },
            },
          ]}
        >
          <Icon name="plus" /> Add
        </Menu>
      </div>
      <ul class="example-list">
        {entries.map(({ pointer, title, kind }, index) => {
          const codes = judged?.refusals[index]?.codes ?? [];
          return (
            <li
              key={pointer}
              class={open && codes.some((code) => isOf(code, open, rules)) ? "is-refused" : undefined}
            >
              <Button
                class="start-example"
                aria-current={pointer === selected ? "true" : undefined}
                disabled={disabled || !isReady}
                onClick={() => studio.openExample(pointer)}
              >
                <span>
                  <Icon name={kind === "valid" ? "check" : "error"} /> {title}
                </span>
                <span class="muted">{codes.length > 0 && codes.join(", ")}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <SessionContext.Provider value={studio.example}>
        {selected !== undefined && <EditorView key={selected} />}
      </SessionContext.Provider>
    </section>
  );
}

function currentOf(studio: Studio): unknown {
  return studio.example.store.get().candidate ?? {};
}
