import type { Store } from "./store.ts";

/** What has the focus may go with what was done. Then the keyboard goes on at the beginning of the view. */
export function keepFocus(...stores: Pick<Store<object>, "subscribe">[]): void {
  let last: Element | undefined;
  addEventListener("focusin", ({ target }) => {
    last = target as Element;
  });
  const look = (): void => {
    if (document.activeElement !== document.body || last === undefined) return;
    if (last.isConnected && !last.matches(":disabled")) return;
    document.querySelector<HTMLElement>("#main [aria-selected=true], #main button:enabled")?.focus();
  };
  for (const { subscribe } of stores) subscribe(() => requestAnimationFrame(look));
}
