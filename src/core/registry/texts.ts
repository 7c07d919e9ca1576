/** Ids and names as UTF-8 in one buffer: id, name, id, name … with the offset of each and of the end. */

export interface Texts {
  bytes: Uint8Array<ArrayBuffer>;
  offsets: Uint32Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function textAt(texts: Texts, index: number): string {
  return decoder.decode(texts.bytes.subarray(texts.offsets[index]!, texts.offsets[index + 1]!));
}

export interface TextsBuilder extends Texts {
  append(text: string): void;
  finish(): Texts;
}

export function createTextsBuilder(): TextsBuilder {
  let count = 0;
  const builder: TextsBuilder = {
    bytes: new Uint8Array(4096),
    offsets: new Uint32Array(128),
    append(text) {
      const start = builder.offsets[count]!;
      const most = start + 3 * text.length;
      if (most > 0xffff_ffff) throw new RangeError("A registry's ids and names may fill 4 GiB, no more");
      if (most > builder.bytes.length) builder.bytes = grown(builder.bytes, most);
      if (count + 2 > builder.offsets.length) builder.offsets = grown(builder.offsets, count + 2);
      builder.offsets[++count] = start + write(builder.bytes, start, text);
    },
    finish: () => ({
      bytes: builder.bytes.slice(0, builder.offsets[count]!),
      offsets: builder.offsets.slice(0, count + 1),
    }),
  };
  return builder;
}

/** Nearly every text here is short ASCII, which is copied faster than an encoder can be called. */
function write(bytes: Uint8Array, start: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return encoder.encodeInto(text, bytes.subarray(start)).written;
    bytes[start + index] = unit;
  }
  return text.length;
}

function grown<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, least: number): T {
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}
