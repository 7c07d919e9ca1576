/** Reads what a product sends to open a ballot. Members that this service does not know are left out. */
import type { BallotContent } from "./store.ts";

const MAX_TITLE = 500;

/** Undefined if a member is missing or has the wrong type. */
export function readContent(body: unknown): BallotContent | undefined {
  const { title, description, rationale, owner, warnings = [] } = membersOf(body);
  if (typeof title !== "string" || title.length > MAX_TITLE) return undefined;
  if (!isOptionalText(description) || !isOptionalText(rationale)) return undefined;
  if (owner !== undefined && !isOwner(owner)) return undefined;
  if (!Array.isArray(warnings) || !warnings.every(isWarning)) return undefined;
  return {
    title,
    ...(description !== undefined && { description }),
    ...(rationale !== undefined && { rationale }),
    ...(owner !== undefined && { owner: { kind: owner.kind, id: owner.id } }),
    warnings: warnings.map(({ code, pointer, message, docs }) => ({ code, pointer, message, docs })),
  };
}

export function readNoticeUrl(body: unknown): string | undefined {
  const { noticeUrl } = membersOf(body);
  if (typeof noticeUrl !== "string" || !URL.canParse(noticeUrl)) return undefined;
  return /^https?:$/.test(new URL(noticeUrl).protocol) ? noticeUrl : undefined;
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isOwner(value: unknown): value is NonNullable<BallotContent["owner"]> {
  const { kind, id } = membersOf(value);
  return typeof kind === "string" && typeof id === "string";
}

function isWarning(value: unknown): value is BallotContent["warnings"][number] {
  const { code, pointer, message, docs } = membersOf(value);
  return [code, pointer, message, docs].every((member) => typeof member === "string");
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
