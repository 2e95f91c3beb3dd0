/** How a card's confirmation ended. */
export type CardResult =
  | { status: "succeeded" }
  | { status: "processing" }
  /** The cardholder left the bank's question unanswered; it can be asked again. */
  | { status: "canceled" }
  /** The bank says no; the message is for the cardholder. */
  | { status: "declined"; message: string }
  /** Nobody knows: the provider did not answer. */
  | { status: "unreachable"; message: string };

export type IntentKind = "setup" | "payment";

/** What a form around the card's fields can ask of them, whoever made them. */
export type CardEntry = {
  /** Whether all is filled in; what is not is shown, and the first such field has the focus. */
  check: () => boolean;
  confirm: (kind: IntentKind, clientSecret: string) => Promise<CardResult>;
};

export const UNREACHABLE: CardResult = {
  status: "unreachable",
  message: "The payment provider did not answer. Please try again.",
};

export const DECLINED = "Your card was declined. Please try another one.";
