import { localDate } from "@nexby/domain/kernel/calendar";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { cents } from "@nexby/domain/kernel/money";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { foodTruckPrice } from "@nexby/domain/pricing/food-truck-price";
import type { Price, Untaxed } from "@nexby/domain/pricing/price-lines";
import { rentalPrice } from "@nexby/domain/pricing/rental-price";
import { priceColumns } from "../features/bookings/bookings.queries.ts";
import { type FoodTruckRow, foodTruckTerms } from "../features/listings/public.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { bookingRequests, bookings } from "../schema/bookings.ts";
import type { items } from "../schema/listings.ts";
import type { FrozenPrice } from "../schema/payments.ts";
import { reviews } from "../schema/reviews.ts";
import type { DemoPersonKey } from "./people.ts";

export type DemoReview = { by: DemoPersonKey; rating: number; comment: string; reply?: string };

type DemoItem = typeof items.$inferInsert & { id: string };
type Context = { now: Date; timezone: string; termsVersion: number; people: Map<string, string> };
type Listed = readonly { reviews: readonly DemoReview[]; row: DemoItem; foodTruck: FoodTruckRow | null }[];

/** Old enough that nobody is asked to review them. */
const NEWEST_DAYS_AGO = 21;
const DAYS_APART = 17;

/** Past rentals with the reviews of both people. No money moved, so they have no payments. */
export async function seedReviews(db: Db, listed: Listed, context: Context): Promise<void> {
  const rentals = listed.flatMap(({ reviews: written, row, foodTruck }, itemIndex) =>
    written.map((review, index) => {
      const daysAgo = NEWEST_DAYS_AGO + (itemIndex % DAYS_APART) + index * DAYS_APART;
      return rentalOf(review, row, {
        ...context,
        foodTruck,
        endAt: new Date(context.now.getTime() - daysAgo * DAY),
        index: itemIndex + index,
      });
    }),
  );
  await db.insert(bookings).values(rentals.map(({ booking }) => booking));
  await db.insert(bookingRequests).values(rentals.map(({ request }) => request));
  await db.insert(reviews).values(rentals.flatMap((rental) => rental.reviews));
}

type Rented = Context & { endAt: Date; index: number; foodTruck: FoodTruckRow | null };

function rentalOf(review: DemoReview, item: DemoItem, { now: _, endAt, index, foodTruck, ...context }: Rented) {
  const renterId = context.people.get(review.by);
  if (!renterId) throw new Error(`A demo review is by ${review.by}, who does not exist`);
  const length = foodTruck ? VISIT_HOURS * HOUR : RENTAL_DAYS * DAY;
  const startAt = new Date(endAt.getTime() - length);
  const after = (hours: number) => new Date(endAt.getTime() + hours * HOUR);
  const days = {
    startDate: localDate(localDateOf(startAt, context.timezone)),
    endDate: localDate(localDateOf(endAt, context.timezone)),
  };
  const people = { itemId: item.id, ownerId: item.ownerId, renterId };
  const price = foodTruck ? visitPriceOf(item, foodTruck) : rentalPriceOf(item);
  const exchange = foodTruck
    ? { exchangeType: "delivery" as const, exchangeAddress: "Maplewood, NJ", exchangeTown: "Maplewood, NJ" }
    : { exchangeType: "pickup" as const, exchangeAddress: item.address };
  const bookingId = newId();
  const approvedAt = new Date(startAt.getTime() - 3 * DAY);
  const booking: typeof bookings.$inferInsert = {
    id: bookingId,
    ...people,
    ...days,
    ...priceColumns(price),
    ...{ startAt, endAt, timezone: context.timezone, ...exchange },
    ...{ status: "closed", approvalStatus: "approved", paymentStatus: "captured", rentalStatus: "completed" },
    ...{ payoutStatus: "paid", depositStatus: "not_required", commissionPaid: true },
    ...{ ownerDecisionDeadline: approvedAt, approvedAt, actualPickupAt: startAt, actualReturnAt: endAt },
    ...{ returnedAt: endAt, closedAt: after(2), settledAt: after(3), createdAt: approvedAt },
  };
  const request: typeof bookingRequests.$inferInsert = {
    id: newId(),
    bookingId,
    ...people,
    ...days,
    ...{
      totalCents: price.totalCents,
      priceParts: price,
      checkoutSessionId: newId(),
      approvedAt,
      createdAt: approvedAt,
    },
    ...{ status: "approved", paymentStatus: "captured", approvalStatus: "approved" },
    ...{ termsAccepted: true, termsVersion: context.termsVersion },
  };
  const common = { bookingId, itemId: item.id, isVerifiedRental: true, publishedAt: after(30) };
  const parts = { communicationRating: 5, punctualityRating: index % 5 === 0 ? 4 : 5, conditionRating: review.rating };
  const byRenter: typeof reviews.$inferInsert = {
    id: newId(),
    ...common,
    ...parts,
    ...{ byRole: "renter", reviewerId: renterId, revieweeId: item.ownerId, createdAt: after(24) },
    ...{ rating: review.rating, comment: review.comment },
    ...(review.reply && { reply: review.reply, repliedAt: after(40) }),
  };
  const byOwner: typeof reviews.$inferInsert = {
    id: newId(),
    ...common,
    ...{ byRole: "owner", reviewerId: item.ownerId, revieweeId: renterId, createdAt: after(30) },
    ...{ rating: index % 6 === 0 ? 4 : 5, comment: ownerCommentOf(foodTruck ? HOST_COMMENTS : OWNER_COMMENTS, index) },
    conditionRating: 5,
  };
  return { booking, request, reviews: [byRenter, byOwner] };
}

