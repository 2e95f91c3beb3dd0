import {
  decideOnReview,
  getBookingReviews,
  listItemReviews,
  listReportedReviews,
  markReviewHelpful,
  replyToReview,
  reportReview,
  writeReview,
} from "@nexby/contract/reviews/reviews";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call } from "../../../testing/call.ts";
import { COMPLETE_PROFILE, createItem, createUser } from "../../../testing/factories.ts";
import { inLines, storedRows } from "../../../testing/stored-records.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { atOneMoment, useTestDatabase } from "../../../testing/test-database.ts";
import { publishReviewsOf } from "../reviews.jobs.ts";

const database = useTestDatabase();
const person = (firstName: string, isAdmin = false) => ({ id: newId(), firstName, isApproved: true, isAdmin });
const people = {
  owner: person("Sam"),
  renter: person("Robin"),
  stranger: person("Lee"),
  admin: person("Ada", true),
};
type Person = (typeof people)["owner"];
let app: TestApp;

beforeAll(async () => {
  for (const one of Object.values(people)) await createUser(database().db, { ...COMPLETE_PROFILE, ...one });
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());

const as = (viewer: Person) => ({ headers: asViewer(viewer) });
const ago = (ms: number) => new Date(Date.now() - ms);

test("[REV-01] [REV-02] all that is stored and shown of two reviews, a reply, votes, reports and a decision", async () => {
  const { db } = database();
  const { owner, renter, stranger, admin } = people;
  const itemId = await createItem(db, { ownerId: owner.id, title: "Canary kayak" });
  const { id: bookingId } = await createBooking(db, {
    ...{ itemId, ownerId: owner.id, renterId: renter.id, startAt: ago(3 * DAY), endAt: ago(2 * HOUR) },
    ...{ status: "return_submitted", approvalStatus: "approved", rentalStatus: "return_pending" },
    ...{ approvedAt: ago(5 * DAY), ownerDecisionDeadline: ago(5 * DAY), returnedAt: ago(HOUR) },
  });
  const params = { bookingId };
  const parts = { communicationRating: 5, punctualityRating: 3, conditionRating: 2 };
  const body = { rating: 4, comment: "Clean and on time", ...parts };
  const ofBooking = async (viewer: Person) =>
    (await call(app.origin, getBookingReviews, { ...as(viewer), params })).body;
  await call(app.origin, writeReview, { ...as(renter), params, body });
  const { rows: jobs } = await db.execute<{ it: string }>(sql`
    select job_type || ' ' || entity_type || ' ' || status as it from scheduled_jobs where entity_id = ${bookingId}`);
  expect(jobs).toEqual([{ it: "publish_reviews booking pending" }]);
  await call(app.origin, writeReview, { ...as(owner), params, body: { rating: 5, comment: "Came back spotless" } });
  const { mine, received } = await ofBooking(renter);
  const names = {
    ...{ [owner.id]: "owner", [renter.id]: "renter", [stranger.id]: "stranger", [admin.id]: "admin" },
    ...{ [itemId]: "item", [bookingId]: "booking", [mine?.id ?? ""]: "by renter", [received?.id ?? ""]: "by owner" },
  };
  const reviewId = mine?.id ?? "";
  const about = { params: { reviewId } };
  await call(app.origin, replyToReview, { ...as(owner), ...about, body: { reply: "Thanks!" } });
  await call(app.origin, markReviewHelpful, { ...as(stranger), ...about });
  await call(app.origin, reportReview, { ...as(owner), ...about, body: { reason: "Not true" } });
  await call(app.origin, reportReview, { ...as(stranger), ...about, body: { reason: "Rude" } });

  expect(inLines([await ofBooking(renter)], names)).toMatchInlineSnapshot(`
    [
      "canReview: false, closesAt: a time, mine: {"id":"by renter","rating":4,"comment":"Clean and on time","createdAt":"a time","reviewer":{"id":"renter","firstName":"Robin","lastName":"Vale","profileImageUrl":null},"byRole":"renter","reviewType":"general","communicationRating":5,"punctualityRating":3,"conditionRating":2,"isVerifiedRental":true,"item":{"id":"item","title":"Canary kayak"},"reply":{"text":"Thanks!","by":"Sam","at":"a time"},"helpfulCount":1,"wasHelpful":false,"allowedActions":[],"publishedAt":"a time","hiddenReason":null}, received: {"id":"by owner","rating":5,"comment":"Came back spotless","createdAt":"a time","reviewer":{"id":"owner","firstName":"Sam","lastName":"Vale","profileImageUrl":null},"byRole":"owner","reviewType":"general","communicationRating":null,"punctualityRating":null,"conditionRating":null,"isVerifiedRental":true,"item":{"id":"item","title":"Canary kayak"},"reply":null,"helpfulCount":0,"wasHelpful":false,"allowedActions":["reply","report"]}, isClaimAfterReading: false",
    ]
  `);
  expect(inLines([await ofBooking(owner)], names)).toMatchInlineSnapshot(`
    [
      "canReview: false, closesAt: a time, mine: {"id":"by owner","rating":5,"comment":"Came back spotless","createdAt":"a time","reviewer":{"id":"owner","firstName":"Sam","lastName":"Vale","profileImageUrl":null},"byRole":"owner","reviewType":"general","communicationRating":null,"punctualityRating":null,"conditionRating":null,"isVerifiedRental":true,"item":{"id":"item","title":"Canary kayak"},"reply":null,"helpfulCount":0,"wasHelpful":false,"allowedActions":[],"publishedAt":"a time","hiddenReason":null}, received: {"id":"by renter","rating":4,"comment":"Clean and on time","createdAt":"a time","reviewer":{"id":"renter","firstName":"Robin","lastName":"Vale","profileImageUrl":null},"byRole":"renter","reviewType":"general","communicationRating":5,"punctualityRating":3,"conditionRating":2,"isVerifiedRental":true,"item":{"id":"item","title":"Canary kayak"},"reply":{"text":"Thanks!","by":"Sam","at":"a time"},"helpfulCount":1,"wasHelpful":false,"allowedActions":["report"]}, isClaimAfterReading: false",
    ]
  `);
  const listed = async (viewer: Person | null) =>
    inLines((await call(app.origin, listItemReviews, { ...(viewer && as(viewer)), params: { itemId } })).body, names);
  expect(await listed(null)).toMatchInlineSnapshot(`
    [
      "id: by renter, rating: 4, comment: Clean and on time, createdAt: a time, reviewer: {"id":"renter","firstName":"Robin","lastName":"V.","profileImageUrl":null}, byRole: renter, reviewType: general, communicationRating: 5, punctualityRating: 3, conditionRating: 2, isVerifiedRental: true, item: {"id":"item","title":"Canary kayak"}, reply: {"text":"Thanks!","by":"Sam","at":"a time"}, helpfulCount: 1, wasHelpful: false, allowedActions: []",
    ]
  `);
  expect(await listed(stranger)).toMatchInlineSnapshot(`
    [
      "id: by renter, rating: 4, comment: Clean and on time, createdAt: a time, reviewer: {"id":"renter","firstName":"Robin","lastName":"V.","profileImageUrl":null}, byRole: renter, reviewType: general, communicationRating: 5, punctualityRating: 3, conditionRating: 2, isVerifiedRental: true, item: {"id":"item","title":"Canary kayak"}, reply: {"text":"Thanks!","by":"Sam","at":"a time"}, helpfulCount: 1, wasHelpful: true, allowedActions: ["helpful","report"]",
    ]
  `);
  const reported = async () => inLines((await call(app.origin, listReportedReviews, as(admin))).body, names);
  expect(await reported()).toMatchInlineSnapshot(`
    [
      "id: by renter, rating: 4, comment: Clean and on time, createdAt: a time, reviewer: {"id":"renter","firstName":"Robin","lastName":"Vale","profileImageUrl":null}, byRole: renter, reviewType: general, communicationRating: 5, punctualityRating: 3, conditionRating: 2, isVerifiedRental: true, item: {"id":"item","title":"Canary kayak"}, reply: {"text":"Thanks!","by":"Sam","at":"a time"}, helpfulCount: 1, wasHelpful: false, allowedActions: ["helpful","report"], bookingId: booking, reviewee: {"id":"owner","firstName":"Sam","lastName":"Vale"}, reports: [{"reason":"Not true","by":"Sam Vale","at":"a time"},{"reason":"Rude","by":"Lee Vale","at":"a time"}], hidden: null, canDecide: true",
    ]
  `);
  await call(app.origin, decideOnReview, { ...as(admin), ...about, body: { decision: "hide", reason: "Rude words" } });
  expect(await reported()).toMatchInlineSnapshot(`[]`);
  expect(inLines([(await ofBooking(renter)).mine], names)).toMatchInlineSnapshot(`
    [
      "id: by renter, rating: 4, comment: Clean and on time, createdAt: a time, reviewer: {"id":"renter","firstName":"Robin","lastName":"Vale","profileImageUrl":null}, byRole: renter, reviewType: general, communicationRating: 5, punctualityRating: 3, conditionRating: 2, isVerifiedRental: true, item: {"id":"item","title":"Canary kayak"}, reply: {"text":"Thanks!","by":"Sam","at":"a time"}, helpfulCount: 1, wasHelpful: false, allowedActions: [], publishedAt: a time, hiddenReason: Rude words",
    ]
  `);

  const rowsOf = (table: string, where = sql`review_id = ${reviewId}`, order = "created_at, user_id") =>
    storedRows(db, { table, where, names, order });
  expect(await rowsOf("reviews", sql`booking_id = ${bookingId}`, "created_at, id")).toMatchInlineSnapshot(`
    [
      "reply: Thanks!, rating: 4, by_role: renter, comment: Clean and on time, item_id: item, hidden_at: a time, hidden_by: admin, is_public: false, booking_id: booking, created_at: a time, replied_at: a time, review_type: general, reviewee_id: owner, reviewer_id: renter, was_helpful: true, published_at: a time, helpful_count: 1, hidden_reason: Rude words, condition_rating: 2, is_verified_rental: true, punctuality_rating: 3, communication_rating: 5",
      "rating: 5, by_role: owner, comment: Came back spotless, item_id: item, is_public: true, booking_id: booking, created_at: a time, review_type: general, reviewee_id: renter, reviewer_id: owner, was_helpful: false, published_at: a time, helpful_count: 0, is_verified_rental: true",
    ]
  `);
  expect(await rowsOf("review_votes")).toMatchInlineSnapshot(`
    [
      "user_id: stranger, review_id: by renter, created_at: a time",
    ]
  `);
  expect(await rowsOf("review_reports")).toMatchInlineSnapshot(`
    [
      "reason: Not true, user_id: owner, review_id: by renter, created_at: a time, resolved_at: a time",
      "reason: Rude, user_id: stranger, review_id: by renter, created_at: a time, resolved_at: a time",
    ]
  `);
  expect(await rowsOf("audit_log", sql`entity_id = ${reviewId}`, "created_at, id")).toMatchInlineSnapshot(`
    [
      "action: review_hidden, reason: Rude words, details: {}, actor_id: admin, entity_id: by renter, created_at: a time, entity_type: review",
    ]
  `);
  expect(await rowsOf("notifications", sql`kind like '%review%'`, "created_at, user_id, kind")).toMatchInlineSnapshot(`
    [
      "data: {"to":"owner","item":"Canary kayak","owner":"Sam","renter":"Robin","endDate":"a day","timezone":"America/New_York","bookingId":"booking","startDate":"a day","isFoodTruck":false}, kind: review_published, type: other, title: Robin reviewed you, is_read: false, message: Read the review of your rental: Canary kayak, some days. You can reply to it once., user_id: owner, action_url: /my-bookings/booking, created_at: a time",
      "data: {"to":"renter","item":"Canary kayak","owner":"Sam","renter":"Robin","endDate":"a day","timezone":"America/New_York","bookingId":"booking","startDate":"a day","isFoodTruck":false}, kind: review_published, type: other, title: Sam reviewed you, is_read: false, message: Read the review of your rental: Canary kayak, some days. You can reply to it once., user_id: renter, action_url: /my-bookings/booking, created_at: a time",
      "data: {"to":"renter","item":"Canary kayak","owner":"Sam","renter":"Robin","endDate":"a day","timezone":"America/New_York","bookingId":"booking","startDate":"a day","isFoodTruck":false}, kind: review_replied, type: other, title: Sam replied to your review, is_read: false, message: Canary kayak, some days., user_id: renter, action_url: /my-bookings/booking, created_at: a time",
      "data: {}, kind: admin_review_reported, type: system, title: A review was reported, is_read: false, message: Read the report, then hide the review or keep it., user_id: admin, action_url: /admin/reviews, created_at: a time",
      "data: {"to":"renter","item":"Canary kayak","owner":"Sam","reason":"Rude words","renter":"Robin","endDate":"a day","timezone":"America/New_York","bookingId":"booking","startDate":"a day","isFoodTruck":false}, kind: review_hidden, type: system, title: We've hidden your review, is_read: false, message: Your review of “Canary kayak”, some days, is no longer public. Reason: “Rude words”, user_id: renter, action_url: /my-bookings/booking, created_at: a time",
    ]
  `);
});

/** Two published reviews of a rental, by the renter and by the owner. */
async function published() {
  const { db } = database();
  const { owner, renter } = people;
  const booking = await createBooking(db, {
    ...{ ownerId: owner.id, renterId: renter.id, startAt: ago(3 * DAY), endAt: ago(2 * HOUR), returnedAt: ago(HOUR) },
    ...{ status: "return_submitted", approvalStatus: "approved", rentalStatus: "return_pending" },
    ...{ approvedAt: ago(5 * DAY), ownerDecisionDeadline: ago(5 * DAY) },
  });
  const params = { bookingId: booking.id };
  const body = { rating: 4, comment: "Clean and on time" };
  for (const viewer of [renter, owner]) await call(app.origin, writeReview, { ...as(viewer), params, body });
  const { mine } = (await call(app.origin, getBookingReviews, { ...as(renter), params })).body;
  return { booking, reviewId: mine?.id ?? "" };
}

test("[REV-01] one of two replies sent together wins, and one of two admins who hide a review at once", async () => {
  const { db } = database();
  const { owner, admin } = people;
  const { reviewId } = await published();
  const lock = sql`select 1 from reviews where id = ${reviewId} for update`;
  const about = { params: { reviewId } };
  const outcomesOf = async (tasks: (() => Promise<unknown>)[]) =>
    (await atOneMoment(db, lock, tasks)).map(({ status }) => status).toSorted();
  const replying = (reply: string) => () =>
    call(app.origin, replyToReview, { ...as(owner), ...about, body: { reply } });
  expect(await outcomesOf([replying("Thanks!"), replying("Thank you!")])).toEqual(["fulfilled", "rejected"]);
  const hiding = (reason: string) => () =>
    call(app.origin, decideOnReview, { ...as(admin), ...about, body: { decision: "hide", reason } });
  expect(await outcomesOf([hiding("Rude words"), hiding("An insult")])).toEqual(["fulfilled", "rejected"]);
});

test("[REV-01] the end of the time to review tells nobody anything if both reviews are public already", async () => {
  const { db } = database();
  const { booking } = await published();
  const eventsOf = () =>
    storedRows(db, { table: "realtime_events", where: sql`data->>'bookingId' = ${booking.id}`, names: {} });
  const before = await eventsOf();
  await db.transaction((tx) => publishReviewsOf(tx, booking));
  expect(await eventsOf()).toEqual(before);
  expect(before).toHaveLength(2);
});
