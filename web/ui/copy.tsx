import { useEffect, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

const SHOWN_MS = 2_000;

interface CopyProps {
  readonly text: string;
  readonly label?: string;
  readonly kind?: "small" | "primary";
}

export function CopyButton({ text, label = "Copy", kind = "small" }: CopyProps) {
  const [state, setState] = useState<"ready" | "done" | "failed">("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState("done");
    } catch {
      setState("failed");
    }
  };
  return (
    <Button kind={kind} onClick={copy}>
      <Icon name={state === "done" ? "check" : "copy"} />
      <span aria-live="polite">
        {state === "done" ? "Copied" : state === "failed" ? "Select it and copy" : label}
      </span>
    </Button>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="code-block">
      <ScrollRegion class="code-scroll" label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollRegion>
      <CopyButton text={text} />
    </div>
  );
}
