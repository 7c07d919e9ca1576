/** What can be done with a text that was read: which draft, which list of the form it fits. */
import { fieldsFromRecords } from "../../src/core/checks/records.ts";
import { isPlainObject, keepNotes, keepNumber, numberText, setOwn } from "../../src/core/json/values.ts";
import { type SpecPackageDocument, wordOf } from "../../src/core/spec-package/document.ts";
import { nameOf } from "../../src/core/spec-package/spec-package.ts";
import type { Json } from "../../src/core/types.ts";
import { arranged, listAt, setAt } from "../json/edit.ts";
import { nestingOf, writeJson } from "../json/nesting.ts";
import type { FieldModel, GroupModel, RecordsModel } from "../model/model.ts";
import { recordsIn } from "../model/places.ts";
import { blankDraft } from "../model/values.ts";
import type { DomainInfo } from "../state/boot.ts";
import type { Session } from "../state/session.ts";
import type { Rules } from "../state/state.ts";
import { count } from "../state/verdict.ts";
import type { Understood } from "./read-text.ts";

export interface Target {
  /** What would happen: "Start a draft with it". */
  readonly title: string;
  /** What to know before. */
  readonly detail: string;
  readonly isDoubtful: boolean;
  run(): void;
}

export async function targetsOf(
  session: Session,
  found: Understood,
  name: string,
): Promise<readonly Target[]> {
  const { rules, domain } = session.store.get();
  if (found.kind === "nothing") return [];
  if (found.kind === "rows") return rules === undefined ? [] : rowTargets(session, rules, found.rows, name);
  const { value } = found;
  const text = labelled(rules?.model, found);
  const as = (other: DomainInfo, detail: string): Target => ({
    title: `Open it as ${other.title}`,
    detail,
    isDoubtful: false,
    // As it was written: the labels of this form say nothing about another one.
    run: () => void session.openDomain(other, found.text),
  });
  if (found.domain !== undefined && (domain === undefined || nameOf(found.domain) !== nameOf(domain))) {
    const other = session.boot.domains.find((one) => nameOf(one) === nameOf(found.domain!));
    if (other !== undefined) return [as(other, `It names ${nameOf(other)}.`)];
    const detail = `It is for ${nameOf(found.domain)}, which this service does not know.`;
    const run = () => start(session, text, name);
    return rules === undefined ? [] : [{ title: "Open it all the same", detail, isDoubtful: true, run }];
  }
  const others = (await fitting(session, value, rules)).map((other) =>
    as(other, `It fits ${other.title} of ${other.targetProduct}.`),
  );
  if (rules === undefined) return others;
  const members = matching(rules.model, Object.keys(value), rules);
  const inside = Object.values(value).some(
    (member) => isPlainObject(member) && matching(rules.model, Object.keys(member), rules).known.length > 0,
  );
  const isDoubtful = members.known.length === 0 && !inside && Object.keys(value).length > 0;
  return [
    ...others,
    ...(isDoubtful ? rowTargets(session, rules, [value], name) : []),
    {
      title: draftTitle(session),
      detail: isDoubtful
        ? `It has none of the members of “${rules.document.title}”, so it is probably no proposal.`
        : describe(members),
      isDoubtful,
      run: () => start(session, text, name),
    },
  ];
}

const MAX_DOMAINS_ASKED = 20;

const published = new Map<string, Promise<SpecPackageDocument | undefined>>();

/** Asked once, because a text is read again with every key. */
function publishedBy(name: string): Promise<SpecPackageDocument | undefined> {
  const asked =
    published.get(name) ??
    fetch(new URL(`spec-packages/${name}`, document.baseURI))
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
  published.set(name, asked);
  return asked;
}

