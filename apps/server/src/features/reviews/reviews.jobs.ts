import { PROMPTS_AFTER, promptsDue, type ReviewRole, reviewWindowOf } from "@nexby/domain/reviews/reviews";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { type Email, queueMail } from "../../platform/outbox.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { reviewPrompts, reviews } from "../../schema/reviews.ts";
import { findUser } from "../accounts/public.ts";
import { findBookingFacts, lockBooking } from "../bookings/public.ts";
import { notify } from "../notifications/public.ts";

const BATCH = 200;

const RETURNED_AT = sql`coalesce(${bookings.returnedAt}, ${bookings.closedAt})`;

/** Returned long enough ago for a prompt that wasn't sent, and not so long that reviewing has ended. */
const selectDue = (db: Db) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .leftJoin(reviewPrompts, eq(reviewPrompts.bookingId, bookings.id))
    .where(
      and(
        sql`${RETURNED_AT} > app_now() - interval '14 days'`,
        or(
          ...PROMPTS_AFTER.map((after, index) =>
            and(
              sql`${RETURNED_AT} <= app_now() - ${`${after} milliseconds`}::interval`,
              index === 0
                ? isNull(reviewPrompts.sent)
                : sql`coalesce(${reviewPrompts.sent}, 0) <= ${sql.raw(String(index))}`,
            ),
          ),
        ),
        inArray(bookings.status, ["return_submitted", "damaged_admin_review", "closed"]),
      ),
    )
    .orderBy(RETURNED_AT)
    .limit(BATCH);

/** Asks people who haven't reviewed a rental yet: a day after the return, and once more after five days. */
export async function promptForReviews(db: Db, siteUrl: string): Promise<void> {
  const due = await selectDue(db);
  for (const { id } of due) await db.transaction((tx) => promptOnce(tx, siteUrl, id));
}

/** A prompt that was missed is not made up for: two that are due at once are one. */
async function promptOnce(tx: Db, siteUrl: string, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  const window = booking && reviewWindowOf(booking);
  if (!booking || !window) return;
  const now = await readClock(tx);
  const sent = promptsDue(window, now);
  const [before] = await tx.select().from(reviewPrompts).where(eq(reviewPrompts.bookingId, bookingId));
  if (sent <= (before?.sent ?? 0)) return;
  await tx
    .insert(reviewPrompts)
    .values({ bookingId, sent, lastSentAt: now })
    .onConflictDoUpdate({ target: reviewPrompts.bookingId, set: { sent, lastSentAt: now } });
  const written = await tx
    .select({ byRole: reviews.byRole, publishedAt: reviews.publishedAt })
    .from(reviews)
    .where(eq(reviews.bookingId, bookingId));
  if (written.some(({ publishedAt }) => publishedAt !== null)) return;
  for (const to of ["renter", "owner"] as const) {
    // Says nothing about the other person's review, which is secret.
    if (!written.some(({ byRole }) => byRole === to)) await prompt(tx, siteUrl, booking, to, window.closesAt);
  }
}

async function prompt(tx: Db, siteUrl: string, booking: Booking, to: ReviewRole, closesAt: Date): Promise<void> {
  const person = await findUser(tx, to === "renter" ? booking.renterId : booking.ownerId);
  if (!person || person.suspendedAt || !person.isApproved) return;
  const data = { ...(await findBookingFacts(tx, booking)), to, closesAt: closesAt.toISOString() };
  const { title, message, actionUrl } = await notify(tx, person.id, { kind: "review_prompt", data });
  if (!person.notifyEmail) return;
  const letter: Email = {
    title,
    paragraphs: [message],
    action: { label: "Write a review", url: siteUrl + actionUrl },
  };
  await queueMail(tx, { to: person.email, subject: title, letter });
}
