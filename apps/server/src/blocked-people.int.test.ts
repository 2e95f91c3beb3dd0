import { approveBooking } from "@nexby/contract/bookings/booking-commands";
import { listBookingRequests } from "@nexby/contract/bookings/booking-requests";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { payBooking, startCheckout } from "@nexby/contract/bookings/checkout";
import { getExtensionOptions, requestExtension } from "@nexby/contract/bookings/extensions";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import * as messaging from "@nexby/contract/messaging/conversations";
import { listItemReviews, listUserReviews, replyToReview, writeReview } from "@nexby/contract/reviews/reviews";
import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { useRentals } from "./features/bookings/tests/rentals.fixture.ts";
import { lockPeople } from "./features/messaging/public.ts";
import { readClock } from "./platform/clock.ts";
import { newId } from "./platform/ids.ts";
import { userAudience } from "./platform/realtime/events.ts";
import { createBooking, createReview } from "./testing/bookings/booking-rows.ts";
import { addressOf, call, callExpectingError, send } from "./testing/call.ts";
import { createConversation } from "./testing/factories.ts";
import { GOOD_BODIES } from "./testing/good-bodies.ts";
import { formWith, jpeg } from "./testing/listings/good-files.ts";
import type { Member } from "./testing/people/members.ts";
import { until } from "./testing/server-process.ts";

/**
 * What a block does to each write of people who aren't admins. A new endpoint needs a decision here.
 * - refused: it would reach the other person
 * - booking: only possible while a booking, fee or claim between the two is open, when neither can block
 * - public: for everyone to read, also for the other person
 * - own: reaches nobody but the writer and our team
 */
const DECISIONS: Record<string, "refused" | "booking" | "public" | "own"> = {
  ...{ signUp: "own", signIn: "own", signOut: "own", revokeSession: "own", revokeOtherSessions: "own" },
  ...{ previewIdentityLink: "own", linkIdentity: "own", unlinkIdentity: "own", requestPasswordReset: "own" },
  ...{ resetPassword: "own", changePassword: "own", startEmailChange: "own", confirmEmailChange: "own" },
  ...{ sendVerificationCode: "own", confirmVerificationCode: "own", acceptTerms: "own" },
  ...{ updateProfile: "public", uploadProfilePhoto: "public" },
  ...{ recordItemView: "own", addFavorite: "own", removeFavorite: "own", removeRecentView: "own" },
  ...{ clearRecentViews: "own", createSavedSearch: "own", updateSavedSearch: "own", deleteSavedSearch: "own" },
  // Alerts, recommendations and the weekly digest leave out listings of people with a block between them.
  ...{ createItem: "public", updateItem: "public", deleteItem: "public", duplicateItem: "public" },
  ...{ saveDraft: "own", deleteDraft: "own", uploadPhoto: "own", uploadMenu: "own", setBlockedDays: "own" },
  ...{ markUnitAvailable: "own" },
  ...{ rotateCalendarFeed: "own", subscribeCalendar: "own", importCalendar: "own", removeCalendar: "own" },
  ...{ syncCalendar: "own" },
  ...{ quoteItem: "refused", startCheckout: "refused", payBooking: "refused", syncBookingPayment: "refused" },
  ...{ requestExtension: "refused", approveExtension: "booking", declineExtension: "booking" },
  ...{ withdrawExtension: "booking", agreeToClaim: "booking", contestClaim: "booking", claimDamage: "booking" },
  ...{ approveBooking: "booking", declineBooking: "booking", cancelBooking: "booking", proposeTime: "booking" },
  ...{ confirmTime: "booking", keepTime: "booking", setHandoffInstructions: "booking", renewHandoffCode: "booking" },
  ...{ enterHandoffCode: "booking", markHandedOver: "booking", disputeHandoff: "booking", markReturned: "booking" },
  ...{ confirmUnits: "booking", nameLoss: "booking" },
  ...{ confirmReturn: "booking", reportNoShow: "booking", contestNoShow: "booking", contestLateFee: "booking" },
  ...{ waiveLateFee: "booking", addRentalPhoto: "booking", reportCondition: "booking", confirmCondition: "booking" },
  // A review of a finished rental is for everyone; an answer to it speaks to its author.
  ...{ writeReview: "public", replyToReview: "refused", markReviewHelpful: "own", unmarkReviewHelpful: "own" },
  ...{ reportReview: "own", startCardSetup: "own", removeSavedCard: "own", receiveProviderEvent: "own" },
  ...{ syncPayoutAccount: "own", startPayoutOnboarding: "own", openPayoutDashboard: "own" },
  ...{ replacePayoutAccount: "own", markNotificationRead: "own", markAllNotificationsRead: "own" },
  ...{ updateNotificationPreferences: "own", addPushDevice: "own", removePushDevice: "own" },
  ...{ contactOwner: "refused", sendMessage: "refused", sendPhoto: "refused", showTyping: "refused" },
  ...{ markConversationRead: "own", confirmDelivery: "own", updateConversation: "own", reportConversation: "own" },
  ...{ updateMessageSettings: "own", sendHelpMessage: "own", reportError: "own" },
};

