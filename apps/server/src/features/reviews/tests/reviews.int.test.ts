import { getPublicProfile } from "@nexby/contract/accounts/profile";
import type { Endpoint } from "@nexby/contract/endpoint";
import { getItem, listItems } from "@nexby/contract/listings/items";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import {
  type BookingReviewsView,
  decideOnReview,
  getBookingReviews,
  getItemReviewSummary,
  listItemReviews,
  listReportedReviews,
  listUserReviews,
  markReviewHelpful,
  replyToReview,
  reportReview,
  unmarkReviewHelpful,
  writeReview,
} from "@nexby/contract/reviews/reviews";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordRentalEvent } from "../../../platform/audit.ts";
import { newId } from "../../../platform/ids.ts";
import { userAudience } from "../../../platform/realtime/events.ts";
import { users } from "../../../schema/accounts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifications, outgoingMessages } from "../../../schema/notifications.ts";
import { scheduledJobs } from "../../../schema/platform.ts";
import { reviews } from "../../../schema/reviews.ts";
import {
  createBooking,
  createReview,
  remindToReview,
  runReviewReminder,
} from "../../../testing/bookings/booking-rows.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { COMPLETE_PROFILE, createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { PUBLISH_REVIEWS, publishReviews } from "../reviews.jobs.ts";

const ago = (ms: number) => new Date(Date.now() - ms);

const REVIEW = { rating: 4, comment: "Clean and on time" };

