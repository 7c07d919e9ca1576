/** Shows the state of each domain, and spec packages that wait and how many verdicts they would change. */
import type { RemoteCatalogue } from "../adapters/catalogue/remote.ts";
import type { WaitingPackage } from "../adapters/catalogue/rollout.ts";
import type { Metrics } from "../adapters/observe/metrics.ts";
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

  const showWaiting = (name: string, help: string, of: (waiting: WaitingPackage) => number): void => {
    const samples = () =>
      followed.list().flatMap(({ description }) => {
        const waiting = followed.waiting(description.targetProduct, description.domainId);
        if (waiting === undefined) return [];
        const labels = { ...labelsOf(description), spec_version: waiting.spec.version };
        return [{ labels, value: of(waiting) }];
      });
    show(name, help, samples, [...DOMAIN, "spec_version"]);
  };
  showWaiting(
    "package_held",
    "Of a spec package that waits: 1 if somebody has to accept it, because it would change too many verdicts.",
    ({ isHeld }) => (isHeld ? 1 : 0),
  );
  showWaiting(
    "package_tried_calls",
    "On how many calls a spec package that waits was tried.",
    ({ calls }) => calls,
  );
  showWaiting(
    "package_changed_calls",
    "On how many of them its verdict is another one.",
    ({ changed }) => changed,
  );
}

function labelsOf({ targetProduct, domainId }: DomainName) {
  return { target_product: targetProduct, domain_id: domainId };
}
