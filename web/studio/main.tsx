/** Starts the rules studio. Everything stays in the browser. */
import "../styles/studio.css";
import { render } from "preact";
import { readFragment } from "../start/share.ts";
import { SHARED } from "../state/address.ts";
import { readBoot } from "../state/boot.ts";
import { storage } from "../state/storage.ts";
import { keepFocus } from "../ui/keep-focus.ts";
import { applyTheme, readTheme } from "../ui/theme.ts";
import { StudioApp } from "./app.tsx";
import { STUDIO_DOMAIN } from "./dialogs.tsx";
import { EMPTY_SOURCE, publishedSource, sourceText } from "./sources.ts";
import { createStudio, openPackage } from "./studio.ts";

applyTheme(readTheme());
const base = new URL(".", document.baseURI).href;
const domains = readBoot()
  .domains.filter(({ ready }) => ready)
  .map(({ targetProduct, domainId, title }) => publishedSource(base, targetProduct, domainId, title));
const studio = createStudio(storage("localStorage"), storage("sessionStorage"));
const root = document.getElementById("app");
if (root !== null) {
  root.textContent = "";
  render(<StudioApp studio={studio} domains={domains} />, root);
}
keepFocus(studio.store, studio.rules.store);
void begin();

async function begin(): Promise<void> {
  const shared = await readFragment(location.hash);
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  await openPackage(studio, shared?.domain === STUDIO_DOMAIN ? shared.text : undefined);
  const isEmpty = () => studio.rules.store.get().phase !== "work";
  const first = isEmpty() ? await sourceText(domains[0] ?? EMPTY_SOURCE) : undefined;
  // Somebody may have opened another package meanwhile.
  if (isEmpty()) studio.rules.start(first ?? "{}");
  if (shared === null || (shared !== undefined && shared.domain !== STUDIO_DOMAIN))
    studio.rules.fail("The link does not hold a package that can be read.");
}

addEventListener("hashchange", () => location.hash.startsWith(SHARED) && location.reload());
// A rule that is being written joins the package when it is complete; until then nothing keeps it.
addEventListener("beforeunload", (event) => {
  studio.rules.save();
  if (studio.rules.store.get().saved === "never" || studio.store.get().adding) event.preventDefault();
});
addEventListener("pagehide", () => studio.rules.save());
