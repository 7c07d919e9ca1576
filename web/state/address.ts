/**
 * The address of the page: the domain in the query, the view and the place behind the `#`, as in
 * `?domain=datagen/generator-option#form:/owner/id`. Back and forward go through views, and a copied address leads to
 * the same field.
 */
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import type { Session } from "./session.ts";
import type { View } from "./state.ts";

/** How a link begins that holds a draft. It is read when the page opens. */
export const SHARED = "#draft=";
const FRAGMENT = /^#(start|form|json|package)(?::(.*))?$/s;

export function followAddress(session: Session, initial: string): void {
  const { store, boot } = session;
  let shown = "";
  // While the page follows the address, it does not change it.
  let isFollowing = false;

  function address(): { path: string; view: string } {
    const { domain, phase, view, jump } = store.get();
    const query = domain !== undefined && boot.domains.length > 1 ? `?domain=${nameOf(domain)}` : "";
    const place =
      phase === "work" && view !== "package" && jump !== undefined
        ? `:${encodeURI(jump.pointer.toWellFormed())}`
        : "";
    const name = phase === "work" ? view : "start";
    return { path: `${location.pathname}${query}#${name}${place}`, view: `${query}#${name}` };
  }

  function apply(fragment: string): void {
    const [, name, place] = FRAGMENT.exec(fragment) ?? [];
    const { phase, built } = store.get();
    if (name === undefined) return;
    if (name === "start") {
      if (phase === "work") session.leave();
      return;
    }
    if (phase === "start") session.resume();
    if (store.get().phase !== "work" || (name === "package" && built === undefined)) return;
    session.show(name as View);
    if (place !== undefined) session.goTo(decode(place));
  }

  apply(initial);
  const first = address();
  shown = first.view;
  history.replaceState(null, "", first.path);
  store.subscribe(() => {
    const { phase } = store.get();
    if (location.hash.startsWith(SHARED)) return;
    if (isFollowing || phase === "loading" || phase === "unavailable") return;
    const { path, view } = address();
    if (view !== shown) history.pushState(null, "", path);
    // A place is part of the address, but no step to go back to.
    else if (location.pathname + location.search + location.hash !== path)
      history.replaceState(null, "", path);
    shown = view;
  });
  addEventListener("popstate", () => {
    if (location.hash.startsWith(SHARED)) return location.reload();
    const wanted = new URLSearchParams(location.search).get("domain");
    const { domain } = store.get();
    const other = boot.domains.find((one) => nameOf(one) === wanted);
    const [, name = "start"] = FRAGMENT.exec(location.hash) ?? [];
    const { hash, search } = location;
    const follow = (): void => {
      apply(hash);
      isFollowing = false;
      shown = `${search}#${name}`;
    };
    isFollowing = true;
    if (other !== undefined && domain !== undefined && nameOf(other) !== nameOf(domain))
      void session.openDomain(other).then(follow);
    else follow();
  });
}

function decode(place: string): string {
  try {
    return decodeURI(place);
  } catch {
    return place;
  }
}
