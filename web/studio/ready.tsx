import { Form } from "../form/form.tsx";
import { useSelect } from "../state/context.ts";

/** The form, once its session has begun. */
export function Ready() {
  const phase = useSelect((state) => state.phase);
  return phase === "work" ? <Form /> : null;
}
