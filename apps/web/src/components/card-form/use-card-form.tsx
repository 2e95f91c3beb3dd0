import { type RefCallback, useCallback, useRef, useState } from "react";
import { SkeletonArea, SkeletonBar } from "../ui/loading.tsx";
import { type CardEntry, type CardResult, UNREACHABLE } from "./card-result.ts";

export type CardFormHandle = {
  /** Ref for `CardForm`. */
  entry: RefCallback<CardEntry>;
  /** True once the card's fields are mounted; nothing can be submitted before. */
  isReady: boolean;
  /** True if the card is filled in. Call it before requesting a client secret. */
  check: () => boolean;
  /** Saves the card for later. */
  confirmSetup: (clientSecret: string) => Promise<CardResult>;
  /** Pays or places a hold with the card. */
  confirmPayment: (clientSecret: string) => Promise<CardResult>;
};

/** Card fields inside a form: render `<CardForm entry={card.entry} />`, then check and confirm on submit. */
export function useCardForm(): CardFormHandle {
  const fields = useRef<CardEntry>(null);
  const [isReady, setIsReady] = useState(false);
  const entry = useCallback((given: CardEntry | null) => {
    fields.current = given;
    setIsReady(given !== null);
  }, []);
  const confirm = async (kind: "setup" | "payment", clientSecret: string) =>
    (await fields.current?.confirm(kind, clientSecret)) ?? UNREACHABLE;
  return {
    entry,
    isReady,
    check: () => fields.current?.check() ?? false,
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
