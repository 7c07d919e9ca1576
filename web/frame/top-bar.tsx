/** The bar at the top: which domain, how the draft is kept, how many calls are left, the key. */

import { useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { useCountdown } from "../panel/next-step.tsx";
import { download } from "../start/actions.ts";
import { FilePicker, pickFile } from "../start/file-picker.tsx";
import { useParts, useSession } from "../state/context.ts";
import type { Session } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { applyTheme, readTheme, type Theme } from "../ui/theme.ts";
import { Brand } from "./brand.tsx";

export function TopBar() {
  const { phase } = useParts("phase");
  return (
    <header class="top-bar">
      <Brand name="Preflight" />
      <DomainMenu />
      <FilePicker />
      <div class="top-bar-gap" />
      {phase === "work" && <Saved />}
      <Calls />
      <KeyButton />
      {phase === "work" && <DraftMenu />}
      <MoreMenu />
    </header>
  );
}

function DomainMenu() {
  const session = useSession();
  const { domain } = useParts("domain");
  const { domains } = session.boot;
  if (domain === undefined) return null;
  const name = (
    <>
      <span class="domain-product">{domain.targetProduct} /</span>{" "}
      <span class="domain-title">{domain.title}</span>
    </>
  );
  if (domains.length < 2) return <span class="domain">{name}</span>;
  return (
    <Menu
      class="button button-quiet domain"
      label={`${domain.targetProduct} / ${domain.title}: choose what to propose`}
      items={domains.map((one) => ({
        label: one.title,
        detail: one.ready ? one.targetProduct : `${one.targetProduct}, not available at the moment`,
        checked: nameOf(one) === nameOf(domain),
        run: () => {
          history.replaceState(null, "", `?domain=${nameOf(one)}`);
          void session.openDomain(one);
        },
      }))}
    >
      {name} <Icon name="down" />
    </Menu>
  );
}

function Saved() {
  const { saved } = useParts("saved");
  const words = { yes: "Draft saved", soon: "Saving…", never: "Not stored by this browser" }[saved];
  return <span class="status-text">{words}</span>;
}

function Calls() {
  const session = useSession();
  const { budget, key } = useParts("budget", "key");
  const seconds = useCountdown(budget?.resetsAt);
  if (key === "" && budget === undefined) return null;
  const { callsPerMinute } = session.boot;
  const left = budget === undefined || seconds === 0 ? (budget?.limit ?? callsPerMinute) : budget.remaining;
  return (
    <span class="status-text" title="Calls of this minute that are left">
      {left} {left === 1 ? "call" : "calls"} left
    </span>
  );
}

function KeyButton() {
  const session = useSession();
  const { key, failure } = useParts("key", "failure");
  const state = failure?.kind === "key-refused" ? "refused" : key === "" ? "none" : "set";
  const words = { refused: "Key refused", none: "Add key", set: "Key" }[state];
  return (
    <Button class={`button button-small key-button is-${state}`} onClick={() => session.open("key")}>
      <Icon name="key" />
      <span>{words}</span>
    </Button>
  );
}

/** What can be done with a draft as a whole. */
export function draftItems({ open, leave, store }: Session): MenuItem[] {
  const save = () => {
    const { domain, text } = store.get();
    download(`${domain?.domainId ?? "proposal"}.json`, text);
  };
  return [
    { label: "Start something new", detail: "This draft is kept", run: leave },
    { label: "Open a file…", run: pickFile },
    { label: "Paste anything…", run: () => open("paste") },
    { label: "Drafts and versions…", run: () => open("drafts") },
    { label: "Download", detail: "As a JSON file", run: save },
    { label: "Share a link…", run: () => open("share") },
  ];
}

function DraftMenu() {
  const session = useSession();
  return (
    <Menu class="button button-small" label="Draft" align="end" items={draftItems(session)}>
      <Icon name="file" />
      <span class="button-text">Draft</span>
      <Icon name="down" />
    </Menu>
  );
}

function MoreMenu() {
  const session = useSession();
  const { phase, domain } = useParts("phase", "domain");
  const [theme, setTheme] = useState<Theme>(readTheme());
  const choose = (next: Theme) => () => {
    applyTheme(next);
    setTheme(next);
  };
  const go = (path: string) => () => location.assign(path);
  return (
    <Menu
      class="icon-button"
      label="More"
      align="end"
      items={[
        ...(domain === undefined ? [] : [{ label: "My proposals…", run: () => session.open("proposals") }]),
        ...(phase === "work"
          ? [{ label: "Commands…", detail: "Ctrl+K", run: () => session.open("commands") }]
          : []),
        { label: "API reference", run: go("docs") },
        { label: "Rules", run: go("rules") },
        { label: "Rules studio", detail: "Write rules for a product", run: go("studio") },
        { label: "For agents", run: go("llms.txt") },
        { heading: "Appearance" },
        { label: "As the system", checked: theme === "system", run: choose("system") },
        { label: "Light", checked: theme === "light", run: choose("light") },
        { label: "Dark", checked: theme === "dark", run: choose("dark") },
      ]}
    >
      <Icon name="menu" />
    </Menu>
  );
}
