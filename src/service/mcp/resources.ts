/** The spec packages in use and their codes as MCP resources, for hosts that speak nothing but MCP. */
import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { Catalogue, DomainName } from "../operations/ports.ts";
import { upstreamUnavailable } from "../operations/problems.ts";
import { specPackageText } from "../operations/spec-package-text.ts";
import { CODE_TEMPLATE, codesUri, describeCodesResource, readCodes } from "./code-resources.ts";

/** Where resources come from. A server on standard input and output may get them from a service elsewhere. */
export interface Resources {
  readonly templates: readonly ResourceTemplateType[];
  list(): readonly Resource[] | Promise<readonly Resource[]>;
  read(uri: string): ResourceRead | Promise<ResourceRead>;
}

type ResourceRead =
  | { readonly status: "found"; readonly contents: ReadResourceResult["contents"] }
  | { readonly status: "unknown" }
  | { readonly status: "unavailable"; readonly message: string };

/** The same for every server, whether it has an address or not. */
const SCHEME = "preflight://spec-packages/";
const MEDIA_TYPE = "application/json";

const SPEC_PACKAGE_TEMPLATE: ResourceTemplateType = {
  uriTemplate: `${SCHEME}{targetProduct}/{domainId}`,
  name: "spec-package",
  title: "Rules of a domain",
  description:
    "The spec package of a domain: the schema of its candidates, its rules, what each diagnostic code means, and examples.",
  mimeType: MEDIA_TYPE,
};

export const TEMPLATES: readonly ResourceTemplateType[] = [SPEC_PACKAGE_TEMPLATE, CODE_TEMPLATE];

export function createResources(catalogue: Catalogue): Resources {
  return {
    templates: TEMPLATES,
    list: () =>
      catalogue.list().flatMap((state) => {
        if (state.status !== "ready") return [];
        const size = new TextEncoder().encode(specPackageText(state.spec)).length;
        const { description, spec } = state;
        return [{ ...describeResource(description, spec.version), size }, describeCodesResource(description)];
      }),
    read(uri) {
      const state = catalogue.list().find(({ description }) => isAbout(uri, description));
      if (state === undefined) return { status: "unknown" };
      if (state.status === "unavailable") {
        const { detail } = upstreamUnavailable("The spec package", state.retryAfterSeconds);
        return { status: "unavailable", message: detail };
      }
      const { description, spec } = state;
      if (uri === uriOf(description)) return foundText(uri, specPackageText(spec));
      const text = readCodes(uri, description, spec);
      return text === undefined ? { status: "unknown" } : foundText(uri, text);
    },
  };
}

export function describeResource(
  { targetProduct, domainId, title }: DomainName & { readonly title: string },
  version: string,
): Resource {
  return {
    uri: uriOf({ targetProduct, domainId }),
    name: `${targetProduct}/${domainId}`,
    title: `Rules for: ${title}`,
    description: `Spec package ${version}: the schema of candidates, the rules, what each diagnostic code means, and examples.`,
    mimeType: MEDIA_TYPE,
  };
}

export function foundText(uri: string, text: string): ResourceRead {
  return { status: "found", contents: [{ uri, mimeType: MEDIA_TYPE, text }] };
}

export function uriOf({ targetProduct, domainId }: DomainName): string {
  return `${SCHEME}${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
}

/** Whether it is a resource of this domain, if it is one. */
export function isAbout(uri: string, domain: DomainName): boolean {
  const codes = codesUri(domain);
  return uri === uriOf(domain) || uri === codes || uri.startsWith(`${codes}/`);
}
