/** Blocks that quote answers of a running service, in the README and in docs/agents.md. */
import type { Claim } from "./claim.ts";
import type { Block, Page } from "./markdown.ts";

/** Where the pages say that the service is. */
export const SHOWN_ADDRESS = "http://127.0.0.1:8080";

export interface Step {
  path: string;
  /** The file that is sent, relative to the project. */
  file: string | undefined;
  key: string | undefined;
  /** The JSON block that follows the command. */
  shown: Block;
}

const blocksOf = (page: Page) => page.parts.filter((part): part is Block => part.kind === "block");

/** Each curl command that is followed by a JSON block. */
export function stepsOf(page: Page): Step[] {
  const blocks = blocksOf(page);
  return blocks.flatMap(({ language, text }, index) => {
    const shown = blocks[index + 1];
    if (language !== "sh" || !text.startsWith("curl ") || shown?.language !== "json") return [];
    return {
      path: new RegExp(`${SHOWN_ADDRESS}(\\S+)`).exec(text)![1]!,
      file: /-d @(\S+)/.exec(text)?.[1],
      key: /Bearer (\w+)/.exec(text)?.[1],
      shown,
    };
  });
}

export async function claimsOfSteps(page: Page, send: (step: Step) => Promise<unknown>): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const step of stepsOf(page)) claims.push(claim(step.shown, await send(step)));
  return claims;
}

/** Each block `call=<tool>` with arguments, and the block `result` after it. */
export async function claimsOfConversation(
  page: Page,
  callTool: (name: string, args: object) => Promise<unknown>,
): Promise<Claim[]> {
  const turns = blocksOf(page).filter(({ role }) => role === "call" || role === "result");
  const claims: Claim[] = [];
  for (let at = 0; at < turns.length; at += 2) {
    const [call, result] = turns.slice(at, at + 2);
    if (call?.role !== "call" || result?.role !== "result") throw new Error("a call without a result");
    claims.push(claim(result, await callTool(call.name, JSON.parse(call.text))));
  }
  return claims;
}

function claim({ line, section, role, text }: Block, actual: unknown): Claim {
  return { title: `line ${line}: ${section} ${role}`, line, shown: JSON.parse(text), actual, place: "block" };
}
