/** The handle of a row: drag it, move it with the arrow keys, or open its menu. */
import type { ComponentChildren, RefObject } from "preact";
import { useCallback, useRef, useState } from "preact/hooks";
import { arranged, listAt, moveItem, withoutItem } from "../json/edit.ts";
import { useSession } from "../state/context.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import { announce, idOf } from "./hooks.ts";
import { useWithin, Within } from "./within.tsx";

export interface RowPlace {
  /** Of the list that it is in. */
  readonly pointer: string;
  readonly index: number;
  readonly isLast: boolean;
  /** What the row is called, such as “minutes” or "Sample record 2". */
  readonly name: string;
  /** The class that it has while a row is dragged. */
  readonly mark: string;
  onPointerDown(index: number, event: PointerEvent): void;
}

/** A row that needs more room than a line. */
export function RowCard({ children, ...row }: RowPlace & { readonly children: ComponentChildren }) {
  const at = `${row.pointer}/${row.index}`;
  return (
    <li class={`row-card ${row.mark}`} data-row={at} data-place={at}>
      <div class="row-card-head">
        <RowMenu {...row} />
        <strong>{row.name}</strong>
        <RemoveButton {...row} />
      </div>
      <Within.Provider value={`${row.name}${useWithin()}`}>{children}</Within.Provider>
    </li>
  );
}

/** The rows of a list, as its element and each of them needs them. */
export function useRows<Holder extends HTMLElement>(
  pointer: string,
  list: readonly unknown[],
  nameAt: (index: number) => string,
) {
  const holder = useRef<Holder>(null);
  const { add, move } = useListActions(pointer);
  const { drag, onPointerDown } = useReorder(holder, (from, to) => move(from, to, nameAt(from)));
  // Nothing that changes with another row, so that a key in one row draws that row alone.
  const rowAt = (index: number): RowPlace => ({
    ...{ pointer, index, isLast: index === list.length - 1, name: nameAt(index) },
    ...{ mark: dragMark(drag, index), onPointerDown },
  });
  return { holder, add, rowAt };
}

function useListActions(pointer: string) {
  const session = useSession();
  // Read when it is needed: a key that is pressed twice may come before the list has been drawn again.
  const listNow = () => listAt(session.store.get().candidate, pointer);
  const focusHandle = (index: number): void => {
    document.getElementById(idOf(`${pointer}/${index}`, "handle"))?.focus();
  };
  const actions = {
    move(from: number, to: number, name: string): void {
      const list = listNow();
      if (to < 0 || to >= list.length) return;
      session.setValue(pointer, moveItem(list, from, to), "");
      announce(`${name} is now number ${to + 1} of ${list.length}.`);
      // At once, since the next key is for that row; and again later, since a menu gives the focus back when it closes.
      focusHandle(to);
      requestAnimationFrame(() => focusHandle(to));
    },
    remove(index: number, name: string): void {
      const list = listNow();
      session.setValue(pointer, withoutItem(list, index), "");
      session.done(`Removed ${name}.`);
      requestAnimationFrame(() => {
        if (list.length > 1) focusHandle(Math.min(index, list.length - 2));
        else document.getElementById(idOf(pointer, "add"))?.focus();
      });
    },
    add: (item: unknown) => actions.grow((list) => arranged(list, list.keys(), item)),
    duplicate: (index: number) => actions.grow((list) => arranged(list, [...list.keys(), index])),
    grow(make: (list: readonly unknown[]) => unknown[]): void {
      const list = listNow();
      session.setValue(pointer, make(list), "");
      requestAnimationFrame(() => {
        const row = document.querySelector(`[data-row="${CSS.escape(`${pointer}/${list.length}`)}"]`);
        row?.querySelector<HTMLElement>("input, select, textarea")?.focus();
      });
    },
  };
  return actions;
}

export function RowMenu({ pointer, index, isLast, name, onPointerDown }: RowPlace) {
  const { move, remove, duplicate } = useListActions(pointer);
  const within = useWithin();
  return (
    <Menu
      class="icon-button handle"
      label={`Move or remove ${name}${within}`}
      id={idOf(`${pointer}/${index}`, "handle")}
      onPointerDown={(event) => onPointerDown(index, event)}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move(index, index + step, name);
      }}
      items={[
        { label: "Move up", disabled: index === 0, run: () => move(index, index - 1, name) },
        { label: "Move down", disabled: isLast, run: () => move(index, index + 1, name) },
        { label: "Duplicate", run: () => duplicate(index) },
        { label: "Remove", run: () => remove(index, name) },
      ]}
    >
      <Icon name="grip" />
    </Menu>
  );
}

export function RemoveButton({ pointer, index, name }: Pick<RowPlace, "pointer" | "index" | "name">) {
  const { remove } = useListActions(pointer);
  return (
    <IconButton icon="close" label={`Remove ${name}${useWithin()}`} onClick={() => remove(index, name)} />
  );
}

/** While a row is dragged: where it came from, and where it would land. */
type Drag = { readonly from: number; readonly to: number } | undefined;

const MIN_MOVE = 4;

/** The class of a row while one is dragged. */
function dragMark(drag: Drag, index: number): string {
  if (drag === undefined) return "";
  if (drag.from === index) return "is-dragged";
  if (drag.to !== index) return "";
  return drag.to < drag.from ? "is-drop-before" : "is-drop-after";
}

/** Moves rows by dragging their handle, with a mouse, a pen or a finger. Arrow keys on the handle do the same. */
function useReorder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
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
