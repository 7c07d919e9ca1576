/** The command palette: every action, every field and every problem, found by typing. */

import { useMemo, useRef, useState } from "preact/hooks";
import { escapeToken } from "../../src/core/json/values.ts";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { labelOf } from "../model/places.ts";
import { useSession } from "../state/context.ts";
import type { Session } from "../state/session.ts";
import { askLabel } from "../state/verdict.ts";
import { Dialog } from "../ui/dialog.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { applyTheme } from "../ui/theme.ts";
import { draftItems } from "./top-bar.tsx";

const MAX_SHOWN = 12;

export function CommandsDialog() {
  const session = useSession();
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const commands = useMemo(() => commandsOf(session), [session]);
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands
    .filter(({ label, detail = "" }) =>
      words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
    )
    .slice(0, MAX_SHOWN);
  const run = (command: MenuItem | undefined): void => {
    if (command === undefined) return;
    session.open(undefined);
    // After the dialog has given the focus back.
    requestAnimationFrame(() => command.run());
  };
  const move = (step: number): void => {
    const next = (at + step + found.length) % Math.max(1, found.length);
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog title="Commands" onClose={() => session.open(undefined)}>
      <input
        class="input"
        role="combobox"
        aria-label="Find a command, a field or a problem"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found[at] ? `command-${at}` : undefined}
        placeholder="Type to find a field, a problem or a command"
        autocomplete="off"
        value={asked}
        onInput={({ currentTarget }) => {
          setAsked(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") move(1);
          else if (event.key === "ArrowUp") move(-1);
          else if (event.key === "Enter") run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div class="commands" id="commands" role="listbox" aria-label="Commands" ref={list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input above.
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
          <div
            key={`${command.label} ${command.detail}`}
            id={`command-${index}`}
            class="command"
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            {command.detail && <span class="muted">{command.detail}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted">Nothing is called like that.</p>}
    </Dialog>
  );
}

function commandsOf(session: Session): MenuItem[] {
  const { rules, candidate, problems, undo, redo, domain, built } = session.store.get();
  const commands: MenuItem[] = [
    { label: "Build package", detail: "Ctrl+Enter", run: () => void session.build() },
    { label: askLabel(session.store.get()), run: () => void session.askService() },
    { label: "Go to the next problem", detail: "F8", run: () => session.nextProblem(1) },
    { label: "Fix all safe", run: () => session.open("repair-safe") },
    { label: "Repair", run: () => session.open("repair-suggested") },
    ...(undo === undefined ? [] : [{ label: `Undo: ${undo}`, detail: "Ctrl+Z", run: () => session.undo() }]),
    ...(redo === undefined
      ? []
      : [{ label: `Redo: ${redo}`, detail: "Ctrl+Shift+Z", run: () => session.redo() }]),
    { label: "Show the form", run: () => session.show("form") },
    { label: "Show the JSON", run: () => session.show("json") },
    ...(built === undefined ? [] : [{ label: "Show the package", run: () => session.show("package") }]),
    ...draftItems(session),
    { label: "My proposals", run: () => session.open("proposals") },
    { label: "API key", run: () => session.open("key") },
    { label: "Light appearance", run: () => applyTheme("light") },
    { label: "Dark appearance", run: () => applyTheme("dark") },
    ...session.boot.domains
      .filter((one) => domain === undefined || nameOf(one) !== nameOf(domain))
      .map((one) => ({
        label: `Open ${one.title}`,
        detail: nameOf(one),
        run: () => void session.openDomain(one),
      })),
  ];
  for (const { label, message, pointer, severity } of problems)
    commands.push({ label: `${label}: ${message}`, detail: severity, run: () => session.goTo(pointer) });
  const visit = (at: string, depth: number, model = rules?.model): void => {
    if (model?.kind !== "group") return;
    for (const member of model.members) {
      const pointer = `${at}/${escapeToken(member.name)}`;
      commands.push({
        label: labelOf(rules!.model, candidate, pointer),
        detail: "field",
        run: () => {
          session.show("form");
          session.goTo(pointer);
        },
      });
      if (depth < 3 && member.kind === "group") visit(pointer, depth + 1, member);
    }
  };
  visit("", 0);
  return commands;
}
