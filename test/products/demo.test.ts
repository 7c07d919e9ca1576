import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("../../dist-dev/neighbours/demo.js", import.meta.url));

it("the demo walks all five steps, names the addresses and stops cleanly on Ctrl-C", async () => {
  const demo = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  demo.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    demo.once("exit", (code) => reject(new Error(`ended with ${code}: ${errors}`)));
    demo.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.includes("Ctrl-C ends it")) resolve();
    });
  });
  for (const number of [1, 2, 3, 4, 5]) expect(output).toMatch(new RegExp(`^${number}\\. `, "m"));
  expect(output).toMatch(/valid: false[\s\S]*valid: true/);
  expect(output).toMatch(/ballot open/);
  expect(output).toMatch(/accepted, 2 to 0/);
  expect(output).toMatch(/"loyalty-card-generator" is taken/);

  const addresses = [
    ...new Set(output.slice(output.indexOf("To explore")).match(/http:\/\/127\.0\.0\.1:\d+/g)),
  ];
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect((await fetch(`${address}/healthz`)).status).toBe(200);
  demo.kill("SIGINT");
  expect(await once(demo, "exit")).toEqual([0, null]);
  for (const address of addresses) await expect(fetch(`${address}/healthz`)).rejects.toThrow();
}, 120_000);
