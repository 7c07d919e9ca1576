/** The spec packages in use as MCP resources, for hosts that speak nothing but MCP. */
import type { Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { once } from "../../core/json/values.ts";
import { nameOf, type SpecPackage, specPackageText } from "../../core/spec-package/spec-package.ts";
import type { Catalogue, DomainName } from "../operations/ports.ts";
import { upstreamUnavailable } from "../operations/problems.ts";

/** Where resources come from. A server on standard input and output may get them from a service elsewhere. */
export interface Resources {
  list(): readonly Resource[] | Promise<readonly Resource[]>;
  /** As JSON; undefined if there is no such resource, and what to tell the caller if it cannot be had now. */
  read(uri: string): ResourceRead | Promise<ResourceRead>;
}

type ResourceRead = string | { readonly unavailable: string } | undefined;

/** The same for every server, whether it has an address or not. */
const SCHEME = "preflight://spec-packages/";
export const MEDIA_TYPE = "application/json";

const HOLDS = "the schema of candidates, the rules, what each diagnostic code means, and examples.";

export const TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${SCHEME}{targetProduct}/{domainId}`,
    name: "spec-package",
    title: "Rules of a domain",
    description: `The spec package of a domain: ${HOLDS}`,
    mimeType: MEDIA_TYPE,
  },
];

/** In bytes. */
const sizeOf = once((spec: SpecPackage) => new TextEncoder().encode(specPackageText(spec)).length);

export function createResources(catalogue: Catalogue): Resources {
  return {
    list: () =>
      catalogue.list().flatMap((state) => {
        if (state.status !== "ready") return [];
        const { description, spec } = state;
        return [{ ...describeResource(description, spec.version), size: sizeOf(spec) }];
      }),
    read(uri) {
      const state = catalogue.list().find(({ description }) => uriOf(description) === uri);
      if (state?.status !== "unavailable") return state && specPackageText(state.spec);
      return { unavailable: upstreamUnavailable("The spec package", state.retryAfterSeconds).detail };
    },
  };
}

export function describeResource(domain: DomainName & { readonly title: string }, version: string) {
  return {
    ...{ uri: uriOf(domain), name: nameOf(domain), title: `Rules for: ${domain.title}` },
    ...{ description: `Spec package ${version}: ${HOLDS}`, mimeType: MEDIA_TYPE },
  };
}

export const uriOf = ({ targetProduct, domainId }: DomainName): string =>
  `${SCHEME}${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
