/** The handler, with the embedded product. Bundled into one file before it is run. */
import { createHandler } from "preflight-fetch";
import registry from "registry";
import specPackage from "spec-package";

let handler;

export default {
  fetch(request) {
    // Workers may not use random numbers before the first request.
    handler ??= createHandler({
      baseUrl: "http://127.0.0.1",
      keys: [KEY],
      rateLimit: 1_000_000_000,
      clientAddress: () => "127.0.0.1",
      domains: [
        {
          specPackage,
          registry: { entries: registry.generators, asOf: registry.asOf },
          submissionUrl: "https://datagen.example/api/proposals",
        },
      ],
    });
    return handler(request);
  },
};
