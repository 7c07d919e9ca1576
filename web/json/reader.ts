/**
 * Stands in for the core's exact parser and its reader of other texts, in the page and in its workers (see vite.config.ts).
 * Plain JSON needs neither, so they are fetched when something calls one: until then each is undefined, and a call fails.
 */
import type * as Parser from "../../src/core/reader/parse.ts";
import { readJson } from "../../src/core/reader/read-json.ts";
import type * as Text from "../../src/core/reader/read-text.ts";

export let parse: typeof Parser.parse;
export let describeFault: typeof Parser.describeFault;
export let findFault: typeof Parser.findFault;
export let faultText: typeof Parser.faultText;
export let placeText: typeof Parser.placeText;
export let remarkText: typeof Parser.remarkText;
export let MAX_OPEN_BRACKETS: typeof Parser.MAX_OPEN_BRACKETS;
export let readText: typeof Text.readText;

export async function loadReader(): Promise<void> {
  if (readText !== undefined) return;
  const [parser, text] = await Promise.all([
    import("../../src/core/reader/parse.ts"),
    import("../../src/core/reader/read-text.ts"),
  ]);
  ({ parse, describeFault, findFault, faultText, placeText, remarkText, MAX_OPEN_BRACKETS } = parser);
  ({ readText } = text);
}

/** Reads JSON, with the exact parser where the text needs it. */
export async function readJsonLater(text: string): Promise<ReturnType<typeof readJson>> {
  try {
    return readJson(text);
  } catch (error) {
    if (readText !== undefined) throw error;
    await loadReader();
    return readJson(text);
  }
}
