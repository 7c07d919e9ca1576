/** Turns a JSON Schema into a spec package. Apart from the core, so that whoever checks candidates does not load it. */

export { type ImportedSpecPackage, type ImportOptions, importJsonSchema } from "./import-schema.ts";
export type { ImportNote, ImportReport } from "./translate.ts";
