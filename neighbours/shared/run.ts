/** Runs a neighbour as its own process: reads settings from the environment, prints its address, stops cleanly. */
import type { RunningService } from "./server.ts";

export type Setting = (name: string, fallback?: string) => string;

export async function runService(
  name: string,
  start: (setting: Setting) => Promise<RunningService>,
): Promise<void> {
  const setting: Setting = (key, fallback) => {
    const value = process.env[key] ?? fallback;
    if (value === undefined || value === "") throw new Error(`${name}: set ${key}`);
    return value;
  };
  const service = await start(setting);
  console.log(`${name} at ${service.url}`);
  const stop = () => void service.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}
