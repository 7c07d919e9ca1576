import { expect, it } from "vitest";
import { PROGRAMS } from "../support/built.ts";
import { startProcess } from "../support/processes.ts";

it("the demo walks all five steps, names the addresses and stops cleanly on Ctrl-C", async () => {
  const demo = startProcess(process.execPath, [PROGRAMS.demo]);
  await demo.said(/Ctrl-C ends it/);
  const output = demo.output();
  for (const number of [1, 2, 3, 4, 5]) expect(output).toMatch(new RegExp(`^${number}\\. `, "m"));
  expect(output).toMatch(/valid: false[\s\S]*valid: true/);
  expect(output).toMatch(/ballot open/);
  expect(output).toMatch(/accepted, 2 to 0/);
  expect(output).toMatch(/"loyalty-card" is taken/);

  const addresses = [
    ...new Set(output.slice(output.indexOf("To explore")).match(/http:\/\/127\.0\.0\.1:\d+/g)),
  ];
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect((await fetch(`${address}/healthz`)).status).toBe(200);
  demo.process.kill("SIGINT");
  expect(await demo.exit).toBe(0);
  for (const address of addresses) await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});
