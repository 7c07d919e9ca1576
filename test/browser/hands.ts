/** Somebody who uses a page, with a mouse or with the keyboard alone, and counts what they do. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { pasteInto } from "./paste.ts";

export interface Hands {
  click(target: Locator): Promise<void>;
  choose(target: Locator, option: string): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  paste(target: Locator, text: string): Promise<void>;
  /** A click, a key that does something, a choice, or a text. Tab and arrows that only lead there are not counted. */
  count(): number;
}

function counting(acts: Omit<Hands, "count">): Hands {
  let count = 0;
  const counted =
    <Given extends unknown[]>(act: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      count++;
      await act(...given);
    };
  return {
    click: counted(acts.click),
    choose: counted(acts.choose),
    type: counted(acts.type),
    press: counted(acts.press),
    paste: counted(acts.paste),
    count: () => count,
  };
}

export function mouseOn(page: Page): Hands {
  return counting({
    click: (target) => target.click(),
    choose: async (target, option) => void (await target.selectOption(option)),
    type: (target, text) => target.fill(text),
    press: (key) => page.keyboard.press(key),
    paste: pasteInto,
  });
}

const MOST_STOPS = 200;

/** No event of a mouse. The focus can be seen wherever it is, and nothing that is done leaves it nowhere. */
export function keyboardOn(page: Page): Hands {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    const isItem = (await target.getAttribute("role"))?.startsWith("menuitem") === true;
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await isFocused(target)) {
        // An editor draws its outline 10 ms after it has the focus.
        await expect.poll(() => page.evaluate(SEEN), { message: String(target), timeout: 20_000 }).toBe(true);
        return;
      }
      await page.keyboard.press(isItem ? "ArrowDown" : "Tab");
    }
    throw new Error(`No key leads to ${target}.`);
  }
  const after = () => expect.poll(() => page.evaluate(SOMEWHERE), { timeout: 20_000 }).toBe(true);
  return counting({
    async click(target) {
      await reach(target);
      const isBox = ["checkbox", "radio"].includes((await target.getAttribute("type")) ?? "");
      await page.keyboard.press(isBox ? "Space" : "Enter");
      await after();
    },
    async choose(target, option) {
      await reach(target);
      await page.keyboard.type(option);
      await after();
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(text);
      await after();
    },
    async press(key) {
      await page.keyboard.press(key);
      await after();
    },
    paste: pasteInto,
  });
}

interface Focusable {
  readonly shadowRoot?: { readonly activeElement: Focusable | null } | null;
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element: unknown) => {
    const page = globalThis as unknown as { document: { activeElement: Focusable | null } };
    let active = page.document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === element;
  });
}

const SOMEWHERE = "document.activeElement !== null && document.activeElement !== document.body";

/** An outline of the element, or of the editor that it is the content of. */
const SEEN = `(() => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (!active?.matches(":focus-visible")) return false;
  const shown = [active, active.closest(".cm-editor")].filter((one) => one);
  return shown.some((one) => getComputedStyle(one).outlineStyle !== "none") || active.matches(".menu-item");
})()`;
