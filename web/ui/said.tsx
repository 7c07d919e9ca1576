import type { ComponentChildren } from "preact";
import { Icon } from "./icons.tsx";

interface SaidProps {
  readonly kind?: "error" | "success";
  readonly role?: "alert";
  readonly children: ComponentChildren;
}

/** A sentence about what went wrong, or well. */
export function Said({ kind = "error", children, ...rest }: SaidProps) {
  return (
    <p class={`inline-problem is-${kind}`} {...rest}>
      <Icon name={kind === "error" ? "error" : "check"} />
      <span>{children}</span>
    </p>
  );
}
