/** `preflight domains`: what can be proposed, and how a candidate is written. */

import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { Domain } from "../../service/operations/operation-types.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { chooseChecker, chooseDomain } from "../checker/domain.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Session, Terminal } from "../terminal/terminal.ts";
import { paragraph, visible } from "../terminal/text.ts";

export interface DomainsOptions extends CheckerOptions {
  readonly domain?: string;
  readonly format: "pretty" | "json";
}

export async function listDomains(_: unknown, options: DomainsOptions, session: Session): Promise<number> {
  const checker = await chooseChecker(options, session);
  const all = await checker.domains();
  const isDetailed = options.domain !== undefined;
  const domains = isDetailed ? [chooseDomain(options.domain, all)] : all;
  const { terminal } = session;
  if (options.format === "json") terminal.write(`${JSON.stringify({ domains }, null, 2)}\n`);
  else for (const domain of domains) terminal.write(domainText(domain, isDetailed, terminal));
  return EXIT.valid;
}

/** Members are listed for the domain that was asked for. */
function domainText(domain: Domain, isDetailed: boolean, { style, width }: Terminal): string {
  const { title, specPackageVersion, specPackageUrl, submissionUrl, members = [] } = domain;
  let text = `${visible(nameOf(domain))}  ${visible(title)}  ${style.dim(specPackageVersion)}\n`;
  text += `${style.dim(`  rules   ${visible(specPackageUrl)}`)}\n`;
  if (submissionUrl !== "") text += `${style.dim(`  submit  ${visible(submissionUrl)}`)}\n`;
  if (!isDetailed) return text;
  text += "\n";
  for (const { pointer, required, type, rule } of members) {
    text += `  ${visible(pointer)}  ${style.dim(`${type}${required ? ", required" : ""}`)}\n`;
    text += paragraph(visible(rule), width, "      ");
  }
  return text;
}
