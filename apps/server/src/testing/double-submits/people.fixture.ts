import { sendHelpMessage } from "@nexby/contract/content/support";
import { getBookingConversation } from "@nexby/contract/messaging/conversations";
import { markReviewHelpful } from "@nexby/contract/reviews/reviews";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { readClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { notifications, pushSubscriptions } from "../../schema/notifications.ts";
import { createBooking, createReview } from "../bookings/booking-rows.ts";
import { call } from "../call.ts";
import { createConversation, createItem } from "../factories.ts";
import { jpeg } from "../listings/good-files.ts";
import { withNewParam } from "./rentals.fixture.ts";
import { once, type Scenarios, type Submission, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

/** Messages, reviews and notifications. */
export function peopleScenarios(world: World): Scenarios {
  const { database, origin, person, goodBody, nameOf } = world;

  const renterAndOwner = async () => ({ renter: await person(), owner: await person() });
  const conversation = async () => {
    const { renter, owner } = await renterAndOwner();
    const conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: owner.id });
    return { renter, owner, params: { conversationId } };
  };
  const written = async (body: object): Promise<Submission> => {
    const { owner, params } = await conversation();
    return { headers: owner.headers, params, body };
  };

  /** Returned an hour ago. */
  const returned = async () => {
    const { renter, owner } = await renterAndOwner();
    const now = await readClock(database().db);
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const booking = await createBooking(database().db, {
      ...{ ownerId: owner.id, renterId: renter.id, startAt: ago(3 * DAY), endAt: ago(2 * HOUR) },
      ...{ approvedAt: ago(5 * DAY), ownerDecisionDeadline: ago(5 * DAY), returnedAt: ago(HOUR) },
      ...{ status: "return_submitted", approvalStatus: "approved", rentalStatus: "return_pending" },
    });
    return { renter, owner, booking };
  };
  const reviewed = async () => {
    const { renter, owner, booking } = await returned();
    return { renter, owner, params: { reviewId: await createReview(database().db, booking) } };
  };

  const notification = async () => {
    const { id: userId, headers } = await person();
    const notificationId = newId();
    const news = { type: "system" as const, title: "News", message: "Something happened" };
    await database()
      .db.insert(notifications)
      .values({ id: notificationId, userId, ...news });
    return { headers, params: { notificationId } };
  };

  return {
    contactOwner: once(async () => {
      const { renter, owner } = await renterAndOwner();
      const itemId = await createItem(database().db, { ownerId: owner.id });
      return { headers: renter.headers, params: { itemId } };
    }),
    sendMessage: twice(
      "Two messages may have the same text",
      async () => {
        const { params, ...rest } = await written({ content: "Is it still available?" });
        return { ...rest, params: { ...params, messageId: newId() } };
      },
      withNewParam("messageId"),
    ),
    sendPhoto: twice(
      "A photo under another id is another message",
      async () => {
        const { renter } = world.here();
        const { id: bookingId } = await world.approved(await world.item());
        const { body } = await call(origin(), getBookingConversation, {
          headers: renter.headers,
          params: { bookingId },
        });
        return {
          headers: renter.headers,
          params: { conversationId: body.id, messageId: newId() },
          file: { bytes: await jpeg({ width: 30, height: 20 }) },
        };
      },
      withNewParam("messageId"),
    ),
    showTyping: once(async () => {
      const { headers, params } = await written({});
      return { headers, ...(params && { params }) };
    }),
    markConversationRead: once(() => written({ sequence: 1 })),
    confirmDelivery: once(async () => ({ headers: (await conversation()).owner.headers })),
    updateConversation: once(() => written({ isArchived: true })),
    updateMessageSettings: once(async () => ({ headers: (await person()).headers, body: { showsOnline: false } })),
    reportConversation: once(() => written({ reason: "spam", notes: "Sells watches" })),

    writeReview: once(async () => {
      const { renter, booking } = await returned();
      return {
        headers: renter.headers,
        params: { bookingId: booking.id },
        body: goodBody("POST /api/bookings/:bookingId/reviews"),
      };
    }),
    replyToReview: once(async () => {
      const { owner, params } = await reviewed();
      return { headers: owner.headers, params, body: { reply: "Thank you, come back anytime." } };
    }),
    markReviewHelpful: once(async () => ({
      headers: (await person()).headers,
      params: (await reviewed()).params,
    })),
    unmarkReviewHelpful: once(async () => {
      const submission = { headers: (await person()).headers, params: (await reviewed()).params };
      await call(origin(), markReviewHelpful, submission);
      return submission;
    }),
    reportReview: once(async () => ({
      headers: (await person()).headers,
      params: (await reviewed()).params,
      body: { reason: "It names my home address." },
    })),

    markNotificationRead: once(notification),
    markAllNotificationsRead: once(async () => ({ headers: (await notification()).headers })),
    updateNotificationPreferences: once(async () => ({
      headers: (await person()).headers,
      body: goodBody("PATCH /api/notification-preferences"),
    })),
    addPushDevice: once(async () => ({
      headers: (await world.member()).headers,
      body: { ...goodBody("POST /api/push/devices"), endpoint: `https://push.example/${newId()}` },
    })),
    removePushDevice: once(async () => {
      const { id: userId, headers } = await person();
      const pushDeviceId = newId();
      const device = { endpoint: `https://push.example/${pushDeviceId}`, p256dh: "x", auth: "x", device: "Firefox" };
      await database()
        .db.insert(pushSubscriptions)
        .values({ id: pushDeviceId, userId, ...device });
      return { headers, params: { pushDeviceId } };
    }),

    sendHelpMessage: twice("Support may be asked the same question twice", async () => ({
      headers: (await person()).headers,
      body: { ...goodBody("POST /api/help-messages"), subject: nameOf("A question") },
    })),
    updateHelpMessage: once(async () => {
      const sent = { headers: (await person()).headers, body: goodBody("POST /api/help-messages") };
      const { id: messageId } = (await call(origin(), sendHelpMessage, sent)).body;
      const { headers } = await world.admin();
      return { headers, params: { messageId }, body: goodBody("PUT /api/admin/help-messages/:messageId") };
    }),
    reportError: twice("Each report is an entry of the log", async () => ({
      headers: {},
      body: goodBody("POST /api/error-logs"),
    })),
  };
}
