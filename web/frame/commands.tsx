/** The command palette: every action, every field and every problem, found by typing. */

import { useMemo, useRef, useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { isContainer } from "../model/model.ts";
import { labelOf } from "../model/places.ts";
import { download } from "../start/actions.ts";
import { useSession } from "../state/context.ts";
import type { Session } from "../state/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { applyTheme } from "../ui/theme.ts";

interface Command {
  readonly title: string;
  readonly detail?: string;
  run(): void;
}

const MAX_SHOWN = 12;

export function CommandsDialog() {
  const session = useSession();
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const commands = useMemo(() => commandsOf(session), [session]);
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands
    .filter(({ title, detail = "" }) =>
      words.every((word) => `${title} ${detail}`.toLowerCase().includes(word)),
    )
    .slice(0, MAX_SHOWN);
  const run = (command: Command | undefined): void => {
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
            key={`${command.title} ${command.detail}`}
            id={`command-${index}`}
            class="command"
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.detail && <span class="muted">{command.detail}</span>}
          </div>
        ))}
        {found.length === 0 && <p class="muted">Nothing is called like that.</p>}
      </div>
    </Dialog>
  );
}

function commandsOf(session: Session): Command[] {
  const { rules, candidate, problems, undo, redo, domain, text, built } = session.store.get();
  const commands: Command[] = [
    { title: "Build package", detail: "Ctrl+Enter", run: () => void session.build() },
    { title: "Check registry", run: () => void session.askService() },
    { title: "Go to the next problem", detail: "F8", run: () => session.nextProblem(1) },
    { title: "Fix all safe", run: () => session.open("repair-safe") },
    { title: "Repair", run: () => session.open("repair-suggested") },
    ...(undo === undefined ? [] : [{ title: `Undo: ${undo}`, detail: "Ctrl+Z", run: () => session.undo() }]),
    ...(redo === undefined
      ? []
      : [{ title: `Redo: ${redo}`, detail: "Ctrl+Shift+Z", run: () => session.redo() }]),
    { title: "Show the form", run: () => session.show("form") },
    { title: "Show the JSON", run: () => session.show("json") },
    ...(built === undefined ? [] : [{ title: "Show the package", run: () => session.show("package") }]),
    { title: "Paste anything", run: () => session.open("paste") },
    { title: "Drafts and versions", run: () => session.open("drafts") },
    { title: "My proposals", run: () => session.open("proposals") },
    { title: "Start something new", run: () => session.leave() },
    { title: "Share a link", run: () => session.open("share") },
    { title: "Download the draft", run: () => download(`${domain?.domainId ?? "proposal"}.json`, text) },
    { title: "API key", run: () => session.open("key") },
    { title: "Light appearance", run: () => applyTheme("light") },
    { title: "Dark appearance", run: () => applyTheme("dark") },
    ...session.boot.domains
      .filter((one) => domain === undefined || nameOf(one) !== nameOf(domain))
      .map((one) => ({
        title: `Open ${one.title}`,
        detail: nameOf(one),
        run: () => void session.openDomain(one),
      })),
  ];
  for (const { label, message, pointer, severity } of problems)
    commands.push({ title: `${label}: ${message}`, detail: severity, run: () => session.goTo(pointer) });
  const visit = (at: string, depth: number, model = rules?.model): void => {
    if (model?.kind !== "group") return;
    for (const member of model.members) {
      const pointer = `${at}/${member.name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      commands.push({
        title: labelOf(rules!.model, candidate, pointer),
        detail: "field",
        run: () => {
          session.show("form");
          session.goTo(pointer);
        },
      });
      if (depth < 3 && isContainer(member) && member.kind === "group") visit(pointer, depth + 1, member);
    }
  };
  visit("", 0);
  return commands;
}
