import type { BookingDetailView } from "@nexby/contract/bookings";
import { CalendarPlus, FileDown } from "lucide-react";
import { depositLabel } from "../../../components/rental/deposit-label.ts";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { formatExactCents } from "../../../lib/money.ts";
import { isOver } from "../payment-standing.ts";
import { BookingLine } from "./booking-line.tsx";

type Props = { booking: BookingDetailView };

/** What was booked and for how much, with what one may want to take along. */
export function BookedCard({ booking }: Props) {
  const { price, payments } = booking;
  const receipts = payments.filter(({ hasReceipt }) => hasReceipt);
  return (
    <div className="mt-6 grid w-full gap-4 rounded-card border border-line bg-surface p-4 text-left">
      <BookingLine booking={booking} />
      <dl className="grid gap-1 border-line border-t pt-3 tabular-nums">
        <div className="flex justify-between gap-4 font-semibold">
          <dt>Total</dt>
          <dd>{formatExactCents(price.totalCents)}</dd>
        </div>
        {price.depositCents > 0 && (
          <div className="flex justify-between gap-4 text-muted text-sm">
            <dt>Plus a {depositLabel(booking.isDepositCharged)}</dt>
            <dd>{formatExactCents(price.depositCents)}</dd>
          </div>
        )}
      </dl>
      <div className="-my-2 flex flex-wrap gap-x-6">
        {!isOver(booking) && (
          <a href={`/api/bookings/${booking.id}/calendar`} download className={`${TEXT_LINK_STYLE} gap-2`}>
            <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            Add to calendar
          </a>
        )}
        {receipts.map(({ id, kind }) => (
          <a key={id} href={`/api/payments/${id}/receipt`} download className={`${TEXT_LINK_STYLE} gap-2`}>
            <FileDown size={18} strokeWidth={1.75} aria-hidden="true" />
            {kind === "deposit" ? "Receipt of the deposit" : "Receipt"}
          </a>
        ))}
      </div>
    </div>
  );
}
