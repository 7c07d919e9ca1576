/** Pastes a text, as Chromium does. The tests know no types of pages. */
import type { Locator } from "playwright-core";

export async function pasteInto(target: Locator, text: string): Promise<void> {
  await target.evaluate((element: unknown, data) => {
    const page = globalThis as unknown as Record<string, new (...given: unknown[]) => Clipboard>;
    interface Clipboard {
      setData(type: string, data: string): void;
    }
    const clipboardData = new page.DataTransfer!();
    clipboardData.setData("text/plain", data);
    const event = new page.ClipboardEvent!("paste", { clipboardData, bubbles: true, cancelable: true });
    (element as { dispatchEvent(event: unknown): void }).dispatchEvent(event);
  }, text);
}
