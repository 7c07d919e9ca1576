import type { ComponentChildren } from "preact";

interface ScrollRegionProps {
  readonly class: string;
  readonly label: string;
  readonly children: ComponentChildren;
  onPaste?(event: ClipboardEvent): void;
}

/** What scrolls must be reachable by keyboard, and named for those who arrive there. */
export function ScrollRegion({ label, ...rest }: ScrollRegionProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
  return <section tabIndex={0} aria-label={label} {...rest} />;
}