const OWNER_COMMENTS = [
  "Picked it up on time and brought it back cleaner than before.",
  "Friendly, and careful with everything. Welcome back anytime.",
  "Asked good questions and brought it back a day early.",
  "Easy handoff both times. I'd rent to them again.",
  "Brought it back as agreed, with nothing missing.",
  "On time, and told me right away about a small scratch. Very fair.",
  "Great communication right from the first message.",
] as const;

const HOST_COMMENTS = [
  "Great hosts. We had plenty of room to park, and the headcount was spot on.",
  "Everything was ready when we got there. We'd come back anytime.",
  "Lovely crowd, and clear directions to the house.",
] as const;

const ownerCommentOf = (comments: readonly [string, ...string[]], index: number): string =>
  comments[index % comments.length] ?? comments[0];

const RENTAL_DAYS = 2;
const VISIT_HOURS = 5;
const VISIT_MILES = 3;
const RATES = { listerCommissionRate: 5, renterCommissionRate: 0, taxRate: 6.625, insuranceRate: 0 };
const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;

/** The daily rate without extras. */
function rentalPriceOf(item: DemoItem): FrozenPrice {
  const none = cents(0);
  const fees = {
    ...{ dailyRateCents: cents(item.dailyRateCents), setupFlatFeeCents: none, setupPerUnitFeeCents: none },
    ...{ cleaningFeeCents: none, deliveryFeeCents: none, depositCents: none },
  };
  const price = rentalPrice(fees, { days: RENTAL_DAYS, quantity: 1, isDelivered: false }, RATES);
  return frozen(item, price, RENTAL_DAYS, ({ unitCents }) => `${dollars(unitCents)} × ${RENTAL_DAYS} days`);
}

/** An afternoon with as few guests as the food truck comes for. */
function visitPriceOf(item: DemoItem, truck: FoodTruckRow): FrozenPrice {
  const headcount = truck.perPersonMinHeadcount;
  const visit = { mode: "PER_PERSON", headcount, days: 1, miles: VISIT_MILES } as const;
  const priced = foodTruckPrice(foodTruckTerms(truck), visit, RATES);
  if (!priced.ok) throw new Error(`${item.title} has no price: ${priced.code}`);
  return frozen(item, priced.value, 1, ({ code, unitCents, units }) =>
    code === "travel" ? `Travel, ${VISIT_MILES} miles` : `${dollars(unitCents)} × ${units} guests`,
  );
}

/** With New Jersey's sales tax. */
function frozen(item: DemoItem, price: Price, days: number, labelOf: (line: Untaxed) => string): FrozenPrice {
  return {
    version: 1,
    currency: "USD",
    days,
    quantity: 1,
    lines: price.lines.map(({ isTaxable, ...line }) => ({
      ...line,
      label: line.code === "tax" ? "Tax, 6.625%" : labelOf(line),
      taxable: isTaxable,
    })),
    ownerSubtotalCents: price.ownerSubtotalCents,
    serviceFeeCents: price.serviceFeeCents,
    insuranceCents: price.insuranceCents,
    tax: {
      ...{ rate: 6.625, baseCents: price.taxBaseCents, amountCents: price.taxCents, jurisdiction: "New Jersey" },
      ...{ rateId: null, state: "NJ", isAllRefunded: true },
    },
    totalCents: price.totalCents,
    depositCents: 0,
    policy: item.cancellationPolicy ?? "moderate",
    commission: { rate: 5, amountCents: price.commissionCents },
    ownerEarningsCents: price.ownerEarningsCents,
  };
}
