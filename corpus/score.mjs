/**
 * Scores what a program made of drafts: `node corpus/score.mjs <outputs.jsonl>`, one line a case: {"id", "candidate"}.
 * README.md beside this file explains the measures.
 */

/** @typedef {"nothing" | "safe" | "suggested" | "decision"} Need */
/** @typedef {{ id: string, row: string, need: Need, draft: unknown, expected: unknown }} Case */

/**
 * Judges one output. A leaf is a text, number, boolean, null, empty list or empty object.
 * @param {Case} given
 * @param {unknown} output
 * @param {boolean} isValid whether the package accepts the output
 */
export function scoreOutput({ draft, expected, need }, output, isValid) {
  const wanted = leavesOf(expected);
  const sent = leavesOf(draft);
  const got = leavesOf(output);
  const sentValues = new Set([...sent.values()].map(keyOf));
  const sentText = [...sent.values()].filter((value) => typeof value === "string").join("\n");
  const gotValues = new Set([...got.values()].map(keyOf));
  const gotText = [...got.values()].filter((value) => typeof value === "string").join("\n");
  const isUntouched = isSame(output, draft);

  const changed = [];
  const lost = [];
  for (const [pointer, value] of wanted) {
    const own = got.get(pointer);
    if (own !== undefined && isSame(own, value)) continue;
    if (isUntouched) continue;
    if (own !== undefined) {
      // As it was sent, at the place where it was sent or where its container belongs.
      const before = sent.get(pointer);
      const isAsSent =
        before !== undefined
          ? isSame(own, before)
          : sentValues.has(keyOf(own)) || (typeof own !== "object" && holds(sentText, own));
      if (isAsSent && !isSetOf(output, expected, pointer)) continue;
      if (isSetOf(output, expected, pointer)) continue;
      changed.push({ pointer, expected: value, actual: own });
      continue;
    }
    const isThere = gotValues.has(keyOf(value)) || holds(gotText, value);
    const wasSent = sentValues.has(keyOf(value)) || holds(sentText, value);
    // What was sent in another notation is somewhere in the output in that notation.
    const isThereAsSent =
      !wasSent && [...sent.values()].some((raw) => !isAmong(wanted, raw) && gotValues.has(keyOf(raw)));
    if (!isThere && !isThereAsSent) lost.push({ pointer, expected: value });
  }

  const invented = [];
  for (const [pointer, value] of got) {
    if (isUntouched || wanted.has(pointer) || isSetOf(output, expected, pointer)) continue;
    const before = sent.get(pointer);
    if (before !== undefined && isSame(before, value)) continue;
    const isFromDraft = sentValues.has(keyOf(value)) || holds(sentText, value);
    // In its place by itself: a list with the one text that was sent in place of the list.
    if (isFromDraft && pointer.endsWith("/0") && isSame(sent.get(pointer.slice(0, -2)), value)) continue;
    // The right value, at the place where the author put it.
    if (sent.has(pointer) && [...wanted].some(([place, other]) => !got.has(place) && isSame(other, value)))
      continue;
    // As it was sent, inside a text.
    if (sentText.includes(JSON.stringify(value))) continue;
    // As it was sent, without what was around it.
    if ([...sent].some(([place, other]) => place.endsWith(pointer) && isSame(other, value))) continue;
    if (isFromDraft) changed.push({ pointer, actual: value });
    else invented.push({ pointer, actual: value });
  }
  return {
    valid: isValid,
    needsDecision: need === "decision",
    values: wanted.size,
    kept: wanted.size - lost.length,
    changed,
    invented,
    lost,
  };
}

/** Lists that hold the same texts, repeats and order aside, say the same if the expected one is a set. */
function isSetOf(output, expected, pointer) {
  const list = pointer.replace(/\/[^/]*$/, "");
  const [own, other] = [valueAt(output, list), valueAt(expected, list)];
  if (!Array.isArray(own) || !Array.isArray(other) || own.length <= other.length) return false;
  return own.every((item) => other.includes(item)) && other.every((item) => own.includes(item));
}

function isAmong(leaves, value) {
  const key = keyOf(value);
  return [...leaves.values()].some((other) => keyOf(other) === key);
}

/** Whether a text holds this value, as itself or inside JSON. */
function holds(text, value) {
  if (value === null || typeof value === "object" || String(value) === "") return true;
  const plain = String(value);
  return text.includes(plain) || text.includes(JSON.stringify(plain).slice(1, -1));
}

function keyOf(value) {
  return typeof value === "string" ? `"${value.normalize("NFC").trim()}` : JSON.stringify(value);
}

/** Values that say the same: white space at the ends, line ends and the Unicode form aside. */
function isSame(a, b) {
  if (typeof a === "string" && typeof b === "string") return plainText(a) === plainText(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), Object.keys(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, b[key]))
  );
}

function plainText(text) {
  return text.normalize("NFC").replaceAll("\r\n", "\n").trim();
}

/** @returns {Map<string, unknown>} */
export function leavesOf(value, pointer = "", leaves = new Map()) {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) leaves.set(pointer, value);
  for (const [key, item] of entries)
    leavesOf(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, leaves);
  return leaves;
}

export function valueAt(root, pointer) {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Adds scores up, by row and in all. */
export function createTally() {
  const rows = new Map();
  const empty = () => ({
    cases: 0,
    open: 0,
    valid: 0,
    values: 0,
    kept: 0,
    changed: 0,
    changedValid: 0,
    invented: 0,
    decided: 0,
  });
  const all = empty();
  return {
    add(row, score) {
      if (!rows.has(row)) rows.set(row, empty());
      for (const sums of [rows.get(row), all]) {
        sums.cases += 1;
        sums.values += score.values;
        sums.kept += score.kept;
        if (score.changed.length > 0) sums.changed += 1;
        if (score.changed.length > 0 && score.valid) sums.changedValid += 1;
        if (score.invented.length > 0) sums.invented += 1;
        if (score.needsDecision) {
          if (score.valid) sums.decided += 1;
          continue;
        }
        sums.open += 1;
        if (score.valid) sums.valid += 1;
      }
    },
    rows,
    all,
  };
}

/** One line a row, as a table. */
export function formatTally({ rows, all }) {
  const percent = (part, whole) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
  const line = (name, sums) =>
    [
      name.padEnd(36),
      String(sums.cases).padStart(6),
      percent(sums.valid, sums.open).padStart(9),
      percent(sums.kept, sums.values).padStart(9),
      String(sums.changed).padStart(8),
      String(sums.invented).padStart(9),
    ].join(" ");
  const head = `${"".padEnd(36)}  cases     valid      kept  changed  invented`;
  return [head, ...[...rows].map(([name, sums]) => line(name, sums)), line("all", all)].join("\n");
}
