/** Prompts that a person can choose in a host: to write a proposal, and to bring a draft to a package. */
import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import { child } from "../../core/json/values.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import { exampleOf } from "../operations/list-domains.ts";
import type { Catalogue } from "../operations/ports.ts";

const WHERE: Prompt["arguments"] = [
  { name: "targetProduct", description: "The product, if there are several." },
  { name: "domainId", description: "The kind of proposal, if there are several." },
];

const WRITE: Prompt = {
  name: "write-proposal",
  title: "Write a proposal",
  description: "Writes a proposal from a few words, checks it and builds its package.",
  arguments: [{ name: "about", description: "What to propose, and for whom.", required: true }, ...WHERE],
};

const FIX: Prompt = {
  name: "fix-proposal",
  title: "Fix a proposal",
  description: "Brings a draft to a valid proposal and builds its package.",
  arguments: [
    { name: "draft", description: "The draft as it is: JSON, or anything else.", required: true },
    ...WHERE,
  ],
};

const FINISH = `Send it to validateProposal with "repair": "suggested" and go on from "repaired.candidate". Of what is left:
- a fix with "decision" or "removal" is for the person who proposes: ask, with the choices that the fixes offer
- a "placeholder" fix gives a shape: write its content
- the resource preflight://codes/<targetProduct>/<domainId>/<code> explains a code
When it is valid, call buildProposal, show the package, and ask before you submit it.
Do not make up what only a person knows, such as the owner.`;

export function createPrompts(catalogue: Catalogue) {
  return {
    list: [WRITE, FIX],
    /** Undefined if there is no such prompt; a text if an argument is missing or is no text. */
    get(name: string, given: unknown): GetPromptResult | string | undefined {
      const prompt = [WRITE, FIX].find((known) => known.name === name);
      if (prompt === undefined) return undefined;
      const args: Record<string, string | undefined> = {};
      for (const { name: key, required } of prompt.arguments ?? []) {
        const value = child(given, key);
        if (value !== undefined && typeof value !== "string") return `The argument "${key}" must be a text.`;
        if (required && !value?.trim()) return `The prompt ${name} needs the argument "${key}".`;
        args[key] = value;
      }
      const task =
        prompt === WRITE
          ? `Write a proposal about this:\n\n${args.about}`
          : `Bring this draft of a proposal to a valid one, without changing what it says:\n\n${args.draft}`;
      const text = `${task}\n\n${rulesFor(catalogue, args)}\n\n${FINISH}`;
      return {
        description: prompt.description,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    },
  };
}

/** How to write a candidate, if it is clear for which domain; otherwise how to find out. */
function rulesFor(
  catalogue: Catalogue,
  { targetProduct, domainId }: Readonly<Record<string, string | undefined>>,
): string {
  const [state, ...others] = catalogue
    .list()
    .filter(
      ({ description }) =>
        (!targetProduct || description.targetProduct === targetProduct) &&
        (!domainId || description.domainId === domainId),
    );
  if (state?.status !== "ready" || others.length > 0)
    return "Call listDomains first: it says what can be proposed where, with the members and an example of each.";
  const { description, spec } = state;
  const members = describeMembers(spec).map(
    ({ pointer, in: where, required, type, rule }) =>
      `- ${pointer} (${type}${required ? ", required" : ""}${where ? `, in ${where}` : ""}): ${rule}`,
  );
  return `Its "targetProduct" is "${description.targetProduct}" and its "domainId" is "${description.domainId}". The members of a candidate:
${members.join("\n")}

A valid candidate:
${JSON.stringify(exampleOf(spec))}`;
}
