/**
 * Ids are always made here: an id from the caller could be forged to hide among somebody else's log lines. A random
 * part per process plus a counter is unique and costs a fraction of a UUID.
 */
export function createRequestIds(): () => string {
  let process: string | undefined;
  let count = 0;
  return () => {
    // Not before the first call: some runtimes have no random numbers while a module is loaded.
    process ??= randomText();
    return `${process}-${(++count).toString(36)}`;
  };
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("/", "0")
    .replaceAll("+", "1");
}
