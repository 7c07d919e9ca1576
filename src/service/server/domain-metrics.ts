/** Shows the state of each domain. */
import type { RemoteCatalogue } from "../catalogue/remote.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Catalogue, DomainName } from "../operations/ports.ts";

const DOMAIN = ["target_product", "domain_id"];

/** `followed`: the same catalogue, if it follows products. */
export function showDomains(
  catalogue: Catalogue,
  followed: RemoteCatalogue | undefined,
  { show }: Metrics,
): void {
  show(
    "domain_ready",
    "1 while a domain can be checked.",
    () =>
      catalogue.list().map(({ status, description }) => ({
        labels: labelsOf(description),
        value: status === "ready" ? 1 : 0,
      })),
    DOMAIN,
  );
  if (followed === undefined) return;

  const showAge = (name: string, help: string, age: "rulesSeconds" | "registrySeconds"): void => {
    const samples = () =>
      followed
        .ages()
        .flatMap(({ [age]: value, ...domain }) =>
          value === undefined ? [] : [{ labels: labelsOf(domain), value }],
        );
    show(name, help, samples, DOMAIN);
  };
  showAge("rules_age_seconds", "Time since the product confirmed the spec package in use.", "rulesSeconds");
  showAge(
    "registry_age_seconds",
    "Time since the product confirmed the registry in use; of several, the oldest.",
    "registrySeconds",
  );
}

function labelsOf({ targetProduct, domainId }: DomainName) {
  return { target_product: targetProduct, domain_id: domainId };
}
