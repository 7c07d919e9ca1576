/** A part of the page that is loaded when it is first shown, or before that when the browser has nothing else to do. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: ComponentType = () => (
    <p class="obstacle" role="alert">
      This part of the page could not be loaded. Check the connection and reload; your draft is kept.
    </p>
  ),
): ComponentType<Props> & { preload(): Promise<unknown> } {
  let known: ComponentType<Props> | undefined;
  const Failed = failed;
  const loadOnce = async () => {
    known ??= await load();
  };
  return Object.assign(Lazy, { preload: loadOnce });

  function Lazy(props: Props) {
    const [state, setState] = useState<"loading" | "ready" | "failed">(known ? "ready" : "loading");
    useEffect(() => {
      // It may have been loaded since this was shown, which nobody has told the page yet.
      if (state === "ready") return;
      let isGone = false;
      loadOnce().then(
        () => !isGone && setState("ready"),
        () => !isGone && setState("failed"),
      );
      return () => {
        isGone = true;
      };
    }, []);
    const Part = known;
    if (state === "failed") return <Failed />;
    return Part === undefined ? null : <Part {...props} />;
  }
}
