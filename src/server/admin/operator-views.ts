/** What operators see of the service at the admin port, and what they may change there. */
import type { RemoteCatalogue } from "../../adapters/catalogue/remote.ts";
import type { Catalogue } from "../../operations/ports.ts";
import type { Config } from "../config/config.ts";
import { describeConfig } from "../config/describe-config.ts";

export type OperatorQuestion =
  | { readonly about: "config" | "domains" }
  | { readonly about: "accept"; readonly targetProduct: string; readonly domainId: string };

export interface OperatorAnswer {
  readonly status: number;
  /** An object is sent as JSON. */
  readonly body: object | string;
}

export interface LastRefusal {
  readonly document: string;
  readonly code: string;
  readonly message: string;
  /** RFC 3339. */
  readonly at: string;
}

interface OperatorParts {
  readonly config: () => Config;
  readonly catalogue: Catalogue;
  /** Undefined for the product that comes with the service. */
  readonly followed: RemoteCatalogue | undefined;
  readonly lastRefusal: (targetProduct: string, domainId: string) => LastRefusal | undefined;
}

export function createOperatorViews(parts: OperatorParts) {
  const { catalogue, followed } = parts;

  function domains(): object[] {
    const ages = new Map(
      (followed?.ages() ?? []).map((age) => [`${age.targetProduct}/${age.domainId}`, age]),
    );
    return catalogue.list().map((state) => {
      const { targetProduct, domainId } = state.description;
      const { rulesSeconds, registrySeconds } = ages.get(`${targetProduct}/${domainId}`) ?? {};
      const waiting = followed?.waiting(targetProduct, domainId);
      const lastRefusal = parts.lastRefusal(targetProduct, domainId);
      return {
        ...{ targetProduct, domainId, status: state.status },
        ...(state.status === "ready" && {
          version: state.spec.version,
          digest: state.spec.digest,
          registry: { digest: state.registry.digest, size: state.registry.size, asOf: state.registry.asOf },
          ...(state.staleSeconds !== undefined && { staleSeconds: state.staleSeconds }),
        }),
        ...(rulesSeconds !== undefined && { rulesSeconds: Math.round(rulesSeconds) }),
        ...(registrySeconds !== undefined && { registrySeconds: Math.round(registrySeconds) }),
        ...(waiting && {
          waiting: {
            version: waiting.spec.version,
            digest: waiting.spec.digest,
            calls: waiting.calls,
            changed: waiting.changed,
            held: waiting.isHeld,
          },
        }),
        ...(lastRefusal && { lastRefusal }),
      };
    });
  }

  return async (question: OperatorQuestion): Promise<OperatorAnswer> => {
    if (question.about !== "accept")
      return {
        status: 200,
        body: question.about === "config" ? describeConfig(parts.config()) : { domains: domains() },
      };
    const { targetProduct, domainId } = question;
    const accepted = await followed?.accept(targetProduct, domainId);
    if (accepted === undefined) return { status: 404, body: { error: "there is no such domain to follow" } };
    if (!accepted) return { status: 409, body: { error: "no spec package waits to be accepted" } };
    return { status: 200, body: { accepted: true } };
  };
}
