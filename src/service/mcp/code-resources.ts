/** The codes that an answer can have, each explained by a resource of its own. */
import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { codesOf, explainCode } from "../describe/codes.ts";
import type { DomainName } from "../operations/ports.ts";

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
  const explained = explainCode(spec, uri.slice(all.length + 1));
  return explained && JSON.stringify(explained);
}

export function codesUri({ targetProduct, domainId }: DomainName): string {
  return `${SCHEME}${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
}
