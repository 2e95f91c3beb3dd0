import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { isLateFeeFinal } from "@nexby/domain/late-fees/late-fee-statuses";
import { owedOfRow } from "../../schema/late-fees.ts";
import { lateFeeCommission } from "../../schema/payments.ts";
import type { BookingDetails } from "./booking-details.queries.ts";

const text = (instant: Date | null) => instant?.toISOString() ?? null;

export function presentLateFee({ lateFee: row, booking, role }: BookingDetails): BookingDetailView["lateFee"] {
  if (!row) return null;
  const { status, chargedCents } = row;
  const owedCents = owedOfRow(row);
  const earnedCents = isLateFeeFinal(status) ? chargedCents : owedCents;
  return {
    ...row,
    owedCents,
    ownerCents: role === "renter" ? null : earnedCents - lateFeeCommission(booking.priceBreakdown, earnedCents),
    stoppedAt: text(row.stoppedAt),
    contestedAt: text(row.contestedAt),
    chargeableAt: text(row.chargeableAt),
    payBy: text(row.payBy),
  };
}
