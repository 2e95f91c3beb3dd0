import { type Cancellation, refundHoldsUntil as holdsUntil, refundFor } from "@nexby/domain/bookings/cancellation";
import { cents } from "@nexby/domain/kernel/money";
import type { Db } from "../../../platform/db/db.ts";
import { getSettings } from "../../settings/public.ts";
import type { Booking } from "../bookings.repository.ts";
import type { DecidedCancellation } from "../bookings.table.ts";

type Asked = Pick<Cancellation, "by" | "cancelledAt"> & { isCharged: boolean };

/** Nothing is kept of what was not charged: should it arrive all the same, it goes back whole. */
const termsOf = ({ policySnapshot: policy, startAt, approvedAt }: Booking, { isCharged, ...asked }: Asked) => ({
  policy,
  startAt,
  approvedAt: isCharged ? approvedAt : null,
  ...asked,
});

/** Until when as much would come back; null when nothing takes from it any more. */
export const refundHoldsUntil = (booking: Booking, asked: Asked): Date | null => holdsUntil(termsOf(booking, asked));

/** What comes back when a booking is called off so and then, and whose share it is taken from. */
export async function decideCancellation(
  db: Db,
  booking: Booking,
  asked: Asked,
): Promise<DecidedCancellation & { ownerKeepsCents: number }> {
  const { refundsAllTax } = await getSettings(db);
  const { priceBreakdown: price, isDeliveryAttempted } = booking;
  const lines = price.lines.map(({ taxable, amountCents, ...line }) => ({
    ...line,
    amountCents: cents(amountCents),
    unitCents: cents(line.unitCents),
    isTaxable: taxable,
  }));
  // As it was agreed on with the price; where nothing was said, as it is now.
  const isTaxKeptInProportion = !(price.tax.isAllRefunded ?? refundsAllTax);
  const terms = { ...termsOf(booking, asked), isDeliveryAttempted, isTaxKeptInProportion };
  const { percent, refundCents, ownerKeepsCents, platformKeepsCents } = refundFor(lines, price.commission.rate, terms);
  const ownerCents = price.ownerEarningsCents - ownerKeepsCents;
  const platformCents = price.commission.amountCents + price.serviceFeeCents - platformKeepsCents;
  const insuranceCents = price.insuranceCents;
  const taxCents = refundCents - ownerCents - platformCents - insuranceCents;
  return { percent, refundCents, ownerKeepsCents, shares: { ownerCents, platformCents, insuranceCents, taxCents } };
}
