/** Shows spec packages that wait, and how many verdicts they would change. */
import { Gauge, type Registry } from "prom-client";
import type { RemoteCatalogue } from "../adapters/catalogue/remote.ts";
import type { WaitingPackage } from "../adapters/catalogue/rollout.ts";

export function showRollouts(catalogue: RemoteCatalogue, registry: Registry): void {
  const gauge = (name: string, help: string, of: (waiting: WaitingPackage) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ["target_product", "domain_id", "spec_version"],
      registers: [registry],
      collect() {
        this.reset();
        for (const { description } of catalogue.list()) {
          const { targetProduct, domainId } = description;
          const waiting = catalogue.waiting(targetProduct, domainId);
          if (waiting === undefined) continue;
          const labels = {
            target_product: targetProduct,
            domain_id: domainId,
            spec_version: waiting.spec.version,
          };
          this.set(labels, of(waiting));
        }
      },
    });
  };
  gauge(
    "preflight_package_held",
    "Of a spec package that waits: 1 if somebody has to accept it, because it would change too many verdicts.",
    ({ isHeld }) => (isHeld ? 1 : 0),
  );
  gauge(
    "preflight_package_tried_calls",
    "On how many calls a spec package that waits was tried.",
    ({ calls }) => calls,
  );
  gauge(
    "preflight_package_changed_calls",
    "On how many of them its verdict is another one.",
    ({ changed }) => changed,
  );
}
