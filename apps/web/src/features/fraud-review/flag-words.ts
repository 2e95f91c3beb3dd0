import type { FraudAnalysisView } from "@nexby/contract/fraud";
import { countOf } from "../../lib/count-of.ts";
import { formatCents } from "../../lib/money.ts";

type RedFlag = FraudAnalysisView["redFlags"][number];

/** "less than an hour", "5 hours", "3 days": as a person would say it. */
function spanOf(observed: RedFlag["observed"]): string {
  const hours = Math.floor(Number(observed));
  if (hours < 1) return "less than an hour";
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.floor(hours / 24), "day");
}

const WORDS: Record<string, (observed: RedFlag["observed"]) => string> = {
  new_account: (hours) => `The account is ${spanOf(hours)} old`,
  email_unverified: () => "The email is not verified",
  phone_unverified: () => "The phone is not verified",
  no_completed_rental: () => "It would be their first rental",
  clean_rentals: (count) => `${countOf(Number(count), "rental")} without any trouble`,
  large_first_rental: (cents) => `${formatCents(Number(cents))} with the deposit, and no rental before`,
  resale_prone: () => "The item is easily sold on",
  short_notice: (hours) => `It starts in ${spanOf(hours)}`,
  many_requests: (count) => `${countOf(Number(count), "request")} within a day`,
  failed_cards: (count) => `${countOf(Number(count), "refused card")} within an hour`,
  provider_risk: (risk) =>
    typeof risk === "string"
      ? `The card provider calls the risk ${risk}`
      : `The card provider's own score is ${risk} of 100`,
  wrong_code: () => "The card's security code is wrong",
  wrong_zip: () => "The card's ZIP is wrong",
  prepaid_card: () => "The card is prepaid",
  off_platform_payment: () => "The message proposes to pay elsewhere",
  far_delivery: (miles) => `Delivery ${countOf(Math.round(Number(miles)), "mile")} from their town`,
  disputes_lost: (count) => `${countOf(Number(count), "dispute")} decided against them`,
  chargebacks: (count) => `${countOf(Number(count), "chargeback")} before`,
  linked_to_suspended: () => "Shares a card or phone with a suspended account",
  linked_to_owner: () => "Shares a card or phone with the owner",
  fraud_warning: () => "A bank has called a payment of theirs fraud",
};

/** What was noticed, in plain words. */
export const flagWords = ({ code, observed }: RedFlag): string => WORDS[code]?.(observed) ?? code.replaceAll("_", " ");

/** "+15" against, "−10" in favor; what adds nothing decides alone. */
export function weightWords({ weight }: RedFlag): string {
  if (weight === 0) return "Decides alone";
  return weight > 0 ? `+${weight}` : `−${-weight}`;
}
