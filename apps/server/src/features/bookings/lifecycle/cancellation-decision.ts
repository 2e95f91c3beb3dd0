import { type Cancellation, refundFor, refundHoldsUntil } from "@nexby/domain/bookings/cancellation";
import { cents } from "@nexby/domain/kernel/money";
import type { Db } from "../../../platform/db/db.ts";
import { getSettings } from "../../settings/public.ts";
import type { Booking } from "../bookings.repository.ts";
import type { DecidedCancellation } from "../bookings.table.ts";

type Asked = Pick<Cancellation, "by" | "cancelledAt"> & { isCharged: boolean };

/** What comes back when a booking is called off so and then, and whose share it is taken from. */
export async function decideCancellation(
  db: Db,
  booking: Booking,
  { by, cancelledAt, isCharged }: Asked,
): Promise<DecidedCancellation & { ownerKeepsCents: number; holdsUntil: Date | null }> {
  const { refundsAllTax } = await getSettings(db);
  const { priceBreakdown: price, policySnapshot: policy, startAt, isDeliveryAttempted } = booking;
  const lines = price.lines.map(({ taxable, amountCents, ...line }) => ({
    ...line,
    amountCents: cents(amountCents),
    unitCents: cents(line.unitCents),
    isTaxable: taxable,
  }));
  // Nothing is kept of what was not charged: should it arrive all the same, it goes back whole.
  const approvedAt = isCharged ? booking.approvedAt : null;
  // As it was agreed on with the price; where nothing was said, as it is now.
  const isTaxKeptInProportion = !(price.tax.isAllRefunded ?? refundsAllTax);
  const terms = { policy, startAt, approvedAt, cancelledAt, by, isDeliveryAttempted, isTaxKeptInProportion };
  const { percent, refundCents, ownerKeepsCents, platformKeepsCents } = refundFor(lines, price.commission.rate, terms);
  const ownerCents = price.ownerEarningsCents - ownerKeepsCents;
  const platformCents = price.commission.amountCents + price.serviceFeeCents - platformKeepsCents;
  const insuranceCents = price.insuranceCents;
  const taxCents = refundCents - ownerCents - platformCents - insuranceCents;
  const shares = { ownerCents, platformCents, insuranceCents, taxCents };
  return { percent, refundCents, ownerKeepsCents, holdsUntil: refundHoldsUntil(terms), shares };
}
