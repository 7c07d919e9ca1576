/** The MCP Inspector's command line, as someone would use it to try the service out. */
import { describe, expect, test } from "vitest";
import { sharedService } from "../support/shared-service.ts";
import { loyaltyCard } from "./candidates.ts";
import { runTool, withOfficialTools } from "./official-tools.ts";

withOfficialTools("the Inspector", (tools) => {
  const service = sharedService();

  async function inspect(era: string, ...args: string[]) {
    const target = ["--cli", `${service.url}/mcp`, "--protocol-era", era, "--format", "json"];
    const { code, stdout, stderr } = await runTool(tools, tools.inspector, [...target, ...args]);
    return { code, stderr, result: stdout.startsWith("{") ? JSON.parse(stdout).result : undefined };
  }

  function call(era: string, name: string, args: object, key?: string) {
    const header = key === undefined ? [] : ["--header", `Authorization: Bearer ${key}`];
    const what = ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)];
    return inspect(era, ...what, ...header, "--stored-auth-only");
  }

  describe.each(["legacy", "modern"])("in the %s era", (era) => {
    test("finds nothing about the tools' schemas to complain of", async () => {
      const { code, stderr, result } = await inspect(era, "--method", "tools/list", "--strict");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        "listDomains",
        "validateProposal",
        "buildProposal",
      ]);
    });

    test("calls each tool", async () => {
      const proposal = { targetProduct: "datagen", domainId: "generator-option", candidate: loyaltyCard() };
      const [domains, verdict, built] = await Promise.all([
        call(era, "listDomains", {}),
        call(era, "validateProposal", proposal, service.key),
        call(era, "buildProposal", proposal, service.key),
      ]);
      expect(domains).toMatchObject({
        code: 0,
        result: { structuredContent: { domains: [{ targetProduct: "datagen" }] } },
      });
      expect(verdict).toMatchObject({ code: 0, result: { structuredContent: { valid: true } } });
      expect(built).toMatchObject({
        code: 0,
        result: { structuredContent: { proposalPackage: { packageVersion: "1" } } },
      });
    });
  });

  test("it is told when a key is missing", async () => {
    const { code, stderr } = await call("legacy", "validateProposal", {});
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/401|auth/i);
  });
});
