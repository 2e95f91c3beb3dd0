import { setImmediate as nextTurn } from "node:timers/promises";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import type { PaymentKind, PaymentStatus } from "@nexby/domain/payments/payment-status";
import { eq } from "drizzle-orm";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { openPaper } from "../../platform/pdf.ts";
import { createKeeper, createQueue } from "../../platform/process.ts";
import { bookings } from "../../schema/bookings.ts";
import { findUser } from "../accounts/public.ts";
import { findOwnPayment, type Payment } from "../payments/public.ts";
import { listExtensions } from "./extensions/extensions.queries.ts";

/** Amounts are in cents, as agreed and as actually moved. */
type Receipt = {
  number: string;
  kind: PaymentKind;
  status: PaymentStatus;
  title: string;
  /** Applies to all times below. */
  timezone: string;
  paidAt: Date;
  stay: { startAt: Date; endAt: Date } | null;
  payer: { name: string; email: string };
  ownerName: string;
  lines: readonly { label: string; amountCents: number }[];
  totalCents: number;
  chargedCents: number;
  heldCents: number;
  refundedCents: number;
  /** Not included in the total. */
  depositCents: number;
  card: { brand: string; last4: string } | null;
};

/** Uses the end of the id, which is its random part. */
const receiptNumber = (paymentId: string): string => `R-${paymentId.replaceAll("-", "").slice(-12).toUpperCase()}`;

type Rental = { timezone: string; startAt: Date; endAt: Date };

/** The days that this payment is for, so that a receipt stays the same when the rental is extended. */
async function findPaidRental(db: Db, { id: paymentId, bookingId }: Payment): Promise<Rental | null> {
  const [rental] = await db
    .select({ timezone: bookings.timezone, startAt: bookings.startAt, endAt: bookings.endAt })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!rental) return null;
  const extensions = await listExtensions(db, bookingId);
  const paid = extensions.find((extension) => extension.paymentId === paymentId);
  if (paid) return { ...rental, startAt: paid.previousEndAt, endAt: paid.endAt };
  const [first] = extensions.filter(({ status }) => status === "approved");
  return { ...rental, endAt: first?.previousEndAt ?? rental.endAt };
}

/** In earlier statuses nothing was held or charged, so there is no receipt. */
const STATUSES_WITH_RECEIPT: readonly PaymentStatus[] = [
  "authorized",
  "captured",
  "partially_refunded",
  "refunded",
  "disputed",
  "charged_back",
];

const NAMES: Record<PaymentKind, string> = {
  rental: "Rental",
  deposit: "Refundable deposit",
  extension: "Extension",
  late_fee: "Late fee",
  damage: "Damage",
};

const FALLBACK_TIMEZONE = "UTC";

/** Available to the payer only. Price and title are shown as agreed, never recalculated. */
export async function downloadReceipt(db: Db, viewer: Viewer, paymentId: string): Promise<Receipt> {
  const payment = await findOwnPayment(db, viewer.id, paymentId);
  if (!payment || !STATUSES_WITH_RECEIPT.includes(payment.status)) throw new AppError("not_found", "Receipt not found");
  const [payer, owner, rental] = await Promise.all([
    findUser(db, payment.payerId),
    findUser(db, payment.ownerId),
    findPaidRental(db, payment),
  ]);
  return {
    number: receiptNumber(payment.id),
    kind: payment.kind,
    status: payment.status,
    title: payment.description,
    timezone: rental?.timezone ?? FALLBACK_TIMEZONE,
    paidAt: payment.capturedAt ?? payment.createdAt,
    stay: rental && { startAt: rental.startAt, endAt: rental.endAt },
    payer: { name: nameOf(payer), email: payer?.email ?? "" },
    ownerName: nameOf(owner),
    lines: linesOf(payment),
    totalCents: payment.amountCents,
    chargedCents: payment.capturedCents,
    heldCents: payment.status === "authorized" ? payment.authorizedCents : 0,
    refundedCents: payment.refundedCents,
    depositCents: payment.priceBreakdown?.depositCents ?? 0,
    card: payment.cardBrand && payment.cardLast4 ? { brand: payment.cardBrand, last4: payment.cardLast4 } : null,
  };
}

function linesOf({ kind, amountCents, priceBreakdown }: Payment): Receipt["lines"] {
  if (!priceBreakdown) return [{ label: NAMES[kind], amountCents }];
  const { lines, tax } = priceBreakdown;
  return lines.map(({ code, label, amountCents: cents }) => ({
    label: code === "tax" && tax.jurisdiction ? `${label} (${tax.jurisdiction})` : label,
    amountCents: cents,
  }));
}

const nameOf = (user: { firstName: string | null; lastName: string | null } | null): string =>
  [user?.firstName, user?.lastName].filter(Boolean).join(" ");

const STATUS_COPY: Partial<Record<PaymentStatus, string>> = {
  authorized: "Authorized, not charged",
  captured: "Paid",
  partially_refunded: "Paid, partially refunded",
  refunded: "Refunded",
  disputed: "Paid, disputed by the cardholder",
  charged_back: "Charged back",
};

const keepPrinted = createKeeper<Buffer>({ most: 200 });
/** Printing keeps the whole process busy for a moment, so receipts are printed one at a time. */
const inPrintQueue = createQueue({ atOnce: 1, mostWaiting: 60 });

/** The file is dated by its payment, not by the current time, so the same receipt is always the same bytes. */
export const printReceipt = (receipt: Receipt, person: string): Promise<Buffer> =>
  keepPrinted(JSON.stringify(receipt), () => inPrintQueue(() => print(receipt), { person }));

async function print(receipt: Receipt): Promise<Buffer> {
  // Lets other requests go first.
  await nextTurn();
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
  for (const { label, amountCents } of receipt.lines) paper.amount(label, dollarText(amountCents));
  paper.rule();
  paper.amount("Total", dollarText(receipt.totalCents), "bold");
  if (receipt.heldCents > 0) paper.amount("Authorized", dollarText(receipt.heldCents));
  if (receipt.status !== "authorized") paper.amount("Charged", dollarText(receipt.chargedCents));
  if (receipt.refundedCents > 0) {
    paper.amount("Refunded", dollarText(-receipt.refundedCents));
    paper.amount("Net paid", dollarText(receipt.chargedCents - receipt.refundedCents), "bold");
  }
  if (receipt.depositCents > 0) {
    paper.space();
    paper.amount("Refundable deposit (not included in total)", dollarText(receipt.depositCents));
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
