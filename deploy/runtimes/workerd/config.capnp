# `workerd serve config.capnp`, in a folder that has the files and the package beside it. With Wrangler, the same
# worker needs `main`, one Durable Object binding and the three variables, and Wrangler finds the modules itself.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .preflight)],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);

const preflight :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "preflight.js", esModule = embed "../preflight.js"),
    (name = "product.js", esModule = embed "product.js"),
    (name = "limiters/durable-object.js", esModule = embed "../limiters/durable-object.js"),
    (name = "proposal-preflight/fetch",
      esModule = embed "../node_modules/proposal-preflight/dist/bundle/fetch.js"),
    (name = "proposal-preflight/spec-packages/datagen/generator-option.json",
      json = embed "../node_modules/proposal-preflight/spec-packages/datagen/generator-option.json"),
    (name = "proposal-preflight/spec-packages/datagen/registry.json",
      json = embed "../node_modules/proposal-preflight/spec-packages/datagen/registry.json"),
  ],
  bindings = [
    (name = "PREFLIGHT_BASE_URL", fromEnvironment = "PREFLIGHT_BASE_URL"),
    (name = "PREFLIGHT_API_KEYS", fromEnvironment = "PREFLIGHT_API_KEYS"),
    (name = "PREFLIGHT_RATE_LIMIT", fromEnvironment = "PREFLIGHT_RATE_LIMIT"),
    (name = "COUNTERS", durableObjectNamespace = "CallCounter"),
  ],
  durableObjectNamespaces = [(className = "CallCounter", uniqueKey = "preflight-calls")],
  durableObjectStorage = (inMemory = void),
  compatibilityDate = "2026-01-01",
);
