import { type RefCallback, useCallback, useRef, useState } from "react";
import type { FieldProblem } from "../../lib/form-errors.ts";
import { SkeletonArea, SkeletonBar } from "../ui/loading.tsx";
import { type CardEntry, type CardResult, UNREACHABLE } from "./card-result.ts";

export type CardFormHandle = {
  /** Ref for `CardForm`. */
  entry: RefCallback<CardEntry>;
  /** True once the card's fields are mounted; nothing can be submitted before. */
  isReady: boolean;
  /** Shows and returns the card's errors. Call it before requesting a client secret. */
  check: () => readonly FieldProblem[];
  /** Focuses a field with an error. Stable. */
  focus: (field: string) => void;
  /** Saves the card for later. */
  confirmSetup: (clientSecret: string) => Promise<CardResult>;
  /** Pays or places a hold with the card. */
  confirmPayment: (clientSecret: string) => Promise<CardResult>;
};

const NOT_LOADED = [{ field: "card", message: "The card form is still loading. Please try again in a moment." }];

/** True for fields of the card form, which focuses them itself. */
export const isCardField = (field: string): boolean => /^card(-|$)/.test(field);

/** Card fields inside a form: render `<CardForm entry={card.entry} />`, then check and confirm on submit. */
export function useCardForm(): CardFormHandle {
  const fields = useRef<CardEntry>(null);
  const [isReady, setIsReady] = useState(false);
  const entry = useCallback((given: CardEntry | null) => {
    fields.current = given;
    setIsReady(given !== null);
  }, []);
  const focus = useCallback((field: string) => fields.current?.focus(field), []);
  const confirm = async (kind: "setup" | "payment", clientSecret: string) =>
    (await fields.current?.confirm(kind, clientSecret)) ?? UNREACHABLE;
  return {
    entry,
    isReady,
    check: () => fields.current?.check() ?? NOT_LOADED,
    focus,
    confirmSetup: (clientSecret) => confirm("setup", clientSecret),
    confirmPayment: (clientSecret) => confirm("payment", clientSecret),
  };
}

export function CardSkeleton() {
  return (
    <SkeletonArea label="Loading the card form">
      <div className="grid gap-4">
        <SkeletonBar shape="control" className="h-11" />
        <SkeletonBar shape="control" className="h-11" />
      </div>
    </SkeletonArea>
  );
}
