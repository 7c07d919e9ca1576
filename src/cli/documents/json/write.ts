/** Values as JSON text, in the manner of the file that they are written into. */

export interface JsonWriter {
  /** Lines after the first are indented from nothing. */
  write(value: unknown): string;
  readonly isMultiline: boolean;
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
  /** Between a name and its value. */
  readonly colon: string;
  /** After a comma on one line. */
  readonly gap: string;
}

export function createJsonWriter(text: string): JsonWriter {
  const isMultiline = text.trim().includes("\n");
  const [, unit = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const isTight = !isMultiline && !/[,:] /.test(text);
  const gap = isTight ? "" : " ";
  const writeFlat = (items: readonly unknown[]) =>
    `[${items.map((item) => JSON.stringify(item)).join(`,${gap}`)}]`;
  return {
    isMultiline,
    unit,
    eol,
    gap,
    colon: `:${gap}`,
    write(value) {
      if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null))
        return writeFlat(value);
      return isMultiline ? JSON.stringify(value, null, unit).replaceAll("\n", eol) : JSON.stringify(value);
    },
  };
}

/** The white space that the line of an offset starts with. */
export function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))![0];
}
