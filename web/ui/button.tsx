import type { ComponentProps } from "preact";
import { Icon, type IconName } from "./icons.tsx";

type Native = ComponentProps<"button">;

interface ButtonProps extends Omit<Native, "class" | "kind"> {
  /** How it looks: of the usual kinds, or by a class of its own. */
  readonly kind?: "small" | "primary" | "add" | "small primary";
  readonly class?: string;
}

export function Button({ kind, class: own, type = "button", ...rest }: ButtonProps) {
  const usual = ["button", ...(kind?.split(" ") ?? []).map((name) => `button-${name}`)].join(" ");
  return <button type={type} class={own ?? usual} {...rest} />;
}

/** A button that is only an icon, with a name for those who cannot see it. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<Native, "icon" | "class"> & { icon: IconName; label: string }) {
  return (
    <button type="button" class="icon-button" aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