const rentals = useRentals();
const { here, item, as, origin, database, settle } = rentals;

const UNAVAILABLE = "This item isn't available for rent right now";
const ended = { status: "closed", approvalStatus: "approved", rentalStatus: "completed" } as const;
const hoursAgo = async (hours: number) => new Date((await readClock(database().db)).getTime() - hours * HOUR);

/** Each test has a renter of its own, because a block between two people stays. */
let renter: Member;
beforeEach(async () => {
  renter = await rentals.joinAsRenter();
});
const owner = () => here().owner;
const people = () => ({ renterId: renter.id, ownerId: owner().id });
type Side = "renter" | "owner";
const memberOf = (side: Side) => (side === "renter" ? renter : owner());

const change = (member: Member, conversationId: string, isBlocked: boolean) => ({
  params: { conversationId },
  body: { isBlocked },
  headers: member.headers,
});
/** In a conversation about another item. */
async function block(side: Side, roles = people()): Promise<string> {
  const conversationId = await createConversation(database().db, roles);
  const { body } = await call(origin(), messaging.updateConversation, change(memberOf(side), conversationId, true));
  expect(body).toMatchObject({ isBlocked: true, status: "blocked" });
  return conversationId;
}
const blockError = async (side: Side, conversationId: string) =>
  (await callExpectingError(origin(), messaging.updateConversation, change(memberOf(side), conversationId, true))).error
    .message;

const heardBy = async ({ id }: Member) => {
  const { rows } = await database().db.execute<{ count: number }>(sql`
    select ((select count(*) from notifications where user_id = ${id})
      + (select count(*) from messages where recipient_id = ${id}))::int as count`);
  return rows[0]?.count ?? 0;
};
const bookingsOf = async ({ id }: Member) => {
  const { rows } = await database().db.execute(sql`select id from bookings where renter_id = ${id}`);
  return rows.length;
};

test("[MSG-01] every write has a decision on what a block does to it", () => {
  const writes = ENDPOINTS.filter(({ method, access }) => method !== "GET" && access !== "admin");
  expect(Object.keys(DECISIONS).sort()).toEqual(writes.map(({ id }) => id).sort());
});

