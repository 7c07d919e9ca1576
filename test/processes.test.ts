/** Tests leave no process behind. What happens if Vitest itself is killed is in support/process-lane.ts. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { endProcesses, findRunning, startProcess } from "./support/processes.ts";

test.skipIf(!existsSync("/proc/self/environ"))(
  "what a process started ends with it, even in a session of its own or without a parent",
  async () => {
    const commands = () => findRunning().map(({ command }) => command);
    const shell = startProcess("sh", [
      "-c",
      "setsid sleep 601 & (sleep 602 &) ; echo started; exec sleep 603",
    ]);
    await shell.said(/started/);
    await expect.poll(() => commands().sort()).toEqual(["sleep 601", "sleep 602", "sleep 603"]);
    await endProcesses();
    expect(commands()).toEqual([]);
    expect(await shell.exit).toBe(null);
  },
);
