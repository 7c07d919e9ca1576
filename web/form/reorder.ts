/** Moves rows by dragging their handle, with a mouse, a pen or a finger. Arrow keys on the handle do the same. */
import type { RefObject } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";

/** While a row is dragged: where it came from, and where it would land. */
type Drag = { readonly from: number; readonly to: number } | undefined;

const MIN_MOVE = 4;

/** The class of a row while one is dragged. */
export function dragMark(drag: Drag, index: number): string {
  if (drag === undefined) return "";
  if (drag.from === index) return "is-dragged";
  if (drag.to !== index) return "";
  return drag.to < drag.from ? "is-drop-before" : "is-drop-after";
}

export function useReorder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const current = useRef<Drag>(undefined);
  const latest = useRef(move);
  latest.current = move;

  const onPointerDown = useCallback((index: number, event: PointerEvent): void => {
    if (event.button !== 0) return;
    const startY = event.clientY;
    const update = (next: Drag): void => {
      current.current = next;
      setDrag(next);
    };
    const onMove = (moved: PointerEvent): void => {
      if (current.current === undefined && Math.abs(moved.clientY - startY) < MIN_MOVE) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])];
      const above = rows.filter((row, at) => {
        const { top, height } = row.getBoundingClientRect();
        return at !== index && top + height / 2 < moved.clientY;
      });
      update({ from: index, to: above.length });
    };
    const controller = new AbortController();
    const end = (isDrop: boolean) => (): void => {
      controller.abort();
      const dragged = current.current;
      update(undefined);
      if (dragged === undefined) return;
      // The click that follows a drag is not meant for the menu.
      const swallow = (click: Event): void => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      if (isDrop && dragged.to !== dragged.from) latest.current(dragged.from, dragged.to);
    };
    addEventListener("pointermove", onMove, controller);
    addEventListener("pointerup", end(true), controller);
    addEventListener("pointercancel", end(false), controller);
  }, []);

  return { drag, onPointerDown };
}
