/** A file may be dropped anywhere on the page. */
import { useEffect, useState } from "preact/hooks";

export function DropZone({ onFile }: { onFile(file: File): void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const controller = new AbortController();
    const on = (name: "dragover" | "dragleave" | "drop", run: (event: DragEvent) => void) =>
      document.addEventListener(name, run, controller);
    on("dragover", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", (event) => event.relatedTarget === null && setOver(false));
    on("drop", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) onFile(file);
    });
    return () => controller.abort();
  }, [onFile]);
  return isOver ? (
    <div class="drop-zone">
      <p>Drop the file to open it</p>
    </div>
  ) : null;
}
