/** `preflight init`: a proposal to start from, with everything that is required and a place for every answer. */
import { isMarkdown } from "../../authoring/documents/open.ts";
import { createPatcher } from "../../core/json/patch.ts";
import { escapeToken, parsePointer } from "../../core/json/values.ts";
import { applyFixes } from "../../core/proposal/repair.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic, PatchOperation } from "../../core/types.ts";
import type { Domain } from "../../service/operations/operation-types.ts";
import type { Checker, CheckerOptions } from "../checker/checker.ts";
import { chooseChecker, chooseDomain } from "../checker/domain.ts";
import { type Command, commandLine } from "../command-entry.ts";
import { refuseExisting, writeFile } from "../files/read.ts";
import { isStream } from "../files/records.ts";
import { Failure } from "../terminal/terminal.ts";
import { plural, visible, wrap } from "../terminal/text.ts";

type StartOptions = CheckerOptions & { set?: readonly string[]; example?: boolean; force?: boolean };

export const startProposal: Command<[string?], StartOptions> = async ([path], options, session) => {
  const file = path ?? "proposal.json";
  const { terminal } = session;
  const checker = await chooseChecker(options, session);
  const domain = chooseDomain(options.domain, await checker.domains());
  refuseExisting(file, options.force === true);
  if (isStream({ path: file }, false))
    throw new Failure(`${file} would hold a record on each line.`, "Start in a file of JSON or YAML.");
  const start = options.example === true ? domain.example : await startingPoint(domain, checker);
  if (start === undefined) throw new Failure("The service gives no example for this domain.");
  const candidate = withSettings(start, (options.set ?? []).map(readSetting));
  const { targetProduct, domainId } = domain;
  const { diagnostics } = await checker.validate({ targetProduct, domainId, candidate });
  const unknown = diagnostics.find(({ code }) => code === "member-unknown");
  if (unknown !== undefined) throw new Failure(`--set ${unknown.pointer}: ${unknown.message}`);
  const isYaml = isMarkdown(file) || /\.ya?ml$/i.test(file);
  const text = isYaml ? await commentedYaml(candidate, domain) : `${JSON.stringify(candidate, null, 2)}\n`;
  writeFile(file, isMarkdown(file) ? `---\n${text}---\n` : text);
  const left = diagnostics.filter(({ severity }) => severity === "error").length;
  terminal.write(`✔ ${visible(file)} for ${visible(nameOf(domain))}\n`);
  const next = `  ${plural(left, "place")} to fill in: ${visible(commandLine(terminal, "validate", [file], options))}`;
  if (left > 0) terminal.write(`${terminal.style.dim(next)}\n`);
};

/** What a text is before somebody has written it. */
const PLACEHOLDER = "TODO";

const COMMENT_WIDTH = 76;

/** With the rule of each member as a comment above it. */
async function commentedYaml(candidate: unknown, { title, members = [] }: Domain): Promise<string> {
  const { Document, isMap, isScalar } = await import("yaml");
  const document = new Document(candidate);
  document.commentBefore = ` ${title}`;
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    const rule = members.find(({ pointer }) => isScalar(key) && pointer === `/${key.value}`)?.rule;
    if (!isScalar(key) || rule === undefined) continue;
    key.spaceBefore = true;
    key.commentBefore = ` ${wrap(rule, COMMENT_WIDTH).join("\n ")}`;
  }
  return document.toString({ lineWidth: 0 });
}

/** `name=text` or `/owner/id=text`; a value that is JSON is read as JSON. */
function readSetting(text: string) {
  const at = text.indexOf("=");
  if (at < 1)
    throw new Failure(`--set ${text}: it must be a member, = and a value, such as --set name=Tier.`);
  const name = text.slice(0, at);
  const pointer = name.startsWith("/") ? name : `/${escapeToken(name)}`;
  return { pointer, value: readValue(text.slice(at + 1)) };
}

function readValue(text: string): unknown {
  const read = /^[[{"\d-]|^(true|false|null)$/.test(text) ? readJson(text) : undefined;
  return read?.ok ? read.value : text;
}

/** What the rules ask for, as they would fix an empty proposal. A fix may call for the next, hence the rounds. */
const MAX_ROUNDS = 5;

async function startingPoint(domain: Domain, checker: Checker): Promise<unknown> {
  const { targetProduct, domainId } = domain;
  let candidate: unknown = {};
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { diagnostics } = await checker.validate({ targetProduct, domainId, candidate });
    const missing = diagnostics.filter(({ severity }) => severity === "error").map(withPlaceholder);
    const { candidate: filled, applied } = applyFixes(candidate, missing, "placeholder");
    if (applied === 0) break;
    candidate = filled;
  }
  return inOrder(candidate as Record<string, unknown>, domain);
}

/** One of several words is the author's to choose; the place for it is there. */
function withPlaceholder(missing: Diagnostic): Pick<Diagnostic, "fixes"> {
  if (missing.code !== "member-missing" || missing.fixes?.[0]?.decision !== true) return missing;
  const patch: PatchOperation[] = [{ op: "add", path: missing.pointer, value: PLACEHOLDER }];
  return { fixes: [{ title: PLACEHOLDER, applicability: "placeholder", patch }] };
}

function withSettings(candidate: unknown, settings: readonly ReturnType<typeof readSetting>[]): unknown {
  const patcher = createPatcher(candidate);
  for (const { pointer, value } of settings)
    if (!patcher.apply([{ op: "add", path: pointer, value }]))
      throw new Failure(`--set ${pointer}: there is nothing that could hold it.`);
  return patcher.document();
}

/** The members in the order in which the rules describe them. */
function inOrder(object: Record<string, unknown>, { members = [] }: Domain): unknown {
  const described = members.map(({ pointer }) => parsePointer(pointer)[0]!);
  const names = new Set([...described.filter((name) => Object.hasOwn(object, name)), ...Object.keys(object)]);
  return Object.fromEntries([...names].map((name) => [name, object[name]]));
}
