export { freeze } from "./freeze.ts";
export { runDrafts } from "./run.ts";
