import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { TERMS } from "./item-columns.ts";
import type { items } from "./items.table.ts";

type Terms = Pick<typeof items.$inferSelect, keyof typeof TERMS>;

export const decimal = (amount: number) => decimalFromCents(cents(amount));

/** Two decimals: the card rounds to one, and rounding twice from exact sums must not lose a tenth. */
const averageOf = (sum: number, count: number) => (count === 0 ? null : Math.round((sum / count) * 100) / 100);

type Stats = { ratingSum: number | null; reviewCount: number | null };

export const presentRating = ({ ratingSum, reviewCount }: Stats) => ({
  averageRating: averageOf(ratingSum ?? 0, reviewCount ?? 0),
  reviewCount: reviewCount ?? 0,
});

export const presentTerms = (item: Terms) => ({
  timezone: item.timezone,
  depositAmount: decimal(item.depositAmountCents),
  cleaningFee: decimal(item.cleaningFeeCents),
  lateReturnFee: decimal(item.lateReturnFeeCents),
  setupFlatFeeCents: item.setupFlatFeeCents,
  setupPerUnitFeeCents: item.setupPerUnitFeeCents,
  minRentalDays: item.minRentalDays,
  maxRentalDays: item.maxRentalDays,
  offerPickup: item.offerPickup,
  offerMeetup: item.offerMeetup,
  offerDelivery: item.offerDelivery,
  deliveryFee: decimal(item.deliveryFeeCents),
  deliveryRadius: item.deliveryRadius,
  allowQuantity: item.allowQuantity,
  quantityTotal: item.quantityTotal,
  quantityMinPerBooking: item.quantityMinPerBooking,
  quantityMaxPerBooking: item.quantityMaxPerBooking,
  cancellationPolicy: item.cancellationPolicy,
  replacementValueCents: item.replacementValueCents,
  availabilityNotes: item.availabilityNotes,
  isInstant: item.isInstant,
  turnaroundMinutes: item.turnaroundMinutes,
});