/** The other domains that know most of its members, and more of them than these rules do. */
async function fitting(
  { boot, store, formOf }: Session,
  value: Record<string, unknown>,
  rules: Rules | undefined,
): Promise<readonly DomainInfo[]> {
  const { domain } = store.get();
  const keys = Object.keys(value);
  const known = rules === undefined ? 0 : matching(rules.model, keys, rules).known.length;
  if (2 * known >= keys.length) return [];
  const others = boot.domains.filter((one) => one !== domain).slice(0, MAX_DOMAINS_ASKED);
  const counted = await Promise.all(
    others.map(async (other) => {
      const found = await publishedBy(nameOf(other));
      const model = found && (await formOf(found).catch(() => undefined));
      if (model === undefined) return { other, count: 0 };
      return { other, count: matching(model, keys, { document: found! }).known.length };
    }),
  );
  return counted
    .filter(({ count }) => count > known && 2 * count >= keys.length)
    .sort((a, b) => b.count - a.count)
    .map(({ other }) => other);
}

/** What was written under the form's labels, under the names of its members. */
function labelled(model: GroupModel | undefined, { value, text }: { value: object; text: string }): string {
  if (model === undefined) return text;
  const named = shaped(model, value as Record<string, unknown>);
  const isSame = Object.keys(value).every((key) => Object.hasOwn(named, key));
  return isSame ? text : (writeJson(named, nestingOf(text)) ?? text);
}

/** With numbers and repeated names as they were written. */
const writeDraft = (draft: unknown) => writeJson(draft, 0) ?? "{}";

function start(session: Session, text: string, name: string): void {
  session.start(text, { notice: `Opened ${name === "" ? "what was pasted" : name}.` });
}

function draftTitle(session: Session): string {
  return session.store.get().phase === "work" ? "Replace the draft with it" : "Start a draft with it";
}

function matching({ members }: GroupModel, keys: readonly string[], rules?: Pick<Rules, "document">) {
  const aliases = Object.values(rules?.document.aliases ?? {}).flat();
  const names = new Set([...members.flatMap(({ name, label }) => [name, label]), ...aliases].map(plain));
  const isKnown = (key: string) => names.has(plain(key));
  return { known: keys.filter(isKnown), unknown: keys.filter((key) => !isKnown(key)) };
}

function describe({ known, unknown }: ReturnType<typeof matching>): string {
  const found = `${count(known.length, "known member")}: ${cut(known)}.`;
  return unknown.length === 0 ? found : `${found} Not known here: ${cut(unknown)}.`;
}

function cut(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name));
  return names.length > 8 ? `${shown.join(", ")} and ${names.length - 8} more` : shown.join(", ") || "none";
}

function rowTargets(
  session: Session,
  rules: Rules,
  rows: readonly Record<string, unknown>[],
  name: string,
): readonly Target[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const targets: (Target & { readonly score: number })[] = [];
  const said = name === "" ? "what was pasted" : name;

  const one = rows.length === 1 ? rows[0] : pairs(rules.model, rows, columns);
  if (one !== undefined) {
    const members = matching(rules.model, Object.keys(one), rules);
    if (members.known.length > 0)
      targets.push({
        title: draftTitle(session),
        detail: describe(members),
        isDoubtful: false,
        score: 100 + members.known.length,
        run: () => start(session, writeDraft(shaped(rules.model, one)), name),
      });
  }
  for (const member of rules.model.members) {
    if (member.kind !== "rows") continue;
    const fit = matching(member.item, columns);
    if (fit.known.length === 0) continue;
    const shapedRows = rows.map((row) => shaped(member.item, row));
    targets.push({
      title: `Add ${count(rows.length, "row")} to “${member.label}”`,
      detail: `Columns: ${describe(fit)}`,
      isDoubtful: fit.unknown.length > fit.known.length,
      score: 10 * fit.known.length - fit.unknown.length,
      run: () => put(session, rules, member, shapedRows, said),
    });
  }
  const [records] = recordsIn(rules.model);
  const taken = Math.min(rows.length, MAX_RECORDS);
  const isCut = taken < rows.length;
  if (records !== undefined)
    targets.push({
      title: `Use ${isCut ? "the first " : ""}${count(taken, "row")} as “${records.label}”`,
      detail: `${isCut ? `The other ${rows.length - taken} are left out. ` : ""}Columns: ${cut(columns)}. Their names and types become the fields.`,
      isDoubtful: isCut,
      score: 5,
      run: () => putRecords(session, rules, records, rows),
    });
  return targets.sort((a, b) => b.score - a.score);
}

