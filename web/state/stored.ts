/** How stored drafts are listed. */

/** The first texts of a draft, which usually name it. */
export function summaryOf(text: string, fallback: string): string {
  const found = [...text.matchAll(/: "([^"\\]{2,60})"/g)].map(([, value]) => value!).slice(0, 3);
  return found.length === 0 ? fallback : found.join(" · ");
}

export function formatTime(moment: number): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(moment);
}
