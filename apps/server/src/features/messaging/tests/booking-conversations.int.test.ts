import { approveBooking, cancelBooking, declineBooking } from "@nexby/contract/bookings/booking-commands";
import { listBookingRequests } from "@nexby/contract/bookings/booking-requests";
import { getBooking } from "@nexby/contract/bookings/bookings";
import * as contract from "@nexby/contract/messaging/conversations";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";

const rentals = useBookings();
const { here, item, as, origin } = rentals;

const conversationOf = (member: Member, bookingId: string) => as(member, contract.getBookingConversation, bookingId);
const messagesOf = async ({ headers }: Member, conversationId: string) =>
  (await call(origin(), contract.listMessages, { params: { conversationId }, headers })).body;
const linesOf = async (member: Member, conversationId: string) =>
  (await messagesOf(member, conversationId)).map(({ sender, content }) => `${sender ?? "event"}: ${content}`);

test("[MSG-01] an unsent request shows nothing to its owner; a sent one starts with its message", async () => {
  const { owner, renter } = here();
  const body = await rentals.request(await item(), { message: "For a birthday. Call 201-555-0199" });
  const { bookingId } = await rentals.reserve(body);
  for (const member of [owner, renter]) {
    const input = { params: { bookingId }, headers: member.headers };
    expect((await callExpectingError(origin(), contract.getBookingConversation, input)).status).toBe(404);
  }
  expect((await call(origin(), contract.listConversations, { headers: owner.headers })).body).toEqual([]);
  const confirm = async () => (await call(origin(), contract.confirmDelivery, { headers: owner.headers })).body.count;
  await confirm();

  await rentals.pay(await rentals.checkout(body));
  const { id, unreadCount, booking } = await conversationOf(owner, bookingId);
  expect({ unreadCount, status: booking?.status }).toEqual({ unreadCount: 1, status: "pending" });
  expect(await confirm()).toBe(1);
  expect((await conversationOf(renter, bookingId)).other).toMatchObject({ deliveredSequence: 2, readSequence: 0 });
  expect(await linesOf(owner, id)).toEqual([
    "other: For a birthday. Call [phone number hidden]",
    "event: Ada sent a booking request.",
  ]);
  expect((await as(owner, getBooking, bookingId)).message).toBe("For a birthday. Call [phone number hidden]");
  const { body: requests } = await call(origin(), listBookingRequests, { headers: owner.headers });
  expect(requests.map(({ message }) => message)).toEqual(["For a birthday. Call [phone number hidden]"]);

  await as(owner, approveBooking, bookingId, { message: "Gladly, ring at 4711 Canary Lane" });
  expect((await linesOf(renter, id)).slice(0, 4)).toEqual([
    "you: For a birthday. Call 201-555-0199",
    "event: Ada sent a booking request.",
    "event: Sam approved the booking.",
    "other: Gladly, ring at 4711 Canary Lane",
  ]);
  expect((await as(owner, getBooking, bookingId)).message).toBe("For a birthday. Call 201-555-0199");
});

test("[MSG-01] a question and a changed request stay in one conversation", async () => {
  const { owner, renter } = here();
  const itemId = await item();
  const { id } = (await call(origin(), contract.contactOwner, { params: { itemId }, headers: renter.headers })).body;
  const params = { conversationId: id, messageId: newId() };
  await call(origin(), contract.sendMessage, { params, body: { content: "Is it new?" }, headers: renter.headers });

  const first = await rentals.requested(itemId, { message: "This week, please" });
  expect((await conversationOf(owner, first.id)).id).toBe(id);
  await as(owner, declineBooking, first.id, { reason: "It is in repair" });
  const second = await rentals.requested(itemId, { inDays: 9, message: "Next week, then?" });
  expect((await conversationOf(renter, second.id)).id).toBe(id);
  expect(await linesOf(owner, id)).toEqual([
    "other: Is it new?",
    "other: This week, please",
    "event: Ada sent a booking request.",
    "event: Sam declined the request.",
    "other: Next week, then?",
    "event: Ada sent a booking request.",
  ]);
  // Each booking keeps the message it was requested with.
  expect((await as(renter, getBooking, first.id)).message).toBe("This week, please");
  await as(renter, cancelBooking, second.id, { reason: "Rain", refundCents: second.totalCents });
  expect((await linesOf(owner, id)).at(-1)).toBe("event: Ada canceled the booking.");
});