/** A table of two columns, names and values. */
function pairs(
  model: GroupModel,
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
): Record<string, unknown> | undefined {
  const [names, values] = columns;
  if (names === undefined || values === undefined || columns.length !== 2) return undefined;
  // The first line is a pair too.
  const all = [[names, values], ...rows.map((row) => [String(row[names] ?? ""), row[values]])];
  const object = Object.fromEntries(all.filter(([key]) => key !== ""));
  return matching(model, Object.keys(object)).known.length > 1 ? object : undefined;
}

/** With the names of the members that the columns mean, and texts where the form asks for texts. */
function shaped({ members }: GroupModel, row: Record<string, unknown>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  keepNotes(row, named);
  for (const [key, value] of Object.entries(row)) {
    const member = members.find(({ name, label }) => [name, label].map(plain).includes(plain(key)));
    const isText =
      member?.kind === "text" || (member?.kind === "choice" && typeof member.options[0]?.value === "string");
    // Two columns may mean the same member. The second stays what it is, and the check speaks of it.
    const isTaken = member === undefined || [row, named].some((one) => Object.hasOwn(one, member.name));
    const name = isTaken ? key : member.name;
    setOwn(
      named,
      name,
      isText && typeof value === "number" ? (numberText(row, key) ?? String(value)) : value,
    );
    keepNumber(row, key, named, name);
  }
  return named;
}

/** Rows for a list of the form, after those that somebody has written. */
function put(session: Session, { model }: Rules, list: FieldModel, rows: readonly unknown[], said: string) {
  change(session, model, list, `Add ${count(rows.length, "row")}`, `Opened ${said}.`, (draft, isNew) => {
    const kept = isNew ? [] : listAt(draft, list.at).filter((row) => Object.keys(row ?? {}).length > 0);
    return setAt(draft, list.at, arranged([], [], ...kept, ...rows));
  });
}

function putRecords(
  session: Session,
  { model, document: { rules, lists } }: Rules,
  target: RecordsModel,
  rows: readonly Record<string, unknown>[],
): void {
  const rule = rules.find((one) => one.check === "records-match-fields" && one.at.includes(target.at));
  const types = lists?.[String(rule?.params?.types)]?.values.map(wordOf) ?? [];
  const notice = "The fields were read off your records. Review their names and types.";
  change(session, model, target, `Use ${count(rows.length, "row")} as records`, notice, (draft) =>
    draftFrom(draft, target, rows, types),
  );
}

/** Changes the draft and shows where, or starts one. */
function change(
  session: Session,
  model: GroupModel,
  { at }: FieldModel,
  about: string,
  notice: string,
  make: (draft: unknown, isNew: boolean) => unknown,
): void {
  const { phase, candidate } = session.store.get();
  const isNew = phase !== "work" || !isPlainObject(candidate);
  const draft = make(isNew ? blankDraft(model) : candidate, isNew);
  if (phase !== "work") {
    session.start(writeDraft(draft), { fresh: true, notice });
    return;
  }
  session.setCandidate(draft, "", about);
  session.show("form");
  session.goTo(at);
}

const MAX_RECORDS = 100;

/** A draft with these records, and with fields of the types that the values show. Fields that are there stay. */
export function draftFrom(
  draft: unknown,
  target: RecordsModel,
  records: readonly Record<string, unknown>[],
  types: readonly string[],
): Json {
  const kept = arranged([], [], ...records.slice(0, MAX_RECORDS)) as typeof records;
  const before = listAt(draft, target.fieldsAt) as readonly (Record<string, unknown> | null)[];
  const declared = before.filter((field) => field?.[target.nameMember] !== undefined);
  const names = new Set(declared.map((field) => field?.[target.nameMember]));
  const fields = fieldsFromRecords([...kept])
    .filter(({ name }) => !names.has(name))
    .map(({ name, type }) => ({
      [target.nameMember]: name,
      [target.typeMember]: types.includes(type) ? type : (types[0] ?? type),
    }));
  const withFields = setAt(draft, target.fieldsAt, [...declared, ...fields]);
  return setAt(withFields, target.at, kept) as Json;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}
