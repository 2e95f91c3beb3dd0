import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import type { PaymentStatus } from "@nexby/domain/payments/payment-status";
import { openPaper } from "../../platform/pdf.ts";
import type { Receipt } from "./receipts.ts";

const STATUS_COPY: Partial<Record<PaymentStatus, string>> = {
  authorized: "Authorized, not charged",
  captured: "Paid",
  partially_refunded: "Paid, partially refunded",
  refunded: "Refunded",
  disputed: "Paid, disputed by the cardholder",
  charged_back: "Charged back",
};

const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** The file is dated by its payment, not by the current time, so the same receipt is always the same bytes. */
export async function printReceipt(receipt: Receipt): Promise<Buffer> {
  const paper = await openPaper(`${PRODUCT_NAME} receipt ${receipt.number}`, receipt.paidAt);
  const day = dayIn(receipt.timezone);

  paper.heading(PRODUCT_NAME.toLowerCase(), "Receipt");
  paper.field("Receipt", receipt.number);
  paper.field("Date", day(receipt.paidAt));
  paper.field("Status", STATUS_COPY[receipt.status] ?? receipt.status);
  paper.field("Paid by", [receipt.payer.name, receipt.payer.email].filter(Boolean).join(", "));
  paper.field("Owner", receipt.ownerName);
  if (receipt.card) paper.field("Card", `${nameOfBrand(receipt.card.brand)} ending in ${receipt.card.last4}`);
  paper.rule();

  paper.title(receipt.title);
  const period = receipt.kind === "extension" ? "Additional days" : "Rental";
  if (receipt.stay) paper.field(period, `${day(receipt.stay.startAt)} to ${day(receipt.stay.endAt)}`);
  paper.space();
  for (const { label, amountCents } of receipt.lines) paper.amount(label, dollars(amountCents));
  paper.rule();
  paper.amount("Total", dollars(receipt.totalCents), "bold");
  if (receipt.heldCents > 0) paper.amount("Authorized", dollars(receipt.heldCents));
  if (receipt.status !== "authorized") paper.amount("Charged", dollars(receipt.chargedCents));
  if (receipt.refundedCents > 0) {
    paper.amount("Refunded", dollars(-receipt.refundedCents));
    paper.amount("Net paid", dollars(receipt.chargedCents - receipt.refundedCents), "bold");
  }
  if (receipt.depositCents > 0) {
    paper.space();
    paper.amount("Refundable deposit (not included in total)", dollars(receipt.depositCents));
  }
  paper.space();
  paper.note(
    `All amounts are in US dollars. Dates and times are in the ${receipt.timezone.replaceAll("_", " ")} time zone.`,
  );
  return paper.finish();
}

function dayIn(timezone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: timezone });
  // Intl uses narrow no-break spaces, which few fonts contain.
  return (instant) => format.format(instant).replaceAll(/\s/gu, " ");
}

const BRANDS: Readonly<Record<string, string>> = { amex: "American Express", visa: "Visa", mastercard: "Mastercard" };

const nameOfBrand = (brand: string): string => BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
