import { Component, type ComponentType, createElement } from "preact";

/** Renders again only if a prop is another value. */
export function memo<Props extends object>(
  inner: (props: Props) => ReturnType<typeof createElement> | null,
): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const current = this.props as Record<string, unknown>;
      const keys = Object.keys({ ...current, ...next });
      return keys.some((key) => !Object.is(current[key], (next as Record<string, unknown>)[key]));
    }
    override render() {
      return createElement(inner as never, this.props as never);
    }
  } as unknown as ComponentType<Props>;
}
