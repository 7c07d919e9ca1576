/** Which item of a list a button belongs to, so that no two buttons of the form have the same name. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

export const Within = createContext("");

/** What follows the name of a button inside an item: " in Author 2". */
export function useWithin(): string {
  const outer = useContext(Within);
  return outer === "" ? "" : ` in ${outer}`;
}

interface AddButtonProps {
  readonly what: string;
  readonly id?: string;
  readonly disabled?: boolean;
  onClick(): void;
}

export function AddButton({ what, ...rest }: AddButtonProps) {
  const within = useWithin();
  return (
    <Button kind="add" {...rest}>
      <Icon name="plus" />
      <span>
        Add {what}
        {within && <span class="visually-hidden">{within}</span>}
      </span>
    </Button>
  );
}
