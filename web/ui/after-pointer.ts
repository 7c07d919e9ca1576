/**
 * Runs what moves the page when no button is pressed. Between pressing and releasing, a button that moves away would
 * miss its click.
 */
const waiting: (() => void)[] = [];
let isDown = false;

function release(): void {
  isDown = false;
  // The click comes after the release, and the page may change after the click.
  setTimeout(() => {
    if (!isDown) for (const run of waiting.splice(0)) run();
  });
}

addEventListener("pointerdown", () => (isDown = true), { capture: true });
addEventListener("pointerup", release, { capture: true });
addEventListener("pointercancel", release, { capture: true });
addEventListener("dragend", release, { capture: true });

export function afterPointer(run: () => void): void {
  if (isDown || waiting.length > 0) waiting.push(run);
  else run();
}
