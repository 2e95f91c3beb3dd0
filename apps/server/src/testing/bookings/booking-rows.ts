import type { FraudFeatures } from "@nexby/domain/fraud/fraud-rules";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { priceColumns } from "../../features/bookings/bookings.queries.ts";
import { remindOfReview } from "../../features/reviews/reviews.jobs.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { type Booking, bookingRequests, bookings } from "../../schema/bookings.ts";
import { fraudAnalyses } from "../../schema/fraud.ts";
import { bookingReminders } from "../../schema/rentals.ts";
import { reviews } from "../../schema/reviews.ts";
import { ACTIVE_TERMS_VERSION, createItem, createUser } from "../factories.ts";
import { PRICE } from "./payments-under-test.ts";

type NewBooking = typeof bookings.$inferInsert;

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

/** A booking and its request as left by checkout, without units, money or history. */
export async function createBooking(db: Db, overrides: Partial<NewBooking> = {}): Promise<Booking> {
  const startAt = overrides.startAt ?? new Date(Date.now() + 10 * DAY);
  const endAt = overrides.endAt ?? new Date(startAt.getTime() + 2 * DAY);
  const ownerId = overrides.ownerId ?? (await createUser(db));
  const people = {
    itemId: overrides.itemId ?? (await createItem(db, { ownerId })),
    renterId: overrides.renterId ?? (await createUser(db)),
    ownerId,
  };
  const days = { startDate: dayOf(startAt), endDate: dayOf(endAt) };
  const [booking] = await db
    .insert(bookings)
    .values({
      id: newId(),
      ...days,
      ...priceColumns(PRICE),
      startAt,
      endAt,
      timezone: "America/New_York",
      quantity: PRICE.quantity,
      paymentStatus: "awaiting_payment",
      depositStatus: "pending",
      exchangeType: "pickup",
      ...overrides,
      ...people,
    })
    .returning();
  if (!booking) throw new Error("The database kept no booking");
  await db.insert(bookingRequests).values({
    id: newId(),
    bookingId: booking.id,
    ...people,
    ...days,
    totalCents: booking.totalCents,
    quantity: booking.quantity,
    priceParts: PRICE,
    checkoutSessionId: newId(),
    termsAccepted: true,
    termsVersion: ACTIVE_TERMS_VERSION,
    createdAt: booking.createdAt,
  });
  return booking;
}

/** A request in fraud review; returns its analysis id. */
export async function createStoppedRequest(db: Db): Promise<string> {
  const { id: bookingId, renterId: userId } = await createBooking(db);
  const id = newId();
  const found = { riskScore: 54, riskLevel: "high", confidence: 0.95, recommendation: "review" } as const;
  const reviewBy = new Date(Date.now() + DAY / 2);
  const features = {} as FraudFeatures;
  await db
    .insert(fraudAnalyses)
    .values({ id, bookingId, userId, ...found, status: "in_review", ruleSetVersion: 1, features, reviewBy });
  return id;
}

type NewReview = typeof reviews.$inferInsert;

/** A published review by the renter, unless the overrides say otherwise. */
export async function createReview(db: Db, booking: Booking, overrides: Partial<NewReview> = {}): Promise<string> {
  const id = newId();
  const isByOwner = overrides.byRole === "owner";
  const { renterId, ownerId } = booking;
  await db.insert(reviews).values({
    id,
    bookingId: booking.id,
    itemId: booking.itemId,
    reviewerId: isByOwner ? ownerId : renterId,
    revieweeId: isByOwner ? renterId : ownerId,
    byRole: "renter",
    rating: 5,
    comment: "Clean and easy to pick up",
    isVerifiedRental: true,
    publishedAt: new Date(),
    ...overrides,
  });
  return id;
}

/** Makes a reminder to review due for both people, and sends it as its job does. */
export async function remindToReview(db: Db, bookingId: string, kind: "review" | "second_review"): Promise<void> {
  const rows = (["renter", "owner"] as const).map((recipient) => ({ bookingId, kind, recipient }));
  await db.insert(bookingReminders).values(rows.map((row) => ({ ...row, dueAt: sql`app_now()` })));
  await runReviewReminder(db, bookingId);
}

export async function runReviewReminder(db: Db, entityId: string): Promise<void> {
  const handler = remindOfReview("https://nexby.example");
  if (!("inTransaction" in handler)) throw new Error("It only writes to the database");
  const { inTransaction } = handler;
  const job = { id: newId(), jobType: "", entityType: "booking", entityId, payload: {}, retryCount: 0, leaseLosses: 0 };
  await db.transaction((tx) => inTransaction(tx, { ...job, scheduledAt: new Date() }));
}
