/**
 * The official conformance suite against the service and against the fetch handler, in both revisions it has requirements
 * for. `conformance.json` says of every
 * scenario whether it applies here, and if not, why. A scenario or a check that fails without being listed there
 * fails this test, and so does a scenario that is new to the suite and was never looked at.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listDomains } from "../../src/service/operations/list-domains.ts";
import type { Operation } from "../../src/service/operations/operation.ts";
import { problem } from "../../src/service/operations/problems.ts";
import { startHandlerHere } from "../fetch/handler-here.ts";
import { sharedService } from "../support/shared-service.ts";
import { startEndpoint } from "./endpoint.ts";
import { runTool, withOfficialTools } from "./official-tools.ts";

interface Listed {
  /** Must pass as they are. */
  readonly applies: readonly string[];
  /** Must pass once the endpoint has the tools of the suite's example server that they call. */
  readonly withExampleTools: readonly string[];
  /** `scenario` or `scenario:check`, and the reason. */
  readonly doesNotApply: Readonly<Record<string, string>>;
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

const file = new URL("./conformance.json", import.meta.url);
const revisions = JSON.parse(readFileSync(file, "utf8")) as Record<string, Listed>;

/** Hold whatever the scenario is about, since every message on the wire is looked at. */
const alwaysApplies = ["wire-schema-valid", "wire-schema-harness-error"];

withOfficialTools("conformance", (tools) => {
  const service = sharedService();

  /** Scenario → its checks. */
  async function conformance(url: string, ...args: string[]): Promise<Map<string, Check[]>> {
    const folder = mkdtempSync(join(tmpdir(), "preflight-conformance-"));
    try {
      const { stderr } = await runTool(tools, tools.conformance, [
        "server",
        "--url",
        url,
        "-o",
        folder,
        ...args,
      ]);
      const scenarios = readdirSync(folder).map((name): [string, Check[]] => [
        name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ""),
        JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")),
      ]);
      if (scenarios.length === 0) throw new Error(`the suite ran nothing: ${stderr}`);
      return new Map(scenarios);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  const hosts = [
    { host: "the service", start: async () => service },
    { host: "the fetch handler", start: startHandlerHere },
  ];
  const cases = hosts.flatMap((host) =>
    Object.entries(revisions).map(([revision, listed]) => ({ ...host, revision, listed })),
  );

  describe.each(cases)("$host, $revision", ({ host, start, revision, listed }) => {
    const { applies, withExampleTools, doesNotApply } = listed;
    let ran: Map<string, Check[]>;
    beforeAll(async () => {
      const started = await start();
      ran = await conformance(`${started.url}/mcp`, "--requirements", revision);
      await started.stop();
    });
    const checksOf = (scenario: string): Check[] => {
      const checks = ran.get(scenario);
      if (checks === undefined) throw new Error(`the suite has no scenario ${scenario} for ${revision}`);
      return checks;
    };

    test("every scenario has been looked at", () => {
      const excused = Object.keys(doesNotApply).filter((name) => !name.includes(":"));
      expect([...ran.keys()].sort()).toEqual([...applies, ...withExampleTools, ...excused].sort());
    });

    test.each(applies)("%s passes", (scenario) => {
      const excused = (id: string) => Object.hasOwn(doesNotApply, `${scenario}:${id}`);
      expect(faultsIn(checksOf(scenario).filter(({ id }) => !excused(id)))).toEqual([]);
      expect(checksOf(scenario).some(({ status }) => status === "SUCCESS")).toBe(true);
    });

    test.each(Object.entries(doesNotApply))("%s does not apply: %s", (name) => {
      const [scenario = "", check] = name.split(":");
      const checks = checksOf(scenario);
      // A check that has come to pass is to be taken off the list.
      if (check !== undefined) expect(checks.find(({ id }) => id === check)?.status).toBe("FAILURE");
      else expect(faultsIn(checks.filter(({ id }) => alwaysApplies.includes(id)))).toEqual([]);
    });

    // These need tools that the suite asks for, so they are given to the endpoint that both share.
    if (host !== "the service") return;
    test.each(withExampleTools)("%s passes with the tool it calls", async (scenario) => {
      const endpoint = await startEndpoint({ tools: exampleTools, baseUrl: "http://127.0.0.1" });
      try {
        const checks = await conformance(endpoint.url, "--scenario", scenario, "--spec-version", revision);
        expect(faultsIn(checks.get(scenario) ?? [])).toEqual([]);
        expect(checks.get(scenario)?.map(({ id }) => id)).toContain(scenario);
      } finally {
        await endpoint.close();
      }
    });
  });
});

function faultsIn(checks: readonly Check[]): string[] {
  return checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage}`);
}

/** The suite's example tools that could exist here: one that answers and one that cannot use its arguments. */
const exampleTools: readonly Operation[] = [
  {
    ...listDomains,
    id: "test_simple_text" as Operation["id"],
    run: () => ({ ok: true, body: { domains: [] } }),
  },
  {
    ...listDomains,
    id: "test_error_handling" as Operation["id"],
    run: () => ({ ok: false, problem: problem("invalid-envelope", "Arguments of an example.") }),
  },
];
