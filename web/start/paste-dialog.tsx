/** One way in for everything: what a text was understood as is shown before it replaces anything. */
import { useEffect, useState } from "preact/hooks";
import { show } from "../json/changes.ts";
import { useParts, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/labelled.tsx";
import { useLatest } from "../ui/latest.ts";
import { Said } from "../ui/said.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { readText, type Understood } from "./read-text.ts";
import { type Target, targetsOf } from "./targets.ts";

const MAX_SHOWN_ROWS = 4;
const MAX_SHOWN_COLUMNS = 6;

interface Reading {
  readonly found: Understood;
  readonly targets: readonly Target[];
}

export function PasteDialog() {
  const session = useSession();
  const { incoming } = useParts("incoming");
  const [text, setText] = useState(incoming?.text ?? "");
  const [chosen, setChosen] = useState(0);
  const name = incoming?.name ?? "";
  const close = () => session.open(undefined);
  const use = (target: Target): void => {
    close();
    target.run();
  };

  const latest = useLatest(async () => {
    const found = await readText(text, name);
    return { text, found, targets: await targetsOf(session, found, name) };
  }, [text]);
  // What was understood of an earlier text must not be used for this one.
  const reading = latest?.text === text ? latest : undefined;
  useEffect(() => {
    setChosen(0);
    if (reading === undefined) return;
    const [first, ...more] = reading.targets;
    // A file on the start page replaces nothing.
    const isPlain = incoming?.name !== undefined && session.store.get().phase === "start";
    if (isPlain && reading.text === incoming.text && more.length === 0 && first?.isDoubtful === false)
      use(first);
  }, [reading]);
  const target = reading?.targets[chosen];
  const canOpenAsText = reading?.found.kind === "nothing" && /[{[]/.test(text);
  return (
    <Dialog title={name === "" ? "Paste anything" : name} onClose={close} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (target !== undefined) use(target);
        }}
      >
        <TextField
          id="incoming"
          label="Text"
          rows={8}
          value={text}
          placeholder={
            "JSON or YAML, alone or in an answer of a model,\nCSV, cells of a spreadsheet, or a link of this page"
          }
          describedBy="incoming-note"
          onText={setText}
        />
        <div id="incoming-note" class="understood" role="status">
          {reading !== undefined && <Understanding reading={reading} isEmpty={text.trim() === ""} />}
        </div>
        {reading !== undefined && reading.targets.length > 1 && (
          <fieldset class="targets">
            <legend class="label">What to do with it</legend>
            {reading.targets.map(({ title, detail }, index) => (
              <label key={title} class="target">
                <input
                  type="radio"
                  name="target"
                  checked={index === chosen}
                  onChange={() => setChosen(index)}
                />
                <span>
                  {title} <span class="muted">{detail}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <footer class="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          {canOpenAsText && (
            <Button
              onClick={() => {
                close();
                session.start(text, { view: "json", notice: "Opened as text." });
              }}
            >
              Open it as text
            </Button>
          )}
          <Button type="submit" kind="primary" disabled={target === undefined}>
            {target?.title ?? "Use it"}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function Understanding({ reading: { found, targets }, isEmpty }: { reading: Reading; isEmpty: boolean }) {
  if (found.kind === "nothing")
    return isEmpty ? (
      <p class="hint">It is read as you paste, and shown here before anything changes.</p>
    ) : (
      <Said>{found.reason}</Said>
    );
  const [only] = targets;
  return (
    <>
      <p>
        Read as <strong>{found.notation}</strong>
        {found.kind === "rows" && `: ${found.rows.length} ${found.rows.length === 1 ? "row" : "rows"}`}.{" "}
        {targets.length === 1 && (
          <span class={only?.isDoubtful ? "is-doubtful" : "muted"}>{only?.detail}</span>
        )}
        {targets.length === 0 &&
          (found.kind === "rows"
            ? "Nothing in this form takes it: no column is called like a field."
            : "It fits nothing that can be proposed here.")}
      </p>
      <Preview found={found} />
    </>
  );
}

function Preview({ found }: { found: Exclude<Understood, { kind: "nothing" }> }) {
  const rows =
    found.kind === "rows"
      ? found.rows
      : Object.entries(found.value).map(([name, value]) => ({ name, value }));
  const columns = [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))];
  const max = found.kind === "rows" ? MAX_SHOWN_ROWS : 8;
  return (
    <ScrollRegion class="preview-scroll" label="What was read">
      <table class="preview">
        {found.kind === "rows" && (
          <thead>
            <tr>
              {columns.slice(0, MAX_SHOWN_COLUMNS).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.slice(0, max).map((row, index) => (
            <tr key={index}>
              {columns.slice(0, MAX_SHOWN_COLUMNS).map((column) => {
                const cell = (row as Record<string, unknown>)[column];
                return (
                  <td key={column}>
                    {typeof cell === "string" ? cell.slice(0, 80) : cell === undefined ? "" : show(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > max && <p class="muted">and {rows.length - max} more</p>}
    </ScrollRegion>
  );
}
