/** Starts the workbench. */
import { nameOf } from "../src/core/spec-package/spec-package.ts";
import "./styles/main.css";
import { render } from "preact";
import { App, preloadParts } from "./app.tsx";
import { readFragment } from "./start/share.ts";
import { followAddress } from "./state/address.ts";
import { readBoot } from "./state/boot.ts";
import { createDrafts } from "./state/drafts.ts";
import { createFetchRules, createFindEntries } from "./state/rules.ts";
import { createService } from "./state/service.ts";
import { createSession } from "./state/session.ts";
import { readStored, storage, store } from "./state/storage.ts";
import { keepFocus } from "./ui/keep-focus.ts";
import { applyTheme, readTheme } from "./ui/theme.ts";
import { createChecker } from "./worker/client.ts";

const REFRESH_MS = 60_000;

applyTheme(readTheme());
const base = new URL(".", document.baseURI).href;
const now = () => Date.now();
const boot = readBoot();
const checker = createChecker();
const KEY_NAME = "preflight:key";
const session = createSession({
  boot,
  checker,
  service: createService(base, now),
  drafts: createDrafts(storage("localStorage"), storage("sessionStorage"), now),
  fetchRules: createFetchRules(base, checker),
  findEntries: createFindEntries(base),
  formOf: checker.formOf,
  keys: {
    // For this tab alone, and gone when it is closed.
    read: () => readStored(storage("sessionStorage"), KEY_NAME) ?? "",
    write: (key) => store(storage("sessionStorage"), KEY_NAME, key),
  },
  now,
});

const root = document.getElementById("app");
if (root !== null) {
  root.textContent = "";
  render(<App session={session} />, root);
}
keepFocus(session.store);
void begin();

async function begin(): Promise<void> {
  const fragment = location.hash;
  const shared = await readFragment(fragment);
  if (shared !== undefined) history.replaceState(null, "", location.pathname + location.search);
  const wanted = shared?.domain || (new URLSearchParams(location.search).get("domain") ?? "");
  const [only, ...others] = boot.domains;
  const domain =
    boot.domains.find((one) => nameOf(one) === wanted) ?? (others.length === 0 ? only : undefined);
  if (only === undefined)
    return session.store.set({ phase: "unavailable", obstacle: "This service has no domains." });
  if (domain === undefined) session.store.set({ phase: "start" });
  else await session.openDomain(domain, shared?.text);
  followAddress(session, shared === undefined ? fragment : "");
  if (wanted !== "" && (domain === undefined || nameOf(domain) !== wanted))
    session.fail(`This service does not know “${wanted}”.`);
  else if (shared === null)
    session.fail("The link does not hold a draft that can be read. It may have been cut short.");
  else if (shared !== undefined) session.notify({ kind: "info", text: "Opened the draft from the link." });
}

// The first verdict comes first; what may be needed later is fetched when nothing else is to do.
const unsubscribe = session.store.subscribe(() => {
  const { phase, checkedText } = session.store.get();
  if (phase !== "start" && checkedText === undefined) return;
  unsubscribe();
  performance.mark("preflight:ready");
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000));
  whenIdle(() => void Promise.all([preloadParts(), checker.preload()]));
});

addEventListener("pagehide", () => session.save());
addEventListener("beforeunload", (event) => {
  session.save();
  const { phase, saved } = session.store.get();
  if (phase === "work" && saved === "never") event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void session.refreshRules();
  else session.save();
});
setInterval(() => {
  if (document.visibilityState === "visible") void session.refreshRules();
}, REFRESH_MS);
