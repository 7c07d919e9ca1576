/** A validator that coerces types, which is what most services do: Ajv with `coerceTypes`, on the package's schema. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export function createProgram(domains) {
  const ajv = new Ajv2020({ strict: false, coerceTypes: "array", allErrors: true });
  addFormats.default(ajv);
  const validators = new Map(
    [...domains].map(([name, { document }]) => [name, ajv.compile(document.schema)]),
  );
  return (domain, draft) => {
    // Ajv coerces in place, and the candidate itself only inside another value.
    const holder = { candidate: structuredClone(draft) };
    validators.get(domain)(holder.candidate);
    return holder.candidate;
  };
}
