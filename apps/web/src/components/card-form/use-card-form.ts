import { type RefObject, useRef } from "react";
import type { CardEntry, CardResult } from "./card-result.ts";
import { UNREACHABLE } from "./card-result.ts";

export type CardFormHandle = {
  /** For `CardForm`. */
  entry: RefObject<CardEntry | null>;
  /** Whether the card is filled in; ask before asking the server for a secret. */
  check: () => boolean;
  /** Saves the card for later. */
  confirmSetup: (clientSecret: string) => Promise<CardResult>;
  /** Pays, or holds the money, with the card. */
  confirmPayment: (clientSecret: string) => Promise<CardResult>;
};

/** A card's fields somewhere in a form: `<CardForm entry={card.entry} />`, then check and confirm when it is submitted. */
export function useCardForm(): CardFormHandle {
  const entry = useRef<CardEntry>(null);
  const confirm = async (kind: "setup" | "payment", clientSecret: string) =>
    (await entry.current?.confirm(kind, clientSecret)) ?? UNREACHABLE;
  return {
    entry,
    check: () => entry.current?.check() ?? false,
    confirmSetup: (clientSecret) => confirm("setup", clientSecret),
    confirmPayment: (clientSecret) => confirm("payment", clientSecret),
  };
}
