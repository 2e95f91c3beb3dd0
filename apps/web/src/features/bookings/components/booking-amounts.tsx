import type { BookingDetailView } from "@nexby/contract/bookings";
import type { ReactNode } from "react";
import { formatExactCents } from "../../../lib/money.ts";
import { earningOf } from "../booking-facts.ts";
import { asDeduction, commissionOf, depositWords, payoutWords, refundedOf } from "../payment-words.ts";
import { PagePart } from "./page-part.tsx";

type Props = { booking: BookingDetailView };

/** What is paid, what stands beside it, what came back and what the owner gets. */
export function BookingAmounts({ booking }: Props) {
  const { price, depositCents, damageCents } = booking;
  const refunded = refundedOf(booking);
  return (
    <PagePart title="Amounts">
      <dl className="grid gap-2 tabular-nums">
        {price.lines.map(({ code, label, amountCents }) => (
          <Line key={code} label={label} amount={formatExactCents(amountCents)} look="text-muted" />
        ))}
        <Line
          label={booking.role === "owner" ? "Total for the renter" : "Total"}
          amount={formatExactCents(price.totalCents)}
          look="mt-1 border-line border-t pt-3 font-bold text-lg"
        />
        {refunded > 0 && <Line label="Refunded" amount={asDeduction(refunded)} />}
        {depositCents > 0 && (
          <Line
            label="Deposit, beside the total"
            amount={formatExactCents(depositCents)}
            note={depositWords(booking)}
          />
        )}
        {damageCents !== null && damageCents > 0 && (
          <Line label="Of it for damage" amount={formatExactCents(damageCents)} />
        )}
      </dl>
      <Earnings booking={booking} />
    </PagePart>
  );
}

/** To the owner and administrators. */
function Earnings({ booking }: Props) {
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
            amount={formatExactCents(price.ownerSubtotalCents)}
            look="text-muted"
          />
          <Line label="Commission" amount={asDeduction(commission)} look="text-muted" />
        </>
      )}
      <Line {...earning} note={payoutWords(booking)} look="font-bold text-lg" />
    </dl>
  );
}

type LineProps = { label: string; amount: string; note?: ReactNode; look?: string };

function Line({ label, amount, note, look = "" }: LineProps) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 ${look}`}>
      <dt className="text-pretty">{label}</dt>
      <dd>{amount}</dd>
      {note && <dd className="col-span-2 font-normal text-muted text-sm">{note}</dd>}
    </div>
  );
}