describe("[MSG-01] [REQ-01] a booking between blocked people", () => {
  test.each([
    ["the owner", "owner", people],
    ["the renter", "renter", people],
    ["the owner, as a renter of theirs", "owner", () => ({ renterId: owner().id, ownerId: renter.id })],
  ] as const)(
    "a booking between blocked people is refused as unavailable after a block by %s, without saying why",
    async (_, side, roles) => {
      const itemId = await item();
      const body = await rentals.request(itemId, { message: "Hello again" });
      await block(side, roles());
      const before = await heardBy(owner());
      const { startDate, endDate } = body;
      const quoted = { params: { itemId }, body: { startDate, endDate } };
      expect((await call(origin(), quoteItem, quoted)).body.isBookable).toBe(true);
      expect((await call(origin(), quoteItem, { ...quoted, headers: renter.headers })).body).toMatchObject({
        isBookable: false,
        refusal: { code: "item_unavailable", message: UNAVAILABLE },
      });
      const paused = await item({ isAvailable: false });
      const other = { body: { ...body, itemId: paused, attemptId: newId() }, headers: renter.headers };
      const refused = await callExpectingError(origin(), startCheckout, { body, headers: renter.headers });
      expect(refused).toMatchObject({ status: 409, error: { code: "not_bookable", message: UNAVAILABLE } });
      const { code, message } = (await callExpectingError(origin(), startCheckout, other)).error;
      expect({ code, message }).toEqual({ code: "not_bookable", message: UNAVAILABLE });
      expect([await bookingsOf(renter), await heardBy(owner())]).toEqual([0, before]);
    },
  );

  test("a booking between blocked people is refused at the payment of a checkout begun before, and declined unseen if it is paid", async () => {
    const begun = await rentals.checkout(await rentals.request(await item(), { message: "Hello again" }), renter);
    // An unsent checkout doesn't keep the owner from blocking.
    await block("owner");
    const before = await heardBy(owner());
    const payment = { params: { bookingId: begun.booking.id }, headers: renter.headers, body: {} };
    expect(await callExpectingError(origin(), payBooking, payment)).toMatchObject({
      status: 409,
      error: { message: "This item can't be booked anymore. Your card wasn't charged." },
    });
    // The renter's browser may have the card form open already.
    expect(await rentals.pay(begun, undefined, renter)).toMatchObject({ status: "declined" });
    expect(await settle(begun.booking.id, renter)).toMatchObject({ status: "declined", paymentStatus: "canceled" });
    expect(await heardBy(owner())).toBe(before);
    const unseen = { params: { bookingId: begun.booking.id }, headers: owner().headers };
    expect((await callExpectingError(origin(), getBooking, unseen)).status).toBe(404);
    const { body: requests } = await call(origin(), listBookingRequests, { headers: owner().headers });
    expect(requests.map(({ id }) => id)).not.toContain(begun.booking.id);
    await here().money.expectBalanced();
  });

  test("a booking between blocked people can't be extended where a block is older than this rule", async () => {
    const { renter: tenant } = here();
    const { id } = await rentals.inPossession();
    const options = await as(tenant, getExtensionOptions, id);
    const [option] = options.options;
    const conversationId = await createConversation(database().db, { renterId: tenant.id, ownerId: owner().id });
    const setBlock = async (isBlocked: boolean) => {
      await database().db.execute(sql`
        update conversation_members set is_blocked = ${isBlocked}
        where conversation_id = ${conversationId} and user_id = ${owner().id}`);
      await database().db.execute(sql`
        update conversations set status = ${isBlocked ? "blocked" : "active"} where id = ${conversationId}`);
    };
    await setBlock(true);
    const before = await heardBy(owner());
    expect(await as(tenant, getExtensionOptions, id)).toMatchObject({ refusal: { code: "unavailable" }, options: [] });
    const body = { endDate: option?.endDate, totalCents: option?.price.totalCents, message: "Listen to me" };
    const asked = { params: { bookingId: id }, headers: tenant.headers, body };
    expect(await callExpectingError(origin(), requestExtension, asked)).toMatchObject({
      status: 409,
      error: { message: "This rental can't be extended right now" },
    });
    expect([(await settle(id)).extensions, await heardBy(owner())]).toEqual([[], before]);
    await setBlock(false);
    expect((await as(tenant, getExtensionOptions, id)).refusal).toBeNull();
  });

  test.each(["request", "block"] as const)(
    "a booking between blocked people is there or blocked, never both: the %s comes first",
    async (first) => {
      const { db } = database();
      const conversationId = await createConversation(db, people());
      const begun = await rentals.checkout(await rentals.request(await item()), renter);
      const isWaiting = (count: number) => async () => {
        // Other tests wait for locks in databases of their own.
        const { rows } = await db.execute(sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`);
        return rows.length >= count;
      };
      const acts = {
        request: () => rentals.pay(begun, undefined, renter).then(({ status }) => status),
        block: () =>
          send(origin(), messaging.updateConversation, change(owner(), conversationId, true)).then(
            ({ status }) => status,
          ),
      };
      const answers: Promise<unknown>[] = [];
      let answered = 0;
      await db.transaction(async (tx) => {
        await lockPeople(tx, renter.id, owner().id);
        for (const act of first === "request" ? [acts.request, acts.block] : [acts.block, acts.request]) {
          answers.push(
            act().finally(() => {
              answered += 1;
            }),
          );
          await until(async () => answered > 0 || (await isWaiting(answers.length)()));
        }
        expect(answered, "both wait").toBe(0);
      });
      expect(await Promise.all(answers)).toEqual(first === "request" ? ["pending", 409] : [200, "declined"]);
      const shown = { params: { conversationId }, headers: owner().headers };
      const { body } = await call(origin(), messaging.getConversation, shown);
      expect(body).toMatchObject({ isBlocked: first === "block", canBlock: first === "block" });
    },
  );
});

describe("[MSG-01] messages between blocked people", () => {
  const write = (side: Side, conversationId: string) => ({
    params: { conversationId, messageId: newId() },
    body: { content: "Listen to me" },
    headers: memberOf(side).headers,
  });

  /** The people whose open pages were told that a conversation changed. */
  const toldOf = async (conversationId: string) => {
    const { rows } = await database().db.execute<{ audience: string }>(sql`
      select audience from realtime_events
      where type = 'conversation_changed' and data->>'conversationId' = ${conversationId}`);
    return rows.map(({ audience }) => audience).toSorted();
  };

  test("messages between blocked people are refused in all their conversations, both ways, until the block is undone in any of them", async () => {
    const elsewhere = await createConversation(database().db, { renterId: owner().id, ownerId: renter.id });
    const first = await block("owner");
    const both = [userAudience(owner().id), userAudience(renter.id)].toSorted();
    expect(await toldOf(elsewhere)).toEqual(both);
    const refusals = { renter: "other_blocked", owner: "you_blocked" } as const;
    const photo = await jpeg({ width: 30, height: 20 });
    for (const side of ["renter", "owner"] as const) {
      const input = write(side, elsewhere);
      const { body } = await call(origin(), messaging.getConversation, { ...input, body: undefined });
      expect(body).toMatchObject({ writeRefusal: refusals[side], status: "blocked", isBlocked: side === "owner" });
      expect((await callExpectingError(origin(), messaging.sendMessage, input)).status).toBe(409);
      const address = origin() + addressOf(messaging.sendPhoto, input);
      const sent = { method: "POST", headers: input.headers, body: formWith({ bytes: photo }) };
      expect((await fetch(address, sent)).status).toBe(409);
    }
    const contact = { params: { itemId: await item() }, headers: renter.headers };
    expect((await callExpectingError(origin(), messaging.contactOwner, contact)).error.code).toBe("action_not_allowed");
    // Before blocks held everywhere, a person set one in each conversation.
    await database().db.execute(sql`
      update conversation_members set is_blocked = true
      where conversation_id = ${elsewhere} and user_id = ${owner().id}`);
    await call(origin(), messaging.updateConversation, change(owner(), elsewhere, false));
    expect(await toldOf(elsewhere)).toEqual([...both, ...both].toSorted());
    for (const conversationId of [first, elsewhere]) {
      const shown = { params: { conversationId }, headers: owner().headers };
      const { body } = await call(origin(), messaging.getConversation, shown);
      expect(body).toMatchObject({ status: "active", isBlocked: false, writeRefusal: null });
    }
    await call(origin(), messaging.sendMessage, write("renter", elsewhere));
  });
});

describe("[MSG-01] a block", () => {
  const review = (member: Member, bookingId: string) => ({
    params: { bookingId },
    headers: member.headers,
    body: { rating: 2, comment: "The chain was loose", reviewType: "general" },
  });

  test("a block refuses the reply to a review and keeps the review, which is for everyone", async () => {
    const { db } = database();
    const itemId = await item();
    const [approvedAt, startAt, endAt, returnedAt, closedAt] = await Promise.all([99, 72, 26, 25, 24].map(hoursAgo));
    const times = { approvedAt, startAt, endAt, returnedAt, closedAt, ownerDecisionDeadline: approvedAt };
    const booking = await createBooking(db, { ...people(), ...ended, ...times, itemId, settledAt: closedAt });
    const reviewId = await createReview(db, booking, { byRole: "owner" });
    const shown = async () =>
      (
        await call(origin(), listUserReviews, {
          params: { userId: renter.id },
          query: { role: "renter" },
          headers: renter.headers,
        })
      ).body.find(({ id }) => id === reviewId);
    expect((await shown())?.allowedActions).toContain("reply");
    await block("owner");
    expect((await shown())?.allowedActions).not.toContain("reply");
    const before = await heardBy(owner());
    const reply = { params: { reviewId }, headers: renter.headers, body: { reply: "Listen to me" } };
    expect(await callExpectingError(origin(), replyToReview, reply)).toMatchObject({
      status: 409,
      error: { message: "You can't reply to this review" },
    });
    expect(await heardBy(owner())).toBe(before);
    const other = await createBooking(db, { ...people(), ...ended, ...times, itemId, settledAt: closedAt });
    await call(origin(), writeReview, review(renter, other.id));
    await db.execute(sql`update reviews set published_at = now() where booking_id = ${other.id}`);
    const { body } = await call(origin(), listItemReviews, { params: { itemId } });
    expect(body.map(({ comment }) => comment)).toEqual(["The chain was loose"]);
  });

  const MATTERS = [
    ["booking with them is over", { status: "in_possession", rentalStatus: "active" }, null],
    ["booking with them is over", { status: "pending", rentalStatus: "pending" }, null],
    [
      "late fee between you is settled",
      ended,
      (id: string) => sql`
        insert into late_fees (id, booking_id, days_late, daily_late_fee_cents, calculated_fee_cents, capped_fee_cents,
          stopped_at, chargeable_at, contested_at, contest_reason, status)
        values (${newId()}, ${id}, 1, 500, 500, 500, now(), now(), now(), 'No', 'disputed')`,
    ],
    [
      "damage claim between you is settled",
      ended,
      (id: string) => sql`
        insert into damage_claims (id, booking_id, filed_by, damage_type, severity, description, claimed_cents)
        values (${newId()}, ${id}, 'owner', 'broken', 'low', 'A scratch', 500)`,
    ],
    ["bank has decided the disputed payment", { ...ended, hasChargeback: true }, null],
  ] as const;
  test.each(MATTERS)("a block is refused to both until the %s", async (reason, state, insert) => {
    const { db } = database();
    const conversationId = await createConversation(db, people());
    const roles = { renterId: owner().id, ownerId: renter.id };
    const earlier = await hoursAgo(1);
    const closedAt = state.status === "closed" ? earlier : null;
    const row = { ...state, closedAt, ownerDecisionDeadline: earlier };
    const { id } = await createBooking(db, { ...roles, ...row });
    if (insert) await db.execute(insert(id));
    for (const side of ["renter", "owner"] as const) {
      expect(await blockError(side, conversationId)).toContain(reason);
      const shown = { params: { conversationId }, headers: memberOf(side).headers };
      const { body } = await call(origin(), messaging.getConversation, shown);
      expect(body).toMatchObject({ canBlock: false, blockRefusal: expect.stringContaining(reason) });
    }
    await db.execute(sql`update late_fees set status = 'waived' where booking_id = ${id}`);
    await db.execute(sql`
      update damage_claims set status = 'dismissed', decided_at = now(), decision_reason = 'Old' where booking_id = ${id}`);
    await db.execute(sql`update bookings set status = 'closed', has_chargeback = false where id = ${id}`);
    await call(origin(), messaging.updateConversation, change(renter, conversationId, true));
  });

  test("a block leaves nothing of a finished booking by which one person could reach the other", async () => {
    const { db } = database();
    const closedAt = await hoursAgo(1);
    const rental = { ...people(), ...ended, closedAt, settledAt: closedAt, ownerDecisionDeadline: await hoursAgo(99) };
    const { id: bookingId } = await createBooking(db, rental);
    await block("owner");
    const before = [await heardBy(renter), await heardBy(owner())];
    const photo = await jpeg({ width: 30, height: 20 });
    for (const endpoint of ENDPOINTS.filter(({ id }) => DECISIONS[id] === "booking")) {
      for (const { headers } of [renter, owner()]) {
        const params = { bookingId, photoId: newId(), reportId: newId() };
        const body = endpoint.upload ? formWith({ bytes: photo }) : undefined;
        const json = GOOD_BODIES[`${endpoint.method} ${endpoint.path}`] ?? {};
        const { status } = body
          ? await fetch(origin() + addressOf(endpoint, { params }), { method: "POST", headers, body })
          : await send(origin(), endpoint, { params, body: json, headers });
        expect([endpoint.id, status >= 400 && status < 500]).toEqual([endpoint.id, true]);
      }
    }
    expect([await heardBy(renter), await heardBy(owner())]).toEqual(before);
  });

  test("a block keeps a request from being blocked that its owner already knows of", async () => {
    const conversationId = await createConversation(database().db, people());
    const sent = await rentals.pay(
      await rentals.checkout(await rentals.request(await item()), renter),
      undefined,
      renter,
    );
    expect(await blockError("owner", conversationId)).toContain("booking with them is over");
    expect(await as(owner(), approveBooking, sent.id, {})).toMatchObject({ status: "approved" });
  });
});
