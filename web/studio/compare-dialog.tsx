/** What differs from a published version, and what that means for candidates. */
import { useEffect, useState } from "preact/hooks";
import type { NamedCandidate, SpecPackageChange, SpecPackageDocument } from "../../src/core/index.ts";
import { readText } from "../start/read-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Labelled } from "../ui/labelled.tsx";
import type { Compared } from "./messages.ts";
import type { Source } from "./sources.ts";
import type { Studio } from "./studio.ts";

interface CompareProps {
  readonly studio: Studio;
  readonly domains: readonly Source[];
  onClose(): void;
}

const EFFECTS: Record<SpecPackageChange["effect"], string> = {
  tightens: "stricter",
  loosens: "laxer",
  either: "stricter or laxer",
  package: "other packages",
  none: "words only",
};

export function CompareDialog({ studio, domains, onClose }: CompareProps) {
  const [chosen, setChosen] = useState(0);
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<readonly NamedCandidate[]>([]);
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
        ...opened,
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
  }, [chosen, text, opened]);
  return (
    <Dialog title="Compare with a published version" onClose={onClose} wide>
      {domains.length === 0 ? (
        <p class="muted">This service publishes nothing at the moment.</p>
      ) : (
        <Labelled id="compare-with" label="Published">
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
        </Labelled>
      )}
      <Labelled id="compare-candidates" label="Candidates to try" isOptional>
        <textarea
          id="compare-candidates"
          class="input textarea mono pasted"
          rows={3}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <label class="button button-small file-button">
          Open candidates
          <input
            type="file"
            multiple
            class="visually-hidden"
            onChange={async ({ currentTarget }) => setOpened(await readCandidates(currentTarget.files))}
          />
        </label>
      </Labelled>
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
            <table class="diff">
              <caption class="visually-hidden">What differs</caption>
              <thead>
                <tr>
                  <th scope="col">Effect</th>
                  <th scope="col">What differs</th>
                </tr>
              </thead>
              <tbody>
                {result.diff.changes.slice(0, MAX_CHANGES).map(({ pointer, effect, message }, index) => (
                  <tr key={index}>
                    <td>
                      <span class={effect === "tightens" || effect === "either" ? "tag tag-warning" : "tag"}>
                        {EFFECTS[effect]}
                      </span>
                    </td>
                    <td>
                      {message} <code class="muted">{pointer}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {result.diff.changes.length > MAX_CHANGES && (
              <p class="muted">and {result.diff.changes.length - MAX_CHANGES} more</p>
            )}
            {result.diff.changes.length === 0 && (
              <p class="muted">Nothing that matters to authors differs.</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const MAX_CHANGES = 100;

/** A file may hold several. What cannot be read is left out. */
async function readCandidates(files: FileList | null): Promise<NamedCandidate[]> {
  const read = await Promise.all(
    [...(files ?? [])].map(async (file): Promise<NamedCandidate[]> => {
      const found = await readText(await file.text(), file.name);
      if (found.kind === "object") return [{ name: file.name, candidate: found.value }];
      if (found.kind === "nothing") return [];
      return found.rows.map((candidate, index) => ({ name: `${file.name}, ${index + 1}`, candidate }));
    }),
  );
  return read.flat();
}
