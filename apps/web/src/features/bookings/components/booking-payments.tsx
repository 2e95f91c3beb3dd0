import type { BookingDetailView } from "@nexby/contract/bookings";
import { FileText } from "lucide-react";
import { brandName } from "../../../components/card-form/brand-name.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { formatExactCents } from "../../../lib/money.ts";
import { momentIn } from "../booking-times.ts";
import { PAYMENT_NAMES, paymentState } from "../payment-words.ts";
import { PagePart } from "./page-part.tsx";

type Props = { booking: Pick<BookingDetailView, "payments" | "timezone"> };

export function BookingPayments({ booking: { payments, timezone } }: Props) {
  if (payments.length === 0) return null;
  return (
    <PagePart title="Payments">
      <ul className="grid gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="border-line border-b pb-4 last:border-b-0 last:pb-0">
            <PaymentEntry payment={payment} timezone={timezone} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

function PaymentEntry({ payment, timezone }: { payment: BookingDetailView["payments"][number]; timezone: string }) {
  const { id, kind, amountCents, refundedCents, card, failureReason, hasReceipt, createdAt } = payment;
  const { label, look } = paymentState(payment);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          {PAYMENT_NAMES[kind]} <span className="tabular-nums">{formatExactCents(amountCents)}</span>
        </p>
        <Badge look={look}>{label}</Badge>
      </div>
      <p className="mt-1 text-muted text-sm">
        {[card && `${brandName(card.brand)} ending in ${card.last4}`, momentIn(createdAt, timezone)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {refundedCents > 0 && <p className="text-sm">{formatExactCents(refundedCents)} came back</p>}
      {failureReason && <p className="text-danger text-sm">{failureReason}</p>}
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
