/** `preflight domains`: what can be proposed, and how a candidate is written. */
import { nameOf } from "../../core/spec-package/spec-package.ts";
import { chooseChecker, chooseDomain } from "../checker/domain.ts";
import type { Command, ValidateOptions } from "../command-entry.ts";
import { paragraph, visible } from "../terminal/text.ts";

export const listDomains: Command<[], ValidateOptions> = async (_, options, session) => {
  const { style, width, write } = session.terminal;
  const all = await (await chooseChecker(options, session)).domains();
  const domains = options.domain === undefined ? all : [chooseDomain(options.domain, all)];
  if (options.format === "json") return void write(`${JSON.stringify({ domains }, null, 2)}\n`);
  for (const domain of domains) {
    const { title, specPackageVersion, specPackageUrl, submissionUrl, members = [] } = domain;
    write(`${visible(nameOf(domain))}  ${visible(title)}  ${style.dim(specPackageVersion)}\n`);
    write(`${style.dim(`  rules   ${visible(specPackageUrl)}`)}\n`);
    if (submissionUrl !== "") write(`${style.dim(`  submit  ${visible(submissionUrl)}`)}\n`);
    // Members are listed for the domain that was asked for.
    if (options.domain === undefined) continue;
    write("\n");
    for (const { pointer, required, type, rule } of members) {
      write(`  ${visible(pointer)}  ${style.dim(`${type}${required ? ", required" : ""}`)}\n`);
      write(paragraph(visible(rule), width, "      "));
    }
  }
};
