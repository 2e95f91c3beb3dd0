import { type BookingReviewsView, writeReview } from "@nexby/contract/reviews/reviews";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { afterAll, beforeAll } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { COMPLETE_PROFILE, createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";

export const ago = (ms: number) => new Date(Date.now() - ms);

export const REVIEW = { rating: 4, comment: "Clean and on time" };

/** A server, an owner, a renter and an admin, and rentals that were returned. */
export function useReviews() {
  const database = useTestDatabase();
  const person = (isAdmin = false) => ({ id: newId(), isApproved: true, isAdmin });
  const people = { owner: person(), renter: person(), stranger: person(), admin: person(true) };
  type Person = { id: string; isApproved: boolean; isAdmin: boolean };
  let app: TestApp | undefined;
  let itemId = "";

  beforeAll(async () => {
    const { db } = database();
    const names = { owner: "Sam", renter: "Robin", stranger: "Lee", admin: "Ada" };
    for (const key of Object.keys(people) as (keyof typeof people)[]) {
      await createUser(db, { ...COMPLETE_PROFILE, ...people[key], firstName: names[key] });
    }
    itemId = await createItem(db, { ownerId: people.owner.id, title: "Canary kayak" });
    app = await startTestApp({ db });
  });
  afterAll(() => app?.close());

  const origin = () => app?.origin ?? "";
  const as = (viewer: Person) => ({ headers: asViewer(viewer) });

  /** A booking whose item came back an hour ago. */
  const returned = (overrides: Partial<Booking> = {}): Promise<Booking> =>
    createBooking(database().db, {
      ...{ itemId, ownerId: people.owner.id, renterId: people.renter.id },
      ...{ startAt: ago(3 * DAY), endAt: ago(2 * HOUR), approvedAt: ago(5 * DAY) },
      ...{ status: "return_submitted", approvalStatus: "approved", rentalStatus: "return_pending" },
      ...{ ownerDecisionDeadline: ago(5 * DAY), returnedAt: ago(HOUR) },
      ...overrides,
    });

  const write = async (viewer: Person, bookingId: string, body: object = {}): Promise<BookingReviewsView> => {
    const input = { ...as(viewer), params: { bookingId }, body: { ...REVIEW, ...body } };
    return (await call(origin(), writeReview, input)).body;
  };

  return { database, people, origin, as, returned, write };
}
