/** Import, share, and the form as proposers will see it. */
import { useEffect, useState } from "preact/hooks";
import { readText } from "../start/read-text.ts";
import { ShareDialog } from "../start/share-dialog.tsx";
import { SessionContext } from "../state/context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Labelled } from "../ui/labelled.tsx";
import type { Imported } from "./messages.ts";
import { Ready } from "./ready.tsx";
import type { Studio } from "./studio.ts";

interface Props {
  readonly studio: Studio;
  onClose(): void;
}

export const STUDIO_DOMAIN = "studio";

export function ImportDialog({ studio, onClose }: Props) {
  const [text, setText] = useState("");
  const [result, setResult] = useState<Imported>();
  const [product, setProduct] = useState("my-product");
  const [domain, setDomain] = useState("my-domain");
  const run = async (): Promise<void> => {
    const read = await readText(text);
    if (read.kind !== "object")
      setResult({ ok: false, reasons: ["This is no JSON Schema: it is not an object."] });
    else
      setResult(
        await studio
          .ask<Imported>({
            kind: "import",
            text: JSON.stringify(read.value),
            targetProduct: product,
            domainId: domain,
          })
          .catch((error: Error) => ({ ok: false as const, reasons: [error.message] })),
      );
  };
  return (
    <Dialog title="Import a JSON Schema" onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (result?.ok) {
            studio.rules.start(result.text, { notice: "The schema was imported." });
            onClose();
          } else void run();
        }}
      >
        <div class="group-fields">
          <Labelled id="import-product" label="Product">
            <input
              id="import-product"
              class="input"
              value={product}
              onInput={({ currentTarget }) => setProduct(currentTarget.value)}
            />
          </Labelled>
          <Labelled id="import-domain" label="Domain">
            <input
              id="import-domain"
              class="input"
              value={domain}
              onInput={({ currentTarget }) => setDomain(currentTarget.value)}
            />
          </Labelled>
        </div>
        <Labelled id="import-schema" label="JSON Schema">
          <textarea
            id="import-schema"
            class="input textarea mono pasted"
            rows={10}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setResult(undefined);
            }}
          />
        </Labelled>
        <div role="status">
          {result?.ok && <p>It became a spec package that loads. Nothing is replaced yet.</p>}
          {result !== undefined && !result.ok && (
            <ul>
              {result.reasons.slice(0, 10).map((reason) => (
                <li key={reason} class="inline-problem is-error">
                  {reason}
                </li>
              ))}
            </ul>
          )}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-primary" disabled={text.trim() === ""}>
            {result?.ok ? "Replace the package with it" : "Read it"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

export function ShareLink({ studio, onClose }: Props) {
  const { text } = studio.rules.store.get();
  return <ShareDialog what="package" domain={STUDIO_DOMAIN} text={text} onClose={onClose} />;
}

/** The proposer's form of these rules, with the example that is open. */
export function FormDialog({ studio, onClose }: Props) {
  useEffect(() => studio.example.show("form"), [studio]);
  return (
    <Dialog title="As proposers see it" onClose={onClose} wide>
      <div class="dialog-scroll">
        <SessionContext.Provider value={studio.example}>
          <Ready />
        </SessionContext.Provider>
      </div>
    </Dialog>
  );
}
