/** Starting from a file, from records or from an example, for the start page and the menu alike. */
import { keyOf } from "../state/boot.ts";
import type { Session } from "../state/session.ts";
import { draftFrom, findRecords, readRecords } from "./derive.ts";
import { type OpenedDraft, openFile } from "./open-file.ts";
import { fragmentOf } from "./share.ts";

export async function openAndStart(session: Session, file: File): Promise<void> {
  const { rules } = session.store.get();
  const opened = await openFile(file, rules?.document);
  if (opened.ok) {
    await startOpened(session, opened, file.name);
    return;
  }
  const { reason, anyway } = opened;
  session.notify({
    kind: "error",
    text: reason,
    ...(anyway && {
      action: { label: "Open anyway", run: () => void startOpened(session, anyway, file.name) },
    }),
  });
}

async function startOpened(session: Session, { text, domain }: OpenedDraft, name: string): Promise<void> {
  const current = session.store.get().domain;
  if (domain !== undefined && current !== undefined && keyOf(domain) !== keyOf(current)) {
    const other = session.boot.domains.find((one) => keyOf(one) === keyOf(domain));
    if (other === undefined) {
      session.notify({
        kind: "error",
        text: `${name} is for ${keyOf(domain)}, which this service does not know.`,
      });
      return;
    }
    await session.openDomain(other, text);
    return;
  }
  session.start(text, { notice: `Opened ${name}.`, view: isJson(text) ? "form" : "json" });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Why the records cannot be used; undefined if the draft was started. */
export function startFromRecords(session: Session, text: string): string | undefined {
  const { rules } = session.store.get();
  const target = rules && findRecords(rules.model);
  if (rules === undefined || target === undefined) return "This domain has no records.";
  const read = readRecords(text);
  if (!read.ok) return read.reason;
  const draft = draftFrom(rules.model, target, read.records, typesOf(rules.document, target.at));
  session.start(JSON.stringify(draft, null, 2), {
    fresh: true,
    notice: "The fields were read off your records. Review their names and types.",
  });
  return undefined;
}

function typesOf(
  document: {
    rules: readonly { at: string[]; check: string; params?: Record<string, unknown> }[];
    lists?: Record<string, { values: string[] }>;
  },
  at: string,
): readonly string[] {
  const rule = document.rules.find((one) => one.check === "records-match-fields" && one.at.includes(at));
  return document.lists?.[String(rule?.params?.types)]?.values ?? [];
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

export async function shareLink(session: Session): Promise<string> {
  const { domain, text } = session.store.get();
  const fragment = await fragmentOf({ domain: domain === undefined ? "" : keyOf(domain), text });
  return new URL(fragment, document.baseURI.split("#")[0]).href;
}
