/** `preflight submit`: sends a built package to its product. Sending it again is safe. */
import { createClient, isProblem } from "../../client/index.ts";
import { digestOf } from "../../core/json/digest.ts";
import { child, isPlainObject, isSafeJson, valueAt } from "../../core/json/values.ts";
import { idempotencyKeyOf } from "../../core/proposal/build.ts";
import { readJson } from "../../core/reader/read-json.ts";
import type { ProposalPackage, Submission } from "../../core/types.ts";
import { readKey, toFailure } from "../checker/server.ts";
import { type Command, commandLine } from "../command-entry.ts";
import { namedFile } from "../files/find.ts";
import { readNamed } from "../files/read.ts";
import { EXIT, Failure, type Session } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";

type SubmitOptions = { readonly to?: string; readonly keyFile?: string };

export const submitPackage: Command<[string], SubmitOptions> = async ([path], { to, keyFile }, session) => {
  const { proposalPackage, submission } = await readPackage(path, to, session);
  const { url, headers } = submission;
  const { style, width, write } = session.terminal;
  const key = readKey(keyFile, session.environment);
  const client = createClient({ baseUrl: new URL(url).origin, key });
  try {
    const { status, body } = await client.submit({ proposalPackage, submission });
    const known = { 200: "already submitted; nothing was recorded twice", 201: "submitted" }[status];
    const details = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
    write(`✔ ${known ?? `sent; the product answered with status ${status}`}\n`);
    write(`  to               ${visible(url)}\n  idempotency key  ${headers["Idempotency-Key"]}\n`);
    write(`${style.dim(`  ${visible(details).replaceAll("␊", "\n")}`)}\n`);
    return EXIT.valid;
  } catch (error) {
    const hint = "Try again: what has arrived is not recorded twice.";
    if (!isProblem(error) || (error.status !== 409 && error.status !== 422))
      throw toFailure(error, { name: `The product at ${url}`, hint });
    const head = paragraph(`✖ refused: ${visible(error.message)}`, width, "  ", "");
    write(head.replace("✖", style.red("✖")));
    for (const { pointer, message } of error.errors)
      write(paragraph(visible(`${pointer}: ${message}`), width, "    ", "  "));
    return EXIT.invalid;
  }
};

/** Reads the answer of a build, or the package alone as pages save it, and makes sure that nobody changed it since. */
async function readPackage(path: string, to: string | undefined, { terminal }: Session) {
  const command = (name: string) => commandLine(terminal, name, [path]);
  const read = readJson(await readNamed(namedFile(path), path));
  const document = read.ok ? read.value : undefined;
  const proposalPackage = child(document, "proposalPackage") ?? document;
  if (!isProposalPackage(proposalPackage))
    throw new Failure(`${path} is not a built package.`, `Build it first: ${command("build")}`);
  const { digest, ...content } = proposalPackage;
  if (!isSafeJson(content, -1) || digestOf(content) !== digest) {
    const what = `The package in ${path} does not match its digest; it was changed after it was built.`;
    throw new Failure(what, "Change the proposal instead, and build it again.");
  }
  const url = to ?? String(valueAt(document, ["submission", "url"]));
  const hint = `Name the address of the product: ${command("submit")} --to <url>`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new Failure(`${path} does not say where to submit it.`, hint);
  const receipt = valueAt(document, ["submission", "headers", "Preflight-Receipt"]);
  const headers: Submission["headers"] = {
    "Content-Type": "application/json",
    "Idempotency-Key": idempotencyKeyOf(proposalPackage),
    ...(typeof receipt === "string" && { "Preflight-Receipt": receipt }),
  };
  return { proposalPackage, submission: { method: "POST", url, headers } as const };
}

function isProposalPackage(value: unknown): value is ProposalPackage {
  const texts = ["digest", "targetProduct", "domainId"];
  const isBuilt = isPlainObject(value) && value.packageVersion === "1";
  return isBuilt && texts.every((name) => typeof value[name] === "string");
}
