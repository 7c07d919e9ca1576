import { useEffect, useState } from "preact/hooks";

/** What was answered last. An answer that comes after another question was asked is dropped. */
export function useLatest<Answer>(
  ask: () => Promise<Answer> | undefined,
  given: readonly unknown[],
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let isGone = false;
    const asked = ask();
    if (asked === undefined) setAnswer(undefined);
    asked?.then((found) => isGone || setAnswer(() => found)).catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, given);
  return answer;
}
