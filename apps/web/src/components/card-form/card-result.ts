import type { FieldProblem } from "../../lib/form-errors.ts";

export type CardResult =
  | { status: "succeeded" }
  | { status: "processing" }
  /** The cardholder left the bank's challenge; it can be started again. */
  | { status: "canceled" }
  /** Declined by the bank; the message is for the cardholder. */
  | { status: "declined"; message: string }
  /** The provider did not respond, so the outcome is unknown. */
  | { status: "unreachable"; message: string };

export type IntentKind = "setup" | "payment";

/** Provider-independent interface of the card fields to the form around them. */
export type CardEntry = {
  /** Shows and returns the errors from top to bottom; none if everything is filled in. */
  check: () => readonly FieldProblem[];
  /** Focuses a field that `check` returned. */
  focus: (field: string) => void;
  confirm: (kind: IntentKind, clientSecret: string) => Promise<CardResult>;
};

export const UNREACHABLE: CardResult = {
  status: "unreachable",
  message: "We couldn’t reach the payment provider. Please try again.",
};

export const DECLINED = "Your card was declined. Please try another card.";
