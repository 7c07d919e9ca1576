/** An input for one of many words: some are offered by what has been typed, and anything may be written. */
import { useEffect, useState } from "preact/hooks";
import type { Option, RegistryReference } from "../model/model.ts";
import { formatScalar } from "../model/scalar-text.ts";
import type { Session } from "../state/session.ts";
import { optionText, ScalarInput, type ScalarProps } from "./scalar.tsx";

const ASK_AFTER_MS = 150;
const MAX_OFFERED = 50;

type Find = (text: string) => Promise<readonly Option[]>;

export function SearchInput({ find, ...props }: ScalarProps & { readonly find: Find }) {
  const [isEntered, setEntered] = useState(false);
  const [offered, setOffered] = useState<readonly Option[]>([]);
  const typed = formatScalar(props.value);
  useEffect(() => {
    if (!isEntered) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const found = await find(typed);
      if (!isGone) setOffered(found);
    }, ASK_AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isEntered, typed]);
  const onFocus = () => {
    setEntered(true);
    props.onFocus?.();
  };
  return <ScalarInput {...props} offered={offered} onFocus={onFocus} />;
}

export function findEntries(session: Session, { name, prefix }: RegistryReference): Find {
  return async (typed) => {
    const text = typed.startsWith(prefix) ? typed.slice(prefix.length) : typed;
    const entries = await session.findEntries(name, text);
    return entries.map((entry) => ({ value: prefix + entry.id, title: entry.name, hint: undefined }));
  };
}

export function findAmong(options: readonly Option[]): Find {
  return async (typed) => {
    const wanted = typed.trim().toLowerCase();
    return options
      .filter((option) => `${option.value} ${optionText(option)}`.toLowerCase().includes(wanted))
      .slice(0, MAX_OFFERED);
  };
}
