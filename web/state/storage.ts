/** The browser's storage, if it has any for this page: access alone throws where it is forbidden. */
export function storage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}
