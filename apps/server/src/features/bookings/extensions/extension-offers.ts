import type { ExtensionOptionsView } from "@nexby/contract/bookings/extensions";
import { ownerDecisionDeadline } from "@nexby/domain/bookings/deadlines";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import {
  type ExtensionDateRefusal,
  type ExtensionInput,
  extensionOptions,
  type LaterEnd,
  MAX_EXTENSION_DAYS,
} from "@nexby/domain/extensions/extension-dates";
import { extensionPrice } from "@nexby/domain/extensions/extension-price";
import { type ExtensionRefusal, refusalOfAsking } from "@nexby/domain/extensions/extension-rules";
import { dayOfWeek, daysBetween, type LocalDate, localDate } from "@nexby/domain/kernel/calendar";
import { cents } from "@nexby/domain/kernel/money";
import { checkTotal, rentalLabel } from "@nexby/domain/pricing/rental-price";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { selectHoldsOfBookings } from "../../inventory/public.ts";
import { getPlatformSettings } from "../../operations/public.ts";
import { EXTENSION_MESSAGES } from "./extension-steps.ts";

type Rental = { booking: Booking; snapshot: BookingSnapshot; now: Date };
export type ExtensionOffer = LaterEnd & { price: FrozenPrice };
type DateRefusal = ExtensionDateRefusal | "total_too_low" | "total_too_high";

type ExtensionOffers = {
  refusal: ExtensionRefusal | null;
  offers: ExtensionOffer[];
  limit: { endDate: LocalDate; code: DateRefusal } | null;
};

/** The rules and holds by which quotes of an item are made, from the given day on. Null when it isn't listed anymore. */
export type FindItemFacts = (
  db: Db,
  itemId: string,
  query: { from: LocalDate; days: number; viewerId: null; bookerId: string },
) => Promise<{
  rules: ExtensionInput["item"] & { owner: ExtensionInput["owner"] };
  holds: ExtensionInput["holds"];
} | null>;

/** Every day to which the rental can be extended, with its price. */
export async function extensionOffers(
  db: Db,
  findItemFacts: FindItemFacts,
  { booking, snapshot, now }: Rental,
): Promise<ExtensionOffers> {
  const refusal = refusalOfAsking(snapshot, now);
  if (refusal !== null) return { refusal, offers: [], limit: null };
  const input = await inputOf(db, findItemFacts, booking, now);
  if (!input) return { refusal, offers: [], limit: { endDate: localDate(booking.endDate), code: "item_unavailable" } };
  const { ends, limit } = extensionOptions(input);
  const all = ends.map((end) => ({ ...end, price: priceOf(booking.priceBreakdown, end.addedDays) }));
  const offers = all.filter(({ price }) => checkTotal(cents(price.totalCents)).ok);
  const [unpayable] = all.flatMap(({ endDate, price }) => {
    const total = checkTotal(cents(price.totalCents));
    return total.ok ? [] : [{ endDate, code: total.code }];
  });
  return { refusal, offers, limit: unpayable ?? limit };
}

/** Null when the item isn't listed anymore. */
async function inputOf(
  db: Db,
  findItemFacts: FindItemFacts,
  booking: Booking,
  now: Date,
): Promise<ExtensionInput | null> {
  const [startDate, endDate] = [localDate(booking.startDate), localDate(booking.endDate)];
  const days = daysBetween(startDate, endDate) + 1 + MAX_EXTENSION_DAYS;
  const facts = await findItemFacts(db, booking.itemId, {
    from: startDate,
    days,
    viewerId: null,
    bookerId: booking.renterId,
  });
  const own = (await selectHoldsOfBookings(db, sql.param([booking.id]))).find(({ kind }) => kind === "reservation");
  if (!facts || !own) return null;
  const { endAt, timezone, quantity } = booking;
  return {
    item: facts.rules,
    owner: facts.rules.owner,
    rental: { startDate, endDate, endAt, timezone, quantity },
    ownHold: { id: own.id, startAt: own.startTime },
    holds: facts.holds,
    now,
  };
}

/** Frozen like the booking's own price, with the terms agreed then. */
function priceOf(agreed: FrozenPrice, days: number): FrozenPrice {
  const price = extensionPrice(agreed, days);
  const { quantity } = agreed;
  const labelOf = ({ code, unitCents }: (typeof price.lines)[number]) =>
    code === "rental"
      ? rentalLabel({ unitCents, days, quantity })
      : (agreed.lines.find((line) => line.code === code)?.label ?? LABELS[code] ?? "");
  return {
    ...agreed,
    days,
    lines: price.lines.map((line) => {
      const { isTaxable: taxable, ...rest } = line;
      return { ...rest, label: labelOf(line), taxable };
    }),
    ownerSubtotalCents: price.ownerSubtotalCents,
    serviceFeeCents: price.serviceFeeCents,
    insuranceCents: price.insuranceCents,
    tax: { ...agreed.tax, baseCents: price.taxBaseCents, amountCents: price.taxCents },
    totalCents: price.totalCents,
    // The deposit of the booking covers the additional days.
    depositCents: 0,
    commission: { ...agreed.commission, amountCents: price.commissionCents },
    ownerEarningsCents: price.ownerEarningsCents,
  };
}

/** For amounts so small that they had no line in the booking's price. */
const LABELS: Readonly<Record<string, string>> = { insurance: "Insurance", service_fee: "Service fee", tax: "Tax" };

const DAYS = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const dayText = (day: LocalDate) => DAYS.format(new Date(`${day}T00:00:00Z`));
const weekdayOf = (day: LocalDate) => {
  const name = dayOfWeek(day);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}s`;
};

/** Written on the server so that every client shows the same text. */
const SENTENCES: Record<DateRefusal, (endDate: LocalDate) => string> = {
  item_unavailable: () => "The owner isn't renting this item out anymore. Message them if you need it longer.",
  rental_too_long: () => "The rental would be longer than the owner allows",
  dropoff_day_closed: (endDate) => `The owner doesn't take returns on ${weekdayOf(endDate)}`,
  not_enough_units: (endDate) => `You can't keep it until ${dayText(endDate)}, because it's booked or blocked then`,
  total_too_low: () => "The total must be at least $0.50. Choose a later day.",
  total_too_high: () => "The total is more than one card payment allows. Choose an earlier day.",
};

export const refusalSentence = (code: DateRefusal, endDate: LocalDate): string => SENTENCES[code](endDate);

export async function presentExtensionOffers(
  db: Db,
  { booking, snapshot, now }: Rental,
  { refusal, offers, limit }: ExtensionOffers,
): Promise<ExtensionOptionsView> {
  const { ownerDecisionHours: hours } = await getPlatformSettings(db);
  const { endAt } = booking;
  return {
    refusal: refusal && { code: refusal, message: EXTENSION_MESSAGES[refusal] },
    options: offers.map(({ endDate, endAt: laterEnd, price }) => ({ endDate, endAt: laterEnd.toISOString(), price })),
    limit: limit && { code: limit.code, message: refusalSentence(limit.code, limit.endDate) },
    isInstant: snapshot.isInstant,
    decideBy: ownerDecisionDeadline({ now, startAt: endAt, authExpiresAt: null, hours }).toISOString(),
  };
}
