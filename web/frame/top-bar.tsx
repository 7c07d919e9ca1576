/** The bar at the top: which domain, how the draft is kept, how many calls are left, the key. */

import { useState } from "preact/hooks";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import { useCountdown } from "../panel/next-step.tsx";
import { download } from "../start/actions.ts";
import { useFilePicker } from "../start/file-picker.tsx";
import { useSelect, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { applyTheme, readTheme, type Theme } from "../ui/theme.ts";

export function TopBar() {
  const phase = useSelect((state) => state.phase);
  return (
    <header class="top-bar">
      <a class="brand" href="./" title="Preflight">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <rect width="24" height="24" rx="6" fill="currentColor" />
          <path d="m6.500 12.500 3.700 3.700 7.300-8" class="brand-mark" />
        </svg>
        <span>Preflight</span>
      </a>
      <DomainMenu />
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
  const domain = useSelect((state) => state.domain);
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
  const saved = useSelect((state) => state.saved);
  const words = { yes: "Draft saved", soon: "Saving…", never: "Not stored by this browser" }[saved];
  return <span class="status-text">{words}</span>;
}

function Calls() {
  const session = useSession();
  const budget = useSelect((state) => state.budget);
  const key = useSelect((state) => state.key);
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
  const key = useSelect((state) => state.key);
  const isRefused = useSelect((state) => state.failure?.kind === "key-refused");
  const state = isRefused ? "refused" : key === "" ? "none" : "set";
  const words = { refused: "Key refused", none: "Add key", set: "Key" }[state];
  return (
    <Button class={`button button-small key-button is-${state}`} onClick={() => session.open("key")}>
      <Icon name="key" />
      <span>{words}</span>
    </Button>
  );
}

function DraftMenu() {
  const session = useSession();
  const domain = useSelect((state) => state.domain);
  const { input, pick } = useFilePicker();
  return (
    <>
      <Menu
        class="button button-small"
        label="Draft"
        align="end"
        items={[
          { label: "Start something new", detail: "This draft is kept", run: () => session.leave() },
          { label: "Open a file…", run: pick },
          { label: "Paste anything…", run: () => session.open("paste") },
          { label: "Drafts and versions…", run: () => session.open("drafts") },
          {
            label: "Download",
            detail: "As a JSON file",
            run: () => download(`${domain?.domainId ?? "proposal"}.json`, session.store.get().text),
          },
          { label: "Share a link…", run: () => session.open("share") },
        ]}
      >
        <Icon name="file" />
        <span class="button-text">Draft</span>
        <Icon name="down" />
      </Menu>
      {input}
    </>
  );
}

function MoreMenu() {
  const session = useSession();
  const phase = useSelect((state) => state.phase);
  const domain = useSelect((state) => state.domain);
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
