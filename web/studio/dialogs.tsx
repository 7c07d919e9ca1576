/** Open, and the form as proposers will see it. */
import { useEffect, useState } from "preact/hooks";
import { textOf } from "../start/actions.ts";
import { SessionContext } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FileButton } from "../ui/file-button.tsx";
import { TextField } from "../ui/labelled.tsx";
import { useLatest } from "../ui/latest.ts";
import { Said } from "../ui/said.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import type { Imported } from "./messages.ts";
import { readOpened } from "./opened.ts";
import { Ready } from "./rule-form.tsx";
import { openPackage, type Studio } from "./studio.ts";

interface Props {
  readonly studio: Studio;
  onClose(): void;
}

export const STUDIO_DOMAIN = "studio";

/** Opens a package, or makes one of a schema. What was open is kept aside, and can be had back by undo. */
export function OpenDialog({ studio, given, onClose }: Props & { readonly given: string }) {
  const [text, setText] = useState(given);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [product, setProduct] = useState("my-product");
  const [domain, setDomain] = useState("my-domain");
  const opened = useLatest(() => {
    setReasons([]);
    return readOpened(text);
  }, [text]);
  const run = async (): Promise<void> => {
    if (opened === undefined || opened.kind === "neither") return;
    if (opened.kind === "package") await openPackage(studio, opened.text, "Opened the package.");
    else {
      const imported = await studio
        .ask<Imported>({ kind: "import", text: opened.text, targetProduct: product, domainId: domain })
        .catch((error: Error) => ({ ok: false as const, reasons: [error.message] }));
      if (!imported.ok) return setReasons(imported.reasons);
      await openPackage(studio, imported.text, "The schema was imported.");
      studio.store.set({ report: imported.report });
    }
    onClose();
  };
  const said = opened?.kind === "neither" && text.trim() !== "" ? [opened.reason] : reasons;
  return (
    <Dialog title="Open rules" onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <TextField
          id="opened"
          label="Spec package, JSON Schema or link"
          rows={8}
          value={text}
          onText={setText}
        >
          <FileButton
            label="Choose a file"
            onFiles={async ([file]) =>
              setText((file && (await textOf(studio.rules, file, "package"))) ?? text)
            }
          />
        </TextField>
        {opened?.kind === "schema" && (
          <div class="group-fields">
            <TextField id="import-product" label="Product" value={product} onText={setProduct} />
            <TextField id="import-domain" label="Domain" value={domain} onText={setDomain} />
          </div>
        )}
        <div role="status">
          {opened?.kind === "package" && <p>This is a spec package.</p>}
          {opened?.kind === "schema" && <p>This is a JSON Schema. It becomes a spec package of this name.</p>}
          {said.slice(0, 10).map((reason) => (
            <Said key={reason}>{reason}</Said>
          ))}
        </div>
        <footer class="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={opened === undefined || opened.kind === "neither"}>
            {opened?.kind === "schema" ? "Import it" : "Open it"}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The proposer's form of these rules, with the example that is open. */
export function FormDialog({ studio, onClose }: Props) {
  useEffect(() => studio.example.show("form"), [studio]);
  return (
    <Dialog title="As proposers see it" onClose={onClose} wide>
      <ScrollRegion class="dialog-scroll" label="The form">
        <SessionContext.Provider value={studio.example}>
          <Ready />
        </SessionContext.Provider>
      </ScrollRegion>
    </Dialog>
  );
}
