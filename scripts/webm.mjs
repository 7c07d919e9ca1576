/** Writes a WebM file (RFC 9559, with one VP8 track) from frames that are encoded already. */

/** `frames`: `{ data, milliseconds, isKey }`, with the moment at which each is shown. */
export function webm({ width, height, duration, frames }) {
  const clusters = [];
  for (const frame of frames) {
    const last = clusters.at(-1);
    // The moment within a cluster has 16 bits, and a player can only start at a key frame.
    if (last === undefined || frame.isKey) clusters.push({ start: frame.milliseconds, frames: [frame] });
    else last.frames.push(frame);
  }
  return Buffer.concat([
    element(0x1a45dfa3, [
      element(0x4286, uint(1)),
      element(0x42f7, uint(1)),
      element(0x42f2, uint(4)),
      element(0x42f3, uint(8)),
      element(0x4282, Buffer.from("webm")),
      element(0x4287, uint(2)),
      element(0x4285, uint(2)),
    ]),
    element(0x18538067, [
      element(0x1549a966, [
        element(0x2ad7b1, uint(1_000_000)),
        element(0x4489, float(duration)),
        element(0x4d80, Buffer.from("preflight")),
        element(0x5741, Buffer.from("preflight")),
      ]),
      element(0x1654ae6b, [
        element(0xae, [
          element(0xd7, uint(1)),
          element(0x73c5, uint(1)),
          element(0x83, uint(1)),
          element(0x86, Buffer.from("V_VP8")),
          element(0xe0, [element(0xb0, uint(width)), element(0xba, uint(height))]),
        ]),
      ]),
      ...clusters.map(({ start, frames: within }) =>
        element(0x1f43b675, [element(0xe7, uint(start)), ...within.map((frame) => block(frame, start))]),
      ),
    ]),
  ]);
}

function block({ data, milliseconds, isKey }, start) {
  const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
  head.writeInt16BE(milliseconds - start, 1);
  return element(0xa3, [head, data]);
}

function element(id, content) {
  const payload = Array.isArray(content) ? Buffer.concat(content) : content;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(payload.length) | (1n << 56n));
  return Buffer.concat([uint(id), size, payload]);
}

/** As few bytes as it needs. */
function uint(value) {
  const text = value.toString(16);
  return Buffer.from(text.length % 2 === 0 ? text : `0${text}`, "hex");
}

function float(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
