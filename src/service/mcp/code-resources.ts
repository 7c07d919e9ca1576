/** The codes that an answer can have, each explained by a resource of its own. */
import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { describeCodes } from "../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { ENVELOPE_CODES } from "../operations/diagnostic-codes.ts";
import type { DomainName } from "../operations/ports.ts";
import { problemCodes, problemKinds } from "../operations/problems.ts";

const SCHEME = "preflight://codes/";

export const CODE_TEMPLATE: ResourceTemplateType = {
  uriTemplate: `${SCHEME}{targetProduct}/{domainId}/{code}`,
  name: "code",
  title: "A code explained",
  description: "What a code of an answer means for a domain, and what to do about it.",
  mimeType: "application/json",
};

export function describeCodesResource(domain: DomainName & { readonly title: string }): Resource {
  return {
    uri: codesUri(domain),
    name: `codes of ${domain.targetProduct}/${domain.domainId}`,
    title: `Codes for: ${domain.title}`,
    description: "Every code that an answer can have, with the URI of its explanation.",
    mimeType: "application/json",
  };
}

/** The text of the resource about all codes of a domain, or about one of them; undefined if there is no such one. */
export function readCodes(uri: string, domain: DomainName, spec: SpecPackage): string | undefined {
  const all = codesUri(domain);
  if (uri === all)
    return JSON.stringify({
      codes: codesOf(spec).map(({ code, severity, summary }) => ({
        code,
        severity,
        summary,
        uri: `${all}/${code}`,
      })),
    });
  const entry = codesOf(spec).find(({ code }) => uri === `${all}/${code}`);
  return entry && JSON.stringify(entry);
}

export function codesUri({ targetProduct, domainId }: DomainName): string {
  return `${SCHEME}${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
}

/** Diagnostics, what is wrong with the arguments, and why a call is refused. */
function codesOf(spec: SpecPackage) {
  const problems = problemCodes.map((code) => ({
    code,
    severity: "error",
    summary: problemKinds[code].title,
    fix: problemKinds[code].remedy,
  }));
  return [...describeCodes(spec), ...ENVELOPE_CODES, ...problems];
}
