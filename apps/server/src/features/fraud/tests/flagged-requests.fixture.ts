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

type Person = Partial<typeof users.$inferInsert>;
type Asked = Partial<
  Pick<Booking, "renterId" | "ownerId" | "exchangeType" | "exchangeLatitude" | "exchangeLongitude">
> & {
  renter?: Person;
  category?: string;
  leadHours?: number;
  message?: string;
  /** Refused before the one that is accepted. */
  refusedCards?: readonly string[];
  card?: string;
  payments?: PaymentsPort;
};

/** Somebody of whom nothing speaks against, but for what the test asks. */
export const createRenter = (money: MoneyUnderTest, asked: Person = {}): Promise<string> =>
  createUser(money.db, {
    createdAt: hoursFrom(Date.now(), -24 * 400),
    emailVerifiedAt: new Date(),
    phoneVerifiedAt: new Date(),
    phoneNumber: `+1201${String(Math.random()).slice(2, 9).padEnd(7, "5")}`,
    city: "Maplewood",
    state: "NJ",
    ...asked,
  });

/** A request of 463.58 and a deposit of 200.00 whose card was authorized just now: everything that follows has happened. */
export async function request(money: MoneyUnderTest, asked: Asked = {}): Promise<Booking & { paymentId: string }> {
  const { db } = money;
  const ownerId = asked.ownerId ?? (await createUser(db));
  const renterId = asked.renterId ?? (await createRenter(money, asked.renter));
  const itemId = await createItem(db, { ownerId, quantityTotal: 9 });
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(sql`slug = ${asked.category ?? "yard-games"}`);
  await db.insert(itemCategories).values({ itemId, categoryId: category?.id ?? "", position: 1 });
  const startAt = hoursFrom(Date.now(), asked.leadHours ?? 100);
  const { exchangeType, exchangeLatitude, exchangeLongitude } = asked;
  const where = { ...(exchangeType && { exchangeType }), exchangeLatitude, exchangeLongitude };
  const booking = await createBooking(db, { itemId, ownerId, renterId, startAt, ...where });
  const { id: bookingId, endAt, quantity } = booking;
  const expiresAt = hoursFrom(Date.now(), 1);
  await placeHold(db, { listingId: itemId, startAt, endAt, quantity, kind: "checkout", bookingId, expiresAt });
  await startConversation(db, { itemId, renterId, ownerId, bookingId, message: asked.message ?? "" });

  const parties = { bookingId, payerId: renterId, ownerId, accountId: "" };
  const { id: paymentId } = await money.rental(parties);
  await db.execute(sql`update bookings set rental_payment_id = ${paymentId} where id = ${bookingId}`);
  const payments = asked.payments ?? money.payments;
  for (const card of asked.refusedCards ?? []) {
    await money.confirm(paymentId, card).catch(() => undefined);
    await startPayment({ db, payments }, paymentId);
  }
  await money.confirm(paymentId, asked.card);
  await startPayment({ db, payments }, paymentId);
  const after = await db.transaction((tx) => advanceBooking(tx, money.payments, bookingId));
  if (!after) throw new Error("The booking is gone");
  return { ...after, paymentId };
}

export const REQUEST_CENTS = PRICE.totalCents + PRICE.depositCents;

/** As the first vector of the rules, by which a person must look. */
export const SUSPECT: Asked = {
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
