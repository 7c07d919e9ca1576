/** Prompts that a person can choose in a host: to write a proposal, and to bring a draft to a package. */
import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import { child } from "../../core/json/values.ts";

const WRITE: Prompt = {
  name: "write-proposal",
  title: "Write a proposal",
  description: "Writes a proposal from a few words, checks it and builds its package.",
  arguments: [{ name: "about", description: "What to propose, and for whom.", required: true }],
};

const FIX: Prompt = {
  name: "fix-proposal",
  title: "Fix a proposal",
  description: "Brings a draft to a valid proposal and builds its package.",
  arguments: [{ name: "draft", description: "The draft as it is: JSON, or anything else.", required: true }],
};

export const PROMPTS: readonly Prompt[] = [WRITE, FIX];

const FLOW = `Call listDomains first: it says what can be proposed where, with the members and an example of each.
Send the proposal to validateProposal with "repair": "suggested" and go on from "repaired.candidate". Of what is left:
- a fix with "decision" or "removal" is for the person who proposes: ask, with the choices that the fixes offer
- a "placeholder" fix gives a shape: write its content
- the resource preflight://codes/<targetProduct>/<domainId>/<code> explains a code
When it is valid, call buildProposal, show the package, and ask before you submit it.
Do not make up what only a person knows, such as the owner.`;

/** Undefined if there is no such prompt; a text if its argument is missing or is no text. */
export function getPrompt(name: string, given: unknown): GetPromptResult | string | undefined {
  const prompt = PROMPTS.find((known) => known.name === name);
  if (prompt === undefined) return undefined;
  const [key, task] =
    prompt === WRITE
      ? ["about", "Write a proposal about this:"]
      : ["draft", "Bring this draft of a proposal to a valid one, without changing what it says:"];
  const value = child(given, key) ?? "";
  if (typeof value !== "string") return `The argument "${key}" must be a text.`;
  if (value.trim() === "") return `The prompt ${name} needs the argument "${key}".`;
  const text = `${task}\n\n${value}\n\n${FLOW}`;
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