/** A server, an owner, a renter and an admin, and rentals that were returned. */
function useReviews() {
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

const { database, people, origin, as, returned, write } = useReviews();
const { owner, renter, stranger, admin } = people;

const reviewsOf = async (viewer: typeof owner, bookingId: string) =>
  (await call(origin(), getBookingReviews, { ...as(viewer), params: { bookingId } })).body;
const refused = async (viewer: typeof owner, endpoint: Endpoint, input: object) =>
  (await callExpectingError(origin(), endpoint, { ...as(viewer), ...input })).error;
const kindsFor = async (userId: string) =>
  (await database().db.select().from(notifications).where(eq(notifications.userId, userId))).map(({ kind }) => kind);
const newestNoticeOf = async (viewer: typeof owner) => (await call(origin(), listNotifications, as(viewer))).body[0];
const summaryOf = async (id: string) => (await call(origin(), getItemReviewSummary, { params: { itemId: id } })).body;

/** The users whose open pages got an event about the booking. */
const liveEventsOf = async (bookingId: string) => {
  const { rows } = await database().db.execute<{ audience: string }>(sql`
    select audience from realtime_events where type = 'booking_changed' and data->>'bookingId' = ${bookingId}`);
  return rows.map(({ audience }) => audience).toSorted();
};

describe("writing a review", () => {
  test("[REV-01] one waits, the second publishes both, and both carry the verified mark", async () => {
    const { id } = await returned();
    const first = await write(renter, id, { communicationRating: 5, punctualityRating: 3 });
    expect(first).toMatchObject({ canReview: false, mine: { rating: 4, publishedAt: null, allowedActions: [] } });
    expect(await reviewsOf(owner, id)).toMatchObject({ canReview: true, mine: null, received: null });
    // Not even a live event tells that it exists.
    expect(await liveEventsOf(id)).toEqual([]);
    const second = await write(owner, id, { rating: 5, comment: "Came back spotless", conditionRating: 5 });
    expect(await liveEventsOf(id)).toEqual([userAudience(owner.id), userAudience(renter.id)].toSorted());
    expect(second.received).toMatchObject({ comment: REVIEW.comment, communicationRating: 5, isVerifiedRental: true });
    expect((await reviewsOf(renter, id)).received).toMatchObject({
      comment: "Came back spotless",
      byRole: "owner",
      isVerifiedRental: true,
    });
    for (const [person, writer] of [[owner, "Robin"] as const, [renter, "Sam"] as const]) {
      expect(await newestNoticeOf(person)).toMatchObject({
        kind: "review_published",
        title: `${writer} reviewed you`,
        actionUrl: `/my-bookings/${id}`,
      });
    }
    expect(await refused(renter, writeReview, { params: { bookingId: id }, body: REVIEW })).toMatchObject({
      code: "already_reviewed",
      message: "You've already reviewed this rental",
    });
  });

  test("[REV-01] [DATA-08] [VAL-11] each part rating is read back by its author, the other person and the listing", async () => {
    const id = await createItem(database().db, { ownerId: owner.id });
    const booking = await returned({ itemId: id });
    const parts = { conditionRating: 5, punctualityRating: 3, communicationRating: 4 };
    expect((await write(renter, booking.id, parts)).mine).toMatchObject(parts);
    await write(owner, booking.id);
    expect((await reviewsOf(owner, booking.id)).received).toMatchObject(parts);
    expect(await summaryOf(id)).toMatchObject({ condition: 5, punctuality: 3, communication: 4 });
  });

  test("[MSG-01] contact details are refused in a review and in a reply, with what to remove", async () => {
    const { id } = await returned();
    const body = { ...REVIEW, comment: "Great! Next time text 201-555-0199" };
    const why = "Contact details are shared once a booking is approved.";
    expect(await refused(renter, writeReview, { params: { bookingId: id }, body })).toMatchObject({
      details: [{ field: "comment", message: `Please remove the phone number (201-555-0199). ${why}` }],
    });
    await write(renter, id);
    await write(owner, id);
    const reviewId = (await reviewsOf(owner, id)).received?.id ?? "";
    const reply = { reply: "Thanks! Find me on WhatsApp" };
    expect(await refused(owner, replyToReview, { params: { reviewId }, body: reply })).toMatchObject({
      details: [{ field: "reply", message: `Please remove the contact on another service (WhatsApp). ${why}` }],
    });
  });

  test("[REV-01] two people who review at the same moment publish both", async () => {
    const { id } = await returned();
    await Promise.all([write(renter, id), write(owner, id)]);
    expect((await reviewsOf(owner, id)).received).not.toBeNull();
    expect((await reviewsOf(renter, id)).received).not.toBeNull();
  });

  test("[REV-01] writing a review of ten identical requests one is stored", async () => {
    const { id: bookingId } = await returned();
    const body = JSON.stringify(REVIEW);
    const headers = { ...as(renter).headers, "content-type": "application/json" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${origin()}/api/bookings/${bookingId}/reviews`, { method: "POST", headers, body }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  test.each([
    ["before the return", { status: "in_possession", returnedAt: null }, "after the item is returned"],
    ["15 days after it", { returnedAt: ago(15 * DAY) }, "too late"],
    [
      "after a cancellation",
      {
        ...{ status: "canceled", returnedAt: null, canceledAt: ago(HOUR), canceledBy: "renter" },
        cancellation: { percent: 100, refundCents: 1, shares: {} },
      },
      "after the item is returned",
    ],
  ] as const)("[REV-01] writing a review isn't possible %s", async (_, facts, message) => {
    const { id } = await returned(facts as object);
    const error = await refused(renter, writeReview, { params: { bookingId: id }, body: REVIEW });
    expect(error).toMatchObject({ code: "action_not_allowed", message: expect.stringContaining(message) });
    expect((await reviewsOf(renter, id)).canReview).toBe(false);
  });

  test("[REV-01] writing a review isn't possible for anyone but the two people, and nobody else reads secret reviews", async () => {
    const { id } = await returned();
    const params = { bookingId: id };
    for (const person of [stranger, admin]) {
      expect((await refused(person, writeReview, { params, body: REVIEW })).code).toBe("not_found");
    }
    await write(renter, id);
    expect((await refused(stranger, getBookingReviews, { params })).code).toBe("not_found");
    expect(await reviewsOf(admin, id)).toMatchObject({ canReview: false, mine: null, received: null });
    expect(await reviewsOf({ ...owner, isApproved: false }, id)).toMatchObject({ canReview: false, received: null });
  });

  test("[REV-01] writing a review isn't possible once the other person's review could be read", async () => {
    const booking = await returned();
    await createReview(database().db, booking);
    const error = await refused(owner, writeReview, { params: { bookingId: booking.id }, body: REVIEW });
    expect(error.code).toBe("action_not_allowed");
  });

  test.each([
    [{ rating: 0 }, "Please choose 1 to 5 stars"],
    [{ rating: 6 }, "Please choose 1 to 5 stars"],
    [{ rating: 4.5 }, "Please choose 1 to 5 stars"],
    [{ rating: undefined }, "Please choose 1 to 5 stars"],
    [{ communicationRating: 6 }, "Please choose 1 to 5 stars"],
    [{ punctualityRating: 0 }, "Please choose 1 to 5 stars"],
    [{ conditionRating: "x" }, "Please choose 1 to 5 stars"],
    [{ comment: "  " }, "Please write a few words"],
    [{ comment: "a".repeat(2001) }, "Please use at most 2,000 characters"],
    [{ reviewType: "renter" }, "Please choose what your rating is about"],
  ])("[VAL-11] [REV-01] writing a review refuses %j", async (body, message) => {
    const { id } = await returned();
    const error = await refused(renter, writeReview, { params: { bookingId: id }, body: { ...REVIEW, ...body } });
    expect(error).toMatchObject({ code: "validation_failed", message });
  });

  test("[REV-01] a rating about the item or the owner counts for that one only", async () => {
    const id = await createItem(database().db, { ownerId: owner.id });
    const profile = async () => (await call(origin(), getPublicProfile, { params: { userId: owner.id } })).body;
    const before = (await profile()).reviewCount;
    for (const [reviewType, rating] of [["item", 2] as const, ["owner", 5] as const]) {
      const booking = await returned({ itemId: id });
      await write(renter, booking.id, { reviewType, rating });
      await write(owner, booking.id, { reviewType: "renter" });
    }
    expect(await summaryOf(id)).toMatchObject({ reviewCount: 1, averageRating: 2 });
    expect((await profile()).reviewCount).toBe(before + 1);
    expect((await profile()).asRenter).toMatchObject({ reviewCount: 0 });
  });
});

test("[REV-01] 20 reviews at once leave exact averages on card, search order, listing and profile", async () => {
  const { db } = database();
  const seller = { ...owner, id: await createUser(db, { firstName: "Kim" }) };
  const rated = await createItem(db, { ownerId: seller.id, title: "Concurrent canoe" });
  const better = await createItem(db, { ownerId: seller.id, title: "Concurrent cup" });
  const bookings = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const booking = await returned({ itemId: rated, ownerId: seller.id, renterId: await createUser(db) });
      await createReview(db, booking, { byRole: "owner", publishedAt: null });
      return booking;
    }),
  );
  await createReview(db, await returned({ itemId: better, ownerId: seller.id }), { rating: 4 });
  const ratings = bookings.map((_, index) => (index % 7 === 0 ? 2 : 5 - (index % 3)));
  await Promise.all(
    bookings.map(({ id, renterId }, index) =>
      write({ id: renterId, isApproved: true, isAdmin: false }, id, { rating: ratings[index] }),
    ),
  );
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const exact = { reviewCount: 20, averageRating: Math.round((sum / 20) * 100) / 100 };
  const found = (await call(origin(), listItems, { query: { search: "concurrent", sort: "rating" } })).body;
  expect((await call(origin(), getItem, { params: { itemId: rated } })).body).toMatchObject(exact);
  expect(found.map(({ id }) => id)).toEqual([better, rated]);
  expect(found.at(-1)).toMatchObject(exact);
  const { distribution, ...summary } = await summaryOf(rated);
  expect(summary).toMatchObject(exact);
  expect(distribution).toEqual([1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating === stars).length));
  const { body: profile } = await call(origin(), getPublicProfile, { params: { userId: seller.id } });
  const ofBoth = Math.round(((sum + 4) / 21) * 100) / 100;
  expect(profile).toMatchObject({ reviewCount: 21, averageRating: ofBoth });
  // Half of them are hidden at once.
  const { rows } = await db.execute<{ id: string; rating: number }>(
    sql`select id, rating from reviews where item_id = ${rated} and by_role = 'renter' order by id limit 10`,
  );
  await Promise.all(
    rows.map(({ id: reviewId }) =>
      call(origin(), decideOnReview, {
        ...as(admin),
        params: { reviewId },
        body: { decision: "hide", reason: "Test" },
      }),
    ),
  );
  const left = sum - rows.reduce((total, { rating }) => total + rating, 0);
  expect(await summaryOf(rated)).toMatchObject({ reviewCount: 10, averageRating: Math.round((left / 10) * 100) / 100 });
  const { rows: stats } = await db.execute(
    sql`select review_count, rating_sum from item_stats where item_id = ${rated}`,
  );
  expect(stats).toEqual([{ review_count: 10, rating_sum: left }]);
});

describe("published reviews", () => {
  test("[REV-01] published reviews are sorted, searched, filtered and paged", async () => {
    const { db } = database();
    const id = await createItem(db, { ownerId: owner.id });
    const written = [
      { rating: 5, comment: "Superb 100% kayak", helpfulCount: 1, publishedAt: ago(3 * DAY) },
      { rating: 1, comment: "Leaky", helpfulCount: 4, publishedAt: ago(2 * DAY) },
      { rating: 3, comment: "Fine paddle", publishedAt: ago(DAY) },
    ];
    for (const review of written) await createReview(db, await returned({ itemId: id }), review);
    const list = async (query: Record<string, string>) => {
      const { body, headers } = await call(origin(), listItemReviews, { params: { itemId: id }, query });
      return {
        ratings: body.map(({ rating }) => rating),
        next: /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1],
      };
    };
    const orders = { newest: [3, 1, 5], highest: [5, 3, 1], lowest: [1, 3, 5], helpful: [1, 5, 3] };
    for (const [sort, ratings] of Object.entries(orders)) {
      expect((await list({ sort })).ratings).toEqual(ratings);
      const first = await list({ sort, limit: "2" });
      const second = await list({ sort, limit: "2", cursor: first.next ?? "" });
      expect([...first.ratings, ...second.ratings]).toEqual(ratings);
      expect(second.next).toBeUndefined();
    }
    expect((await list({ search: "PADDLE" })).ratings).toEqual([3]);
    expect((await list({ search: "0%" })).ratings).toEqual([5]);
    expect((await list({ search: "_" })).ratings).toEqual([]);
    expect((await list({ rating: "1" })).ratings).toEqual([1]);
    expect((await refused(stranger, listItemReviews, { params: { itemId: id }, query: { cursor: "x" } })).code).toBe(
      "validation_failed",
    );
  });

  test("[REV-01] published reviews that are equal are listed newest first and then by id, and pages neither skip nor repeat one", async () => {
    const { db } = database();
    const ownerId = await createUser(db);
    const itemId = await createItem(db, { ownerId });
    const ids: string[] = [];
    for (const publishedAt of [ago(2 * DAY), ...Array.from({ length: 3 }, () => new Date("2026-03-01T12:00:00Z"))]) {
      ids.push(await createReview(db, await returned({ itemId, ownerId }), { rating: 4, publishedAt }));
    }
    const [newest = "", ...same] = ids;
    const expected = [newest, ...same.toSorted().toReversed()];
    const walk = async (page: (cursor: string | undefined) => Promise<{ ids: string[]; headers: Headers }>) => {
      const seen: string[] = [];
      for (let cursor: string | undefined, turn = 0; turn < 5; turn += 1) {
        const { ids: shown, headers } = await page(cursor);
        seen.push(...shown);
        cursor = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
        if (cursor === undefined) break;
      }
      return seen;
    };
    for (const sort of ["newest", "highest", "lowest", "helpful"]) {
      const walked = await walk(async (cursor) => {
        const query = { sort, limit: "1", ...(cursor && { cursor }) };
        const { body, headers } = await call(origin(), listItemReviews, { params: { itemId }, query });
        return { ids: body.map(({ id }) => id), headers };
      });
      expect({ sort, walked }).toEqual({ sort, walked: expected });
    }
    const ofPerson = await walk(async (cursor) => {
      const query = { limit: "1", ...(cursor && { cursor }) };
      const { body, headers } = await call(origin(), listUserReviews, { params: { userId: ownerId }, query });
      return { ids: body.map(({ id }) => id), headers };
    });
    expect(ofPerson).toEqual(expected);
  });

  test("[REV-01] one reply by the reviewed person, helpful once per person, and neither for one's own", async () => {
    const booking = await returned();
    const reviewId = await createReview(database().db, booking);
    const input = { params: { reviewId } };
    const reply = { ...input, body: { reply: "Thank you!" } };
    const actionsFor = async (request: object) =>
      (await call(origin(), listUserReviews, { ...request, params: { userId: owner.id } })).body.find(
        ({ id }) => id === reviewId,
      )?.allowedActions;
    expect(await actionsFor({})).toEqual([]);
    expect(await actionsFor(as({ ...stranger, isApproved: false }))).toEqual([]);
    expect(await actionsFor(as(stranger))).toEqual(["helpful", "report"]);
    expect(await actionsFor(as(owner))).toEqual(["reply", "report"]);
    expect(await actionsFor(as(renter))).toEqual([]);
    expect((await refused(renter, replyToReview, reply)).message).toBe("Only the person who was reviewed can reply");
    const { body } = await call(origin(), replyToReview, { ...as(owner), ...reply });
    expect(body.reply).toMatchObject({ text: "Thank you!", by: "Sam" });
    expect((await refused(owner, replyToReview, reply)).message).toBe("You've already replied to this review");
    expect(await newestNoticeOf(renter)).toMatchObject({ kind: "review_replied", title: "Sam replied to your review" });

    for (const someone of [renter, owner]) {
      expect((await refused(someone, markReviewHelpful, input)).code).toBe("action_not_allowed");
    }
    await call(origin(), markReviewHelpful, { ...as(stranger), ...input });
    const twice = await call(origin(), markReviewHelpful, { ...as(stranger), ...input });
    expect(twice.body).toMatchObject({ helpfulCount: 1, wasHelpful: true });
    const asAdmin = { params: { userId: owner.id }, ...as(admin) };
    const shown = (await call(origin(), listUserReviews, asAdmin)).body.find(({ id }) => id === reviewId);
    expect(shown).toMatchObject({ helpfulCount: 1, wasHelpful: false });
    const back = await call(origin(), unmarkReviewHelpful, { ...as(stranger), ...input });
    expect(back.body).toMatchObject({ helpfulCount: 0, wasHelpful: false });
  });

  test("[REV-01] an admin hides a reported review with a reason, and it leaves lists and averages; keeping it restores it", async () => {
    const { db } = database();
    const id = await createItem(db, { ownerId: owner.id });
    const booking = await returned({ itemId: id });
    const reviewId = await createReview(db, booking, { rating: 1, comment: "Rude words" });
    const input = { params: { reviewId } };
    expect((await refused(renter, reportReview, { ...input, body: { reason: "Mine" } })).code).toBe(
      "action_not_allowed",
    );
    for (let count = 0; count < 2; count += 1) {
      await call(origin(), reportReview, { ...as(owner), ...input, body: { reason: "It insults me" } });
    }
    const reported = (await call(origin(), listReportedReviews, as(admin))).body;
    expect(reported).toMatchObject([
      {
        id: reviewId,
        bookingId: booking.id,
        reviewee: { id: owner.id, firstName: "Sam" },
        reports: [{ reason: "It insults me", by: expect.stringMatching(/^Sam/) }],
        hidden: null,
        canDecide: true,
      },
    ]);
    const decide = (decision: string) =>
      call(origin(), decideOnReview, { ...as(admin), ...input, body: { decision, reason: "Insulting" } });
    for (const person of [owner, renter, stranger]) {
      const body = { decision: "hide", reason: "Not mine to decide" };
      expect((await refused(person, decideOnReview, { ...input, body })).code).toBe("forbidden");
    }
    const hidden = (await decide("hide")).body.hidden;
    expect(hidden).toMatchObject({ reason: "Insulting", by: expect.stringMatching(/^Ada/) });
    expect(await summaryOf(id)).toMatchObject({ reviewCount: 0, averageRating: null, distribution: [0, 0, 0, 0, 0] });
    expect((await call(origin(), listItemReviews, { params: { itemId: id } })).body).toEqual([]);
    expect((await call(origin(), listReportedReviews, as(admin))).body).toEqual([]);
    expect((await reviewsOf(owner, booking.id)).received).toBeNull();
    expect((await reviewsOf(renter, booking.id)).mine).toMatchObject({ hiddenReason: "Insulting" });
    expect(await newestNoticeOf(renter)).toMatchObject({
      kind: "review_hidden",
      message: expect.stringContaining("Reason: “Insulting”"),
    });
    expect(
      (await refused(admin, decideOnReview, { ...input, body: { decision: "hide", reason: "Again" } })).message,
    ).toBe("This review is already hidden");
    expect((await refused(stranger, markReviewHelpful, input)).code).toBe("not_found");
    expect((await refused(owner, replyToReview, { ...input, body: { reply: "No!" } })).code).toBe("not_found");
    expect((await call(origin(), listReportedReviews, { ...as(admin), query: { status: "hidden" } })).body[0]?.id).toBe(
      reviewId,
    );
    await decide("keep");
    expect(await summaryOf(id)).toMatchObject({ reviewCount: 1, averageRating: 1 });
    const { rows } = await db.execute(sql`
      select action, actor_id, reason from audit_log where entity_id = ${reviewId} order by created_at, id`);
    const audited = { actor_id: admin.id, reason: "Insulting" };
    expect(rows).toEqual([
      { action: "review_hidden", ...audited },
      { action: "review_kept", ...audited },
    ]);
  });

  test("[REV-01] admins get a notification about the first open report of a review, and about the next one after a decision", async () => {
    const input = { params: { reviewId: await createReview(database().db, await returned()) } };
    const told = async () => (await kindsFor(admin.id)).filter((kind) => kind === "admin_review_reported").length;
    const before = await told();
    const report = (person: typeof owner) =>
      call(origin(), reportReview, { ...as(person), ...input, body: { reason: "It insults me" } });
    for (const person of [owner, owner, stranger]) await report(person);
    expect(await told()).toBe(before + 1);
    const body = { decision: "keep", reason: "A fair opinion" };
    await call(origin(), decideOnReview, { ...as(admin), ...input, body });
    const another = await createUser(database().db, { isApproved: true });
    await report({ ...stranger, id: another });
    expect(await told()).toBe(before + 2);
  });

  test("[REV-01] someone reports a review again after admins decided to keep it", async () => {
    const reviewId = await createReview(database().db, await returned());
    const input = { params: { reviewId } };
    const report = (reason: string) => call(origin(), reportReview, { ...as(owner), ...input, body: { reason } });
    const reported = async () =>
      (await call(origin(), listReportedReviews, as(admin))).body.find(({ id }) => id === reviewId)?.reports;
    await report("It insults me");
    await report("It still insults me");
    expect(await reported()).toMatchObject([{ reason: "It insults me" }]);
    const body = { decision: "keep", reason: "A fair opinion" };
    await call(origin(), decideOnReview, { ...as(admin), ...input, body });
    expect(await reported()).toBeUndefined();
    await report("It names my neighbor");
    expect(await reported()).toMatchObject([{ reason: "It names my neighbor" }]);
  });

  test("[REV-01] reported reviews are listed longest wait first, hidden ones last hidden first, both in pages", async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      const reviewId = await createReview(database().db, await returned());
      await call(origin(), reportReview, { ...as(owner), params: { reviewId }, body: { reason: "Rude" } });
      ids.push(reviewId);
    }
    const pagesOf = async (status: string) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const query = { status, limit: "2", ...(cursor && { cursor }) };
        const { body, headers } = await call(origin(), listReportedReviews, { ...as(admin), query });
        found.push(...body.map(({ id }) => id));
        cursor = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1];
        if (!cursor) return found.filter((id) => ids.includes(id));
      }
    };
    expect(await pagesOf("reported")).toEqual(ids);
    for (const reviewId of ids) {
      const body = { decision: "hide", reason: "Rude" };
      await call(origin(), decideOnReview, { ...as(admin), params: { reviewId }, body });
    }
    expect(await pagesOf("reported")).toEqual([]);
    expect(await pagesOf("hidden")).toEqual(ids.toReversed());
  });

  test("[REV-01] an admin can't decide about a review of their own", async () => {
    const reviewId = await createReview(database().db, await returned({ renterId: admin.id }));
    const body = { decision: "hide", reason: "Mine" };
    expect((await refused(admin, decideOnReview, { params: { reviewId }, body })).code).toBe("forbidden");
  });

  test("[REV-02] published reviews have an id, rating, comment, time, and a reviewer with id, name and picture", async () => {
    const { db } = database();
    const id = await createItem(db, { ownerId: owner.id });
    const profileImageUrl = "/media/people/robin.webp";
    const reviewer = { ...COMPLETE_PROFILE, firstName: "Robin", lastName: "Vale", profileImageUrl };
    const renterId = await createUser(db, reviewer);
    const createdAt = ago(2 * HOUR);
    const written = { rating: 4, comment: "Tracks straight", createdAt };
    const reviewId = await createReview(db, await returned({ itemId: id, renterId }), written);
    const { body } = await call(origin(), listItemReviews, { params: { itemId: id } });
    expect(body).toMatchObject([{ ...written, id: reviewId, createdAt: createdAt.toISOString() }]);
    const shown = { id: renterId, firstName: "Robin", profileImageUrl };
    expect(body[0]?.reviewer).toEqual({ ...shown, lastName: "V." });
    const reviewerFor = async (viewer: typeof owner) =>
      (await call(origin(), listItemReviews, { ...as(viewer), params: { itemId: id } })).body[0]?.reviewer;
    // The two people of the rental know each other.
    for (const viewer of [owner, { ...stranger, id: renterId }, admin])
      expect(await reviewerFor(viewer)).toEqual({ ...shown, lastName: "Vale" });
    expect(await reviewerFor(stranger)).toEqual({ ...shown, lastName: "V." });
    const profileFor = async (input = {}) =>
      (await call(origin(), getPublicProfile, { ...input, params: { userId: renterId } })).body.lastName;
    expect([await profileFor(), await profileFor(as(stranger))]).toEqual(["V.", "Vale"]);
  });

  test("[REV-01] published reviews show both roles of a person apart", async () => {
    const { db } = database();
    const both = await createUser(db);
    await createReview(db, await returned({ ownerId: both }), { comment: "As owner" });
    await createReview(db, await returned({ renterId: both }), { comment: "As renter", byRole: "owner", rating: 3 });
    const list = async (role: string) =>
      (await call(origin(), listUserReviews, { params: { userId: both }, query: { role } })).body;
    expect(await list("owner")).toMatchObject([{ comment: "As owner", reviewer: { firstName: "Robin" } }]);
    expect(await list("renter")).toMatchObject([{ comment: "As renter" }]);
    await createReview(db, await returned({ ownerId: both }), { comment: "Before", publishedAt: ago(9 * DAY) });
    expect((await list("owner")).map(({ comment }) => comment)).toEqual(["As owner", "Before"]);
    const first = { params: { userId: both }, query: { role: "owner", limit: "1" } };
    const { headers } = await call(origin(), listUserReviews, first);
    const cursor = /cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1] ?? "";
    const next = await call(origin(), listUserReviews, { ...first, query: { ...first.query, cursor } });
    expect(next.body.map(({ comment }) => comment)).toEqual(["Before"]);
    expect(next.headers.get("link")).toBeNull();
    const { body } = await call(origin(), getPublicProfile, { params: { userId: both } });
    expect(body).toMatchObject({ averageRating: 5, asRenter: { averageRating: 3, reviewCount: 1 } });
    await db
      .update(users)
      .set({ suspendedAt: ago(HOUR) })
      .where(eq(users.id, both));
    expect((await refused(stranger, listUserReviews, first)).code).toBe("not_found");
  });

  test("[REV-01] a claim filed after its filer could read the review is marked for admins", async () => {
    const { db } = database();
    // A loss that the system claims is filed by nobody.
    for (const [hours, actorId, isMarked] of [
      [2, owner.id, true] as const,
      [0, owner.id, false] as const,
      [2, null, false] as const,
    ]) {
      const booking = await returned({ status: "damaged_admin_review" });
      const at = hours === 0 ? new Date(Date.now() + HOUR) : ago(hours * HOUR);
      await createReview(db, booking, { publishedAt: at });
      const claim = { bookingId: booking.id, actorId, eventType: "claim_damage" as const, metadata: {} };
      await recordRentalEvent(db, claim);
      expect((await reviewsOf(admin, booking.id)).isClaimAfterReading).toBe(isMarked);
      expect((await reviewsOf(owner, booking.id)).isClaimAfterReading).toBe(false);
    }
  });
});

describe("scheduled steps", () => {
  test("[REV-01] a review without a counterpart is published 14 days after the return", async () => {
    const { db } = database();
    const booking = await returned();
    const { closesAt } = await write(renter, booking.id);
    const jobs = await db.select().from(scheduledJobs).where(eq(scheduledJobs.entityId, booking.id));
    const dueAt = new Date((booking.returnedAt?.getTime() ?? 0) + 14 * DAY);
    expect(jobs).toMatchObject([{ jobType: PUBLISH_REVIEWS, scheduledAt: dueAt }]);
    expect(closesAt).toBe(dueAt.toISOString());
    const [job] = jobs;
    const handler = publishReviews;
    if (!job || !("inTransaction" in handler)) throw new Error("The job publishes in its transaction");
    for (let run = 0; run < 2; run += 1)
      await db.transaction((tx) => handler.inTransaction(tx, { ...job, payload: {} }));
    expect((await reviewsOf(owner, booking.id)).received).toMatchObject({ comment: REVIEW.comment });
    const [row] = await db.select().from(reviews).where(eq(reviews.bookingId, booking.id));
    expect(row?.isPublic).toBe(true);
  });

  test.each([
    ["a suspended renter", "renter", { suspendedAt: ago(HOUR) }],
    ["a renter without approval", "renter", { isApproved: false }],
    ["a suspended owner", "owner", { suspendedAt: ago(HOUR) }],
    ["an owner without approval", "owner", { isApproved: false }],
  ] as const)("[REV-01] %s gets no review prompt, the other person does", async (_, role, change) => {
    const { db } = database();
    const people = {
      renter: await createUser(db, { isApproved: true }),
      owner: await createUser(db, { isApproved: true }),
    };
    const id = await createItem(db, { ownerId: people.owner });
    const times = { closedAt: ago(DAY), returnedAt: ago(25 * HOUR) };
    const booking = await returned({
      itemId: id,
      renterId: people.renter,
      ownerId: people.owner,
      status: "closed",
      ...times,
    });
    await db.update(users).set(change).where(eq(users.id, people[role]));
    await remindToReview(db, booking.id, "review");
    const other = role === "renter" ? "owner" : "renter";
    expect(await kindsFor(people[role])).toEqual([]);
    expect(await kindsFor(people[other])).toEqual(["review_prompt"]);
  });

  test.each([
    ["reviewing has ended", { returnedAt: ago(14 * DAY) }, false],
    ["the other person's review is public", { returnedAt: ago(DAY) }, true],
  ])("[REV-01] nobody gets a review prompt once %s", async (_, times, isPublished) => {
    const { db } = database();
    const renterId = await createUser(db, { isApproved: true });
    const booking = await returned({ renterId, status: "closed", closedAt: ago(HOUR), ...times });
    if (isPublished) await createReview(db, booking, { byRole: "owner" });
    await remindToReview(db, booking.id, "review");
    expect(await kindsFor(renterId)).not.toContain("review_prompt");
  });

  test("[REV-01] people who haven't reviewed are asked twice, each time once, whatever the other one wrote", async () => {
    const { db } = database();
    const shy = await createUser(db, {
      firstName: "Quinn",
      email: "quinn@nexby.example",
      isApproved: true,
      notifyEmail: true,
    });
    const booking = await returned({ renterId: shy, status: "closed", closedAt: ago(DAY), returnedAt: ago(25 * HOUR) });
    await createReview(db, booking, { byRole: "owner", publishedAt: null, comment: "Secret words" });
    const asked = async () => {
      const mails = await db
        .select()
        .from(outgoingMessages)
        .where(eq(outgoingMessages.recipient, "quinn@nexby.example"));
      return mails.map(({ body }) => body ?? "");
    };
    await remindToReview(db, booking.id, "review");
    expect(await asked()).toHaveLength(1);
    await runReviewReminder(db, booking.id);
    expect(await asked()).toHaveLength(1);
    await remindToReview(db, booking.id, "second_review");
    const mails = await asked();
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain("Write a review: https://nexby.example/my-bookings/");
    expect(mails.join()).not.toContain("Secret");
    // The owner has reviewed already.
    const { rows } = await db.execute(
      sql`select count(*)::int as count from notifications where kind = 'review_prompt' and user_id = ${owner.id} and data->>'bookingId' = ${booking.id}`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});
