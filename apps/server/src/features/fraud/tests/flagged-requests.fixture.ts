import { HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { users } from "../../../schema/accounts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { fraudAnalyses } from "../../../schema/fraud.ts";
import { categories, itemCategories } from "../../../schema/listings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { type MoneyUnderTest, PRICE } from "../../../testing/bookings/payments-under-test.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { advanceBooking } from "../../bookings/lifecycle/advance-booking.ts";
import { placeHold } from "../../inventory/commands/place-hold.ts";
import { startConversation } from "../../messaging/conversations.ts";
import { startPayment } from "../../payments/commands/open-payment.ts";

export const hoursFrom = (now: number, hours: number) => new Date(now + hours * HOUR);

type UserOverrides = Partial<typeof users.$inferInsert>;
type RequestOptions = Partial<
  Pick<Booking, "renterId" | "ownerId" | "exchangeType" | "exchangeLatitude" | "exchangeLongitude">
> & {
  renter?: UserOverrides;
  category?: string;
  leadHours?: number;
  message?: string;
  /** Declined before `card` is accepted. */
  declinedCards?: readonly string[];
  card?: string;
  payments?: PaymentsPort;
};

/** A renter without red flags, except for the given overrides. */
export const createRenter = (money: MoneyUnderTest, overrides: UserOverrides = {}): Promise<string> =>
  createUser(money.db, {
    createdAt: hoursFrom(Date.now(), -24 * 400),
    emailVerifiedAt: new Date(),
    phoneVerifiedAt: new Date(),
    phoneNumber: `+1201${String(Math.random()).slice(2, 9).padEnd(7, "5")}`,
    city: "Maplewood",
    state: "NJ",
    ...overrides,
  });

/** A request for $463.58 with a $200.00 deposit, authorized and fully processed. */
export async function request(
  money: MoneyUnderTest,
  options: RequestOptions = {},
): Promise<Booking & { paymentId: string }> {
  const { db } = money;
  const ownerId = options.ownerId ?? (await createUser(db));
  const renterId = options.renterId ?? (await createRenter(money, options.renter));
  const itemId = await createItem(db, { ownerId, quantityTotal: 9 });
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(sql`slug = ${options.category ?? "yard-games"}`);
  await db.insert(itemCategories).values({ itemId, categoryId: category?.id ?? "", position: 1 });
  const startAt = hoursFrom(Date.now(), options.leadHours ?? 100);
  const { exchangeType, exchangeLatitude, exchangeLongitude } = options;
  const handoff = { ...(exchangeType && { exchangeType }), exchangeLatitude, exchangeLongitude };
  const booking = await createBooking(db, { itemId, ownerId, renterId, startAt, ...handoff });
  const { id: bookingId, endAt, quantity } = booking;
  const expiresAt = hoursFrom(Date.now(), 1);
  await placeHold(db, { listingId: itemId, startAt, endAt, quantity, kind: "checkout", bookingId, expiresAt });
  await startConversation(db, { itemId, renterId, ownerId, bookingId, message: options.message ?? "" });

  const paymentInput = { bookingId, payerId: renterId, ownerId, accountId: "" };
  const { id: paymentId } = await money.rental(paymentInput);
  await db.execute(sql`update bookings set rental_payment_id = ${paymentId} where id = ${bookingId}`);
  const payments = options.payments ?? money.payments;
  for (const card of options.declinedCards ?? []) {
    await money.confirm(paymentId, card).catch(() => undefined);
    await startPayment({ db, payments }, paymentId);
  }
  await money.confirm(paymentId, options.card);
  await startPayment({ db, payments }, paymentId);
  const after = await db.transaction((tx) => advanceBooking(tx, money.payments, bookingId));
  if (!after) throw new Error("The booking is gone");
  return { ...after, paymentId };
}

export const REQUEST_CENTS = PRICE.totalCents + PRICE.depositCents;

/** The first test vector of the rules, which requires a review. */
export const SUSPECT: RequestOptions = {
  renter: { createdAt: hoursFrom(Date.now(), -2), phoneVerifiedAt: null },
  category: "electronics",
  leadHours: 4,
};

export async function analysisOf({ db }: MoneyUnderTest, bookingId: string) {
  const [analysis] = await db.select().from(fraudAnalyses).where(eq(fraudAnalyses.bookingId, bookingId));
  if (!analysis) throw new Error("There is no analysis");
  return analysis;
}

export async function notificationsOf({ db }: MoneyUnderTest, userId: string) {
  const { rows } = await db.execute(sql`
    select title, message, action_url from notifications where user_id = ${userId} order by created_at, id`);
  return rows;
}
