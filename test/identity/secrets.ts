/** What must never be seen outside: collected as tests make it, and looked for at the end in all that was said. */
import { expect } from "vitest";
import type { RunningService } from "../support/service.ts";

export function createSecrets() {
  const secrets = new Set<string>();
  const heard: string[] = [];
  return {
    keep<Text extends string>(secret: Text): Text {
      secrets.add(secret);
      return secret;
    },
    /** What was answered to a caller. */
    hear(answer: { text: string; headers: object }): void {
      heard.push(answer.text, JSON.stringify(answer.headers));
    },
    /** Looks at every answer heard, and at all that the service printed and logged. */
    expectUnseen(service: RunningService): void {
      const said = [...heard, service.output(), JSON.stringify(service.logs())].join("\n");
      expect(secrets.size).toBeGreaterThan(0);
      for (const secret of secrets) expect(said.includes(secret), "a secret was seen").toBe(false);
    },
  };
}
