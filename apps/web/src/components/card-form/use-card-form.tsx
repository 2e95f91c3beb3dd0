import { type RefCallback, useCallback, useRef, useState } from "react";
import { SkeletonArea, SkeletonBar } from "../ui/loading.tsx";
import { type CardEntry, type CardResult, UNREACHABLE } from "./card-result.ts";

export type CardFormHandle = {
  /** For `CardForm`. */
  entry: RefCallback<CardEntry>;
  /** Whether the card's fields are there; until then nothing can be sent. */
  isReady: boolean;
  /** Whether the card is filled in; ask before asking the server for a secret. */
  check: () => boolean;
  /** Saves the card for later. */
  confirmSetup: (clientSecret: string) => Promise<CardResult>;
  /** Pays, or holds the money, with the card. */
  confirmPayment: (clientSecret: string) => Promise<CardResult>;
};

/** A card's fields somewhere in a form: `<CardForm entry={card.entry} />`, then check and confirm when it is submitted. */
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
