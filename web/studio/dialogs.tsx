/** Import, share, and the form as proposers will see it. */
import { useEffect, useState } from "preact/hooks";
import { readText } from "../start/read-text.ts";
import { fragmentOf } from "../start/share.ts";
import { SessionContext } from "../ui/context.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
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
          <div class="field">
            <label class="label" for="import-product">
              Product
            </label>
            <input
              id="import-product"
              class="input"
              value={product}
              onInput={({ currentTarget }) => setProduct(currentTarget.value)}
            />
          </div>
          <div class="field">
            <label class="label" for="import-domain">
              Domain
            </label>
            <input
              id="import-domain"
              class="input"
              value={domain}
              onInput={({ currentTarget }) => setDomain(currentTarget.value)}
            />
          </div>
        </div>
        <div class="field">
          <label class="label" for="import-schema">
            JSON Schema
          </label>
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
        </div>
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
  const [link, setLink] = useState("");
  useEffect(() => {
    void fragmentOf({ domain: STUDIO_DOMAIN, text: studio.rules.store.get().text }).then((fragment) =>
      setLink(new URL(fragment, location.href.split("#")[0]).href),
    );
  }, [studio]);
  return (
    <Dialog title="Share the package" onClose={onClose}>
      <p>
        The link holds the whole package behind its #, which browsers do not send. Whoever opens it gets a
        copy.
      </p>
      <div class="field">
        <label class="label" for="studio-link">
          Link
        </label>
        <input id="studio-link" class="input mono" readOnly value={link} />
      </div>
      <footer class="dialog-foot">
        <CopyButton text={link} label="Copy the link" class="button button-primary" />
      </footer>
    </Dialog>
  );
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
