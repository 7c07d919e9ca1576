/** What differs from an earlier version, and what that means for candidates. */
import { useState } from "preact/hooks";
import type { NamedCandidate, SpecPackageChange, SpecPackageDocument } from "../../src/core/index.ts";
import { textOf } from "../start/actions.ts";
import { readText } from "../start/read-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { FileButton } from "../ui/file-button.tsx";
import { TextField } from "../ui/labelled.tsx";
import { useLatest } from "../ui/latest.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import type { Compared } from "./messages.ts";
import { readOpened } from "./opened.ts";
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
  const [earlier, setEarlier] = useState("");
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<readonly NamedCandidate[]>([]);
  const { candidate } = studio.rules.store.get();
  const { targetProduct, domainId, examples } = (candidate ?? {}) as SpecPackageDocument;
  const name = `${targetProduct}/${domainId}`;
  // Another domain's package says nothing about this one.
  const published = domains.find(({ detail }) => detail === name);
  const result = useLatest(async () => {
    const read = text.trim() === "" ? undefined : await readText(text);
    const rows = read?.kind === "rows" ? read.rows : read?.kind === "object" ? [read.value] : [];
    const own = [...(examples?.valid ?? []), ...(examples?.invalid ?? [])];
    const candidates = [
      ...own.map(({ title, candidate }) => ({ name: title, candidate: candidate as unknown })),
      ...opened,
      ...rows.map((candidate, index) => ({ name: `Pasted ${index + 1}`, candidate: candidate as unknown })),
    ];
    return before()
      .then((value) => studio.ask<Compared>({ kind: "compare", published: value, candidates }))
      .catch((error: Error) => ({ ok: false as const, reasons: [error.message] }));
  }, [earlier, text, opened]);

  async function before(): Promise<unknown> {
    if (earlier.trim() !== "") {
      const read = await readOpened(earlier);
      if (read.kind === "package") return read.value;
      throw new Error(read.kind === "schema" ? "This is a JSON Schema and no spec package." : read.reason);
    }
    if (published !== undefined) return published.load();
    throw new Error(`This service does not publish ${name}. Open or paste an earlier version of it.`);
  }

  return (
    <Dialog title="Compare with an earlier version" onClose={onClose} wide>
      <TextField
        id="compare-with"
        label="Earlier version"
        isOptional={published !== undefined}
        rows={2}
        placeholder={
          published === undefined
            ? "A spec package, or a link to one"
            : `Left empty, it is what this service publishes as ${name}`
        }
        value={earlier}
        onText={setEarlier}
      >
        <FileButton
          label="Open an earlier version"
          onFiles={async ([file]) =>
            setEarlier((file && (await textOf(studio.rules, file, "package"))) ?? earlier)
          }
        />
      </TextField>
      <TextField
        id="compare-candidates"
        label="Candidates to try"
        isOptional
        rows={3}
        value={text}
        onText={setText}
      >
        <FileButton
          label="Open candidates"
          multiple
          onFiles={async (files) => setOpened(await readCandidates(files))}
        />
      </TextField>
      <ScrollRegion class="dialog-scroll" label="What differs">
        <div role="status">
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
                {result.diff.bump === "none"
                  ? "The version number can stay."
                  : `The version number should change by: ${result.diff.bump}.`}
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
                        <span
                          class={effect === "tightens" || effect === "either" ? "tag tag-warning" : "tag"}
                        >
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
      </ScrollRegion>
    </Dialog>
  );
}

const MAX_CHANGES = 100;

/** A file may hold several. What cannot be read is left out. */
async function readCandidates(files: readonly File[]): Promise<NamedCandidate[]> {
  const read = await Promise.all(
    files.map(async (file): Promise<NamedCandidate[]> => {
      const found = await readText(await file.text(), file.name);
      if (found.kind === "object") return [{ name: file.name, candidate: found.value }];
      if (found.kind === "nothing") return [];
      return found.rows.map((candidate, index) => ({ name: `${file.name}, ${index + 1}`, candidate }));
    }),
  );
  return read.flat();
}
