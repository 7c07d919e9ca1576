/** The digest over the RFC 8785 form of the list of entries, updated as entries arrive, so that no list is held. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const FIRST = utf8ToBytes('[{"id":"');
const NEXT = utf8ToBytes('"},{"id":"');
const BETWEEN = utf8ToBytes('","name":"');
const LAST = utf8ToBytes('"}]');
const NONE = utf8ToBytes("[]");

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes
const ESCAPED = /["\\\u0000-\u001f]/;
const PAGE = 65_536;

export function createListDigest() {
  const hash = sha256.create();
  const page = new Uint8Array(PAGE);
  let used = 0;
  let count = 0;

  /** Copies by hand: a view for each of a million short texts would keep the garbage collector busy. */
  function put(bytes: Uint8Array, start: number, end: number): void {
    for (let index = start; index < end; index++) {
      if (used === PAGE) {
        hash.update(page);
        used = 0;
      }
      page[used++] = bytes[index]!;
    }
  }

  function putAll(bytes: Uint8Array): void {
    put(bytes, 0, bytes.length);
  }

  return {
    /** Id, name, id, name …, each with its UTF-8 form, which is also its JSON form unless something is escaped. */
    add(text: string, utf8: Uint8Array, start: number, end: number): void {
      putAll(count === 0 ? FIRST : count % 2 === 0 ? NEXT : BETWEEN);
      count++;
      if (ESCAPED.test(text)) putAll(utf8ToBytes(JSON.stringify(text).slice(1, -1)));
      else put(utf8, start, end);
    },
    finish(): string {
      putAll(count === 0 ? NONE : LAST);
      return `sha256:${bytesToHex(hash.update(page.subarray(0, used)).digest())}`;
    },
  };
}
