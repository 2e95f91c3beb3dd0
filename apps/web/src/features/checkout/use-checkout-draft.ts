import { useState } from "react";
import { sessionMemory } from "../../lib/safe-storage.ts";
import { type CheckoutDraft, keepDraft, readDraft } from "./checkout-draft.ts";

export function useCheckoutDraft(place: string) {
  const [draft, setDraft] = useState(() => readDraft(sessionMemory, place));
  const change = (changes: Partial<CheckoutDraft>) => {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepDraft(sessionMemory, place, changed);
  };
  return { draft, change };
}
