/** A button with a menu: arrow keys, Home, End, Escape, and a click elsewhere closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly detail?: string;
  readonly disabled?: boolean;
  readonly checked?: boolean;
  run(): void;
}

interface MenuProps {
  readonly label?: string;
  readonly class?: string;
  readonly id?: string;
  readonly items: readonly (MenuItem | { heading: string })[];
  readonly align?: "start" | "end";
  readonly children: ComponentChildren;
  /** Keys on the button that the menu leaves to others. */
  onKeyDown?(event: KeyboardEvent): void;
  onPointerDown?(event: PointerEvent): void;
}

export function Menu({
  label,
  class: className = "button",
  id,
  items,
  align = "start",
  children,
  ...more
}: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = () => [
    ...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? []),
  ];

  useEffect(() => {
    if (!isOpen) return;
    entries()[0]?.focus();
    const closeOutside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const list = entries();
    const at = list.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + list.length, Home: 0, End: list.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      list[to % list.length]?.focus();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") setOpen(false);
  };

  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        ref={button}
        class={className}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={more.onKeyDown}
        onPointerDown={more.onPointerDown}
      >
        {children}
      </button>
      {isOpen && (
        <div
          class={`menu-list menu-${align}`}
          role="menu"
          aria-label={label ?? "Actions"}
          onKeyDown={onKeyDown}
        >
          {items.map((item) =>
            "heading" in item ? (
              <div class="menu-heading" role="presentation">
                {item.heading}
              </div>
            ) : (
              <button
                type="button"
                {...(item.checked === undefined
                  ? { role: "menuitem" }
                  : { role: "menuitemradio", "aria-checked": item.checked })}
                aria-disabled={item.disabled}
                tabIndex={-1}
                class="menu-item"
                onClick={() => {
                  if (item.disabled) return;
                  close();
                  item.run();
                }}
              >
                <span>{item.label}</span>
                {item.detail && <span class="muted">{item.detail}</span>}
              </button>
            ),
          )}
        </div>
      )}
    </div>
  );
}
