/** Import, compare, share, and the form as proposers will see it. */
import { useEffect, useState } from "preact/hooks";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { readText } from "../start/read-text.ts";
import { fragmentOf } from "../start/share.ts";
import { SessionContext } from "../ui/context.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { Compared, Imported } from "./messages.ts";
import { Ready } from "./ready.tsx";
import type { Source } from "./sources.ts";
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

export function CompareDialog({ studio, domains, onClose }: Props & { domains: readonly Source[] }) {
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState("");
  const [result, setResult] = useState<Compared>();
  useEffect(() => {
    let isGone = false;
    const source = domains[chosen];
    if (source === undefined) return;
    void (async () => {
      const read = text.trim() === "" ? undefined : await readText(text);
      const rows = read?.kind === "rows" ? read.rows : read?.kind === "object" ? [read.value] : [];
      const { examples } = studio.rules.store.get().candidate as SpecPackageDocument;
      const own = [...(examples?.valid ?? []), ...(examples?.invalid ?? [])];
      const candidates = [
        ...own.map(({ title, candidate }) => ({ name: title, candidate: candidate as unknown })),
        ...rows.map((candidate, index) => ({ name: `Pasted ${index + 1}`, candidate: candidate as unknown })),
      ];
      const compared = await source
        .load()
        .then((published) => studio.ask<Compared>({ kind: "compare", published, candidates }))
        .catch((error: Error) => ({ ok: false as const, reasons: [error.message] }));
      if (!isGone) setResult(compared);
    })();
    return () => {
      isGone = true;
    };
  }, [chosen, text]);
  return (
    <Dialog title="Compare with a published version" onClose={onClose} wide>
      {domains.length === 0 ? (
        <p class="muted">This service publishes nothing at the moment.</p>
      ) : (
        <div class="field">
          <label class="label" for="compare-with">
            Published
          </label>
          <select
            id="compare-with"
            class="input select"
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {domains.map(({ title, detail }, index) => (
              <option key={detail} value={String(index)}>
                {title} ({detail})
              </option>
            ))}
          </select>
        </div>
      )}
      <div class="field">
        <label class="label" for="compare-candidates">
          Candidates to try <span class="optional">Optional</span>
        </label>
        <textarea
          id="compare-candidates"
          class="input textarea mono pasted"
          rows={3}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="dialog-scroll" role="status">
        {result === undefined ? (
          <p class="muted">Comparing…</p>
        ) : !result.ok ? (
          result.reasons.map((reason) => <p key={reason}>{reason}</p>)
        ) : (
          <>
            <p>
              {result.diff.canBreak
                ? "A candidate that passed may fail now."
                : "No candidate that passed fails now."}{" "}
              The version number should change by: {result.diff.bump}.
            </p>
            <p>
              Of {result.impact.candidates} candidates, {result.impact.validBefore} passed and{" "}
              {result.impact.validAfter} pass now.
              {result.impact.broken.length > 0 &&
                ` Would fail: ${result.impact.broken.slice(0, 10).join(", ")}.`}
            </p>
            <ul>
              {result.diff.changes.slice(0, 100).map((change, index) => (
                <li key={index}>{JSON.stringify(change).slice(0, 300)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
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
