import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { typeset } from "@nexby/domain/kernel/typography";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { brandName } from "../../../components/card-form/card-choice.tsx";
import { pieceCopy } from "../../../components/rental/copy.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { momentIn } from "../../../lib/dates.ts";
import { earningOf } from "../booking-facts.ts";
import {
  asDeduction,
  commissionCopy,
  commissionOf,
  depositCopy,
  PAYMENT_NAMES,
  paymentState,
  payoutCopy,
  refundedOf,
} from "../copy/payments.ts";
import { PagePart } from "./booking-parts.tsx";

type BookingAmountsProps = { booking: BookingDetailView };

/** The total, refunds, the deposit and the owner's earnings. */
export function BookingAmounts({ booking }: BookingAmountsProps) {
  const { price, depositCents, damageCents, claim, lateFee } = booking;
  const refunded = refundedOf(booking);
  return (
    <PagePart title="Amounts">
      <dl className="grid gap-2 tabular-nums">
        {price.lines.map(({ code, label, amountCents }) => (
          <Line key={code} label={label} amount={dollarText(amountCents)} look="text-muted" />
        ))}
        <Line
          label={booking.role === "owner" ? "Total for the renter" : "Total"}
          amount={dollarText(price.totalCents)}
          look="mt-1 border-line border-t pt-3 font-bold text-lg"
        />
        {refunded > 0 && <Line label="Refunded" amount={asDeduction(refunded)} />}
        {depositCents > 0 && (
          <Line
            label="Refundable deposit (not included in total)"
            amount={dollarText(depositCents)}
            note={depositCopy(booking)}
          />
        )}
        {lateFee !== null && lateFee.owedCents > 0 && (
          <Line
            label="Late fee (not included in total)"
            amount={dollarText(lateFee.owedCents)}
            note={lateFee.depositCents > 0 && `${dollarText(lateFee.depositCents)} from the deposit`}
          />
        )}
        {damageCents !== null && damageCents > 0 && (
          <Line
            label="Damage (not included in total)"
            amount={dollarText(damageCents)}
            note={claim !== null && claim.depositCents > 0 && `${dollarText(claim.depositCents)} from the deposit`}
          />
        )}
      </dl>
      <Earnings booking={booking} />
    </PagePart>
  );
}

/** The kit the renter agreed to at checkout. */
export function BookingPieces({ booking: { price, missingPieces } }: BookingAmountsProps) {
  if (!price.pieces) return null;
  return (
    <PagePart title="Pieces">
      <p className="mb-3 text-pretty text-muted text-sm">
        Prices agreed at checkout, for pieces that were there at pickup and aren’t returned.
      </p>
      <dl className="grid gap-2 tabular-nums">
        {price.pieces.map((piece) => {
          const [label, amount] = pieceCopy(piece);
          const missing = missingPieces.find(({ name }) => name === piece.name);
          const note = missing && <span className="text-danger">{missing.count} missing</span>;
          return <Line key={label} label={label} amount={amount} note={note} />;
        })}
      </dl>
    </PagePart>
  );
}

/** Rendered only for the owner and admins. */
function Earnings({ booking }: BookingAmountsProps) {
  const { price, role } = booking;
  const earning = earningOf(booking);
  if (!earning) return null;
  const commission = commissionOf(booking);
  return (
    <dl className="mt-4 grid gap-2 border-line border-t pt-4 tabular-nums">
      {commission !== null && (
        <>
          <Line
            label={role === "owner" ? "Your prices" : "Owner’s prices"}
            amount={dollarText(price.ownerSubtotalCents)}
            look="text-muted"
          />
          <Line
            label="Commission"
            amount={asDeduction(commission)}
            note={commission > 0 && commissionCopy(booking)}
            look="text-muted"
          />
        </>
      )}
      <Line {...earning} note={payoutCopy(booking)} look="font-bold text-lg" />
    </dl>
  );
}

type LineProps = { label: string; amount: string; note?: ReactNode; look?: string };

function Line({ label, amount, note, look = "" }: LineProps) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 ${look}`}>
      <dt className="min-w-0 break-words text-pretty">{label}</dt>
      <dd>{amount}</dd>
      {note && <dd className="col-span-2 font-normal text-muted text-sm">{note}</dd>}
    </div>
  );
}

export function BookingPayments({ booking }: BookingAmountsProps) {
  if (booking.payments.length === 0) return null;
  return (
    <PagePart title="Payments">
      <ul className="grid gap-4">
        {booking.payments.map((payment) => (
          <li key={payment.id} className="border-line border-b pb-4 last:border-b-0 last:pb-0">
            <PaymentEntry payment={payment} booking={booking} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

type PaymentEntryProps = BookingAmountsProps & { payment: BookingDetailView["payments"][number] };

function PaymentEntry({ payment, booking }: PaymentEntryProps) {
  const { id, kind, amountCents, refundedCents, card, failureReason, hasReceipt, createdAt } = payment;
  const { label, look } = paymentState(payment, booking);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          {PAYMENT_NAMES[kind]} <span className="tabular-nums">{dollarText(amountCents)}</span>
        </p>
        <Badge look={look}>{label}</Badge>
      </div>
      <p className="mt-1 text-muted text-sm">
        {[card && `${brandName(card.brand)} ending in ${card.last4}`, momentIn(createdAt, booking.timezone)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {refundedCents > 0 && <p className="text-sm">{dollarText(refundedCents)} refunded</p>}
      {failureReason && <p className="text-danger text-sm">{typeset(failureReason)}</p>}
      {hasReceipt && (
        <a
          href={`/api/payments/${id}/receipt`}
          target="_blank"
          rel="noreferrer"
          className={`${TEXT_LINK_STYLE} gap-1.5 text-sm`}
        >
          <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
          Receipt for the {PAYMENT_NAMES[kind].toLowerCase()} (PDF)
        </a>
      )}
    </>
  );
}
